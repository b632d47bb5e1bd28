import { MemoryError } from "../core/failure.ts";
import { UNIT_KIND_NAMES } from "../core/items/kinds.ts";
import { type Created, create, kindNamed } from "./create.ts";
import type { World } from "./world.ts";

export type RememberInput = {
  readonly text: string;
  readonly kind: string;
  readonly topic?: string | undefined;
  readonly path?: readonly string[] | undefined;
  readonly expires?: string | undefined;
};

/** The short way to make a unit: a sentence, and what it is about. */
export async function remember(world: World, input: RememberInput): Promise<Created> {
  const kind = kindNamed(input.kind);
  if (!UNIT_KIND_NAMES.includes(kind)) {
    throw new MemoryError("input.invalid", `A ${kind} is not something to remember but something to do.`, {
      field: "kind",
      fix: `Use: tidemark create ${kind} --text "…"`,
    });
  }
  return create(world, {
    kind,
    text: input.text,
    ...(input.topic === undefined ? {} : { topic: input.topic }),
    ...(input.path === undefined || input.path.length === 0 ? {} : { related_paths: input.path }),
    ...(input.expires === undefined ? {} : { expires_at: input.expires }),
  });
}

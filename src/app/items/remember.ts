import { topicOf } from "../../core/extract/topic.ts";
import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { isOfPackage } from "../../core/project/package-concern.ts";
import type { FileDeps, ItemDeps } from "../runtime/deps.ts";
import { packageFinder } from "../runtime/packages.ts";
import { type CreateResult, create, kindNamed } from "./create.ts";
import { positionsNamed } from "./evidence.ts";
import { itemBy } from "./find-item.ts";

export type RememberInput = {
  readonly text: string;
  readonly kind: string;
  readonly topic?: string | undefined;
  readonly path?: readonly string[] | undefined;
  readonly expires?: string | undefined;
  /** Positions of the turns it rests on: 12 or "turn@12". */
  readonly evidence?: readonly (string | number)[] | undefined;
  /** The unit whose place it takes. */
  readonly replaces?: string | undefined;
};

/** The short way to make a unit: a sentence, and what it is about. */
export async function remember(deps: ItemDeps & FileDeps, input: RememberInput): Promise<CreateResult> {
  const older = input.replaces === undefined ? undefined : await itemBy(deps, input.replaces);
  return findStatement(deps, input, older);
}

async function findStatement(
  deps: ItemDeps & FileDeps,
  input: RememberInput,
  replacing: ItemRow | undefined,
): Promise<CreateResult> {
  const kind = kindNamed(input.kind);
  if (!kindOf(kind).isUnit) {
    throw new MemoryError("input.invalid", `A ${kind} is not a statement to remember.`, {
      field: "kind",
      fix: { to: "Use", verb: "create", words: [kind], options: { text: "…" } },
    });
  }
  const scope = await packageOf(deps, input);
  const fields = {
    kind,
    text: input.text,
    ...(scope === undefined ? {} : { scope }),
    ...(input.topic === undefined ? {} : { topic: input.topic }),
    ...(input.path === undefined || input.path.length === 0 ? {} : { related_paths: input.path }),
    ...(input.expires === undefined ? {} : { expires_at: input.expires }),
    ...(input.evidence === undefined ? {} : { evidence: positionsNamed(input.evidence) }),
  };
  return inOwnWords(() => create(deps, fields, { replacing }));
}

/** The package in whose folder this is said; none where paths are named, or where it is about how people work together. */
async function packageOf(
  deps: ItemDeps & FileDeps,
  { kind, text, topic = topicOf(text), path = [] }: RememberInput,
): Promise<string | undefined> {
  const { scope } = deps.project;
  if (scope === "" || path.length > 0 || !isOfPackage({ kind, topic })) return undefined;
  return packageFinder(deps)(scope);
}

const OWN_WORDS: { readonly [field: string]: string } = { related_paths: "path", expires_at: "expires" };

/** A refusal names the field by the name the caller used. */
async function inOwnWords<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const field = error instanceof MemoryError && error.field !== undefined ? error.field : "";
    const own = Object.hasOwn(OWN_WORDS, field) ? OWN_WORDS[field] : undefined;
    if (!(error instanceof MemoryError) || own === undefined) throw error;
    const fix = error.fix === undefined ? {} : { fix: error.fix };
    throw new MemoryError(error.code, error.message.replace(field, own), {
      cause: error,
      field: own,
      ...fix,
    });
  }
}

import { topicOf } from "../../core/extract/topic.ts";
import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { isOfPackage } from "../../core/project/package-concern.ts";
import type { FileDeps, ItemDeps } from "../runtime/deps.ts";
import { packageFinder } from "../runtime/packages.ts";
import { type CreateResult, create, kindNamed } from "./create.ts";
import { positionsNamed } from "./evidence.ts";
import { findItem } from "./find-item.ts";

export type RememberInput = {
  readonly text: string;
  readonly kind: string;
  readonly topic?: string | undefined;
  readonly path?: readonly string[] | undefined;
  readonly expires?: string | undefined;
  /** The turns on which the statement is based: 12 or "turn@12". */
  readonly evidence?: readonly (string | number)[] | undefined;
  /** The unit that this one replaces. */
  readonly replaces?: string | undefined;
};

/** Creates a unit from a sentence and its subject. */
export async function remember(deps: ItemDeps & FileDeps, input: RememberInput): Promise<CreateResult> {
  const older = input.replaces === undefined ? undefined : await findItem(deps, input.replaces);
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

/** The package of the working directory; undefined if paths are given, or if the statement is about ways to work. */
async function packageOf(
  deps: ItemDeps & FileDeps,
  { kind, text, topic = topicOf(text), path = [] }: RememberInput,
): Promise<string | undefined> {
  const { scope } = deps.project;
  if (scope === "" || path.length > 0 || !isOfPackage({ kind, topic })) return undefined;
  return packageFinder(deps)(scope);
}

const OWN_WORDS: { readonly [field: string]: string } = { related_paths: "path", expires_at: "expires" };

/** A failure names the field as the caller wrote it. */
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

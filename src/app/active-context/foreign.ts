import type { ContextDocument } from "../../core/active-context/document/document.ts";
import { parse } from "../../core/active-context/document/parse.ts";
import { currentTaskId, entriesIn } from "../../core/active-context/document/read.ts";
import type { WorktreeRow } from "../../core/active-context/registry/contexts-view.ts";
import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import { sameTaskId } from "../../core/active-context/registry/task-id.ts";
import {
  allTexts,
  type ForeignTexts,
  foreignTexts,
  hostileTextsIn,
  textsForReview,
} from "../../core/active-context/sync/foreign-texts.ts";
import { MemoryError } from "../../core/failure.ts";
import { inOwnTerminal } from "../../core/items/authority.ts";
import type { Item } from "../../core/items/item.ts";
import { stepsIn } from "../../core/items/plan-steps.ts";
import type { ContextDeps, MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { planOf } from "./plan.ts";
import { taskRow } from "./state.ts";

/** What the tape knows about the task of a file. */
export type TaskOnTape = { readonly here: WorktreeRow | undefined; readonly plan: Item | undefined };

/**
 * The texts of a file that the tape does not know. The last copy of the file counts only if the tape names it, because
 * a repository can bring a copy too.
 */
export async function foreignChanges(
  deps: MemoryDeps & ContextDeps,
  document: ContextDocument,
  { here, plan }: TaskOnTape,
): Promise<ForeignTexts> {
  const task = currentTaskId(document);
  const own = here !== undefined && task !== undefined && sameTaskId(here.task, task) ? here : undefined;
  const copy = own && (await deps.contextFiles.base(ACTIVE_FILE));
  const isOurs = copy !== undefined && deps.sha256(copy) === own?.hash;
  const { key_files = [], ...resume } = own?.resume ?? {};
  const texts = [
    ...Object.values(resume),
    ...key_files,
    ...(plan ? [plan.text, ...stepsIn(plan).map(({ text }) => text)] : []),
    ...(isOurs ? allTexts(parse(copy)) : []),
  ];
  const planned: string[] = [];
  for (const { task_id } of entriesIn(document, "secondary_tasks"))
    if (task_id && (await planOf(deps, task_id))) planned.push(task_id);
  return foreignTexts(document, { texts, planned });
}

/** Whether a person must read a file from outside before agents are told its texts. */
export const hasTextsForReview = async (
  deps: MemoryDeps & ContextDeps,
  text: string,
  onTape: TaskOnTape,
): Promise<boolean> => textsForReview(await foreignChanges(deps, parse(text), onTape)).length > 0;

/** Who accepts a file: a person who says that it is theirs, the caller of a verb, or nobody (a hook or the worker). */
export type ClaimedBy = "owner" | "caller" | "nobody";

/**
 * Refuses to let an agent's command take over an unclaimed file, which came with the repository or was written by hand.
 * The file of a task that the tape knows, as a checkout brings it, is judged by its texts.
 */
export async function refuseUnclaimed(
  deps: WriteDeps & ContextDeps,
  { here, text, task }: UnclaimedFile,
): Promise<void> {
  if (deps.voice === "person" || !text?.trim()) return;
  if ((here !== undefined && sameTaskId(here.task, task)) || (await taskRow(deps, task))) return;
  throw new MemoryError(
    "input.needs_person",
    `${deps.contextFiles.folder}/${ACTIVE_FILE} was not written here, and nobody has confirmed it. Nothing was read from it.`,
    { field: "file", fix: inOwnTerminal({ verb: "context sync" }) },
  );
}

type UnclaimedFile = {
  readonly here: WorktreeRow | undefined;
  readonly text: string | undefined;
  readonly task: string;
};

/** Refuses a file with foreign texts that this caller may not accept for agents. */
export function refuseForeign(deps: WriteDeps & ContextDeps, foreign: ForeignTexts, by: ClaimedBy): void {
  const held = by === "owner" ? [] : by === "caller" ? hostileTextsIn(foreign) : textsForReview(foreign);
  const [first] = held;
  if (first === undefined) return;
  const file = `${deps.contextFiles.folder}/${ACTIVE_FILE}`;
  const command = { verb: "context sync", options: { confirm: true } };
  throw new MemoryError(
    "input.needs_person",
    `${file} was edited and now contains orders to agents: "${first.replaceAll(/\s+/g, " ").slice(0, 200)}". Nothing was read from it.`,
    {
      field: "file",
      fix:
        deps.voice === "person"
          ? { to: "Remove it from the file, or confirm that you wrote it", ...command }
          : inOwnTerminal(command),
    },
  );
}

import { parse } from "../../core/active-context/document/parse.ts";
import { isInside } from "../../core/active-context/document/path-inside.ts";
import { currentTaskId } from "../../core/active-context/document/read.ts";
import { updatedAt } from "../../core/active-context/lint/check.ts";
import type { WorktreeRow } from "../../core/active-context/registry/contexts-view.ts";
import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import { type Resume, resumeOf, resumesIn } from "../../core/active-context/registry/resume.ts";
import { checkTaskId, sameTaskId } from "../../core/active-context/registry/task-id.ts";
import type { UnclaimedContext } from "../../core/bundle/resume-lines.ts";
import { MemoryError } from "../../core/failure.ts";
import { isStandingOrder, needsPerson } from "../../core/items/instruction-like.ts";
import { redact } from "../../core/redact/redact.ts";
import { iso } from "../../core/time.ts";
import type { ContextDeps, MemoryDeps } from "../runtime/deps.ts";
import { contextText } from "./write.ts";

/**
 * The Quick Resume, in quotes, of an active context that nobody here has claimed: it came with the repository, or
 * somebody wrote it by hand. If any text is hostile, gives a standing order or contains a secret, all of it is
 * withheld. Commands are never included.
 */
export async function unclaimedContext(
  deps: MemoryDeps & ContextDeps,
  here: WorktreeRow | undefined,
): Promise<UnclaimedContext | undefined> {
  const file = `${deps.contextFiles.folder}/${ACTIVE_FILE}`;
  const text = await readableText(deps);
  if (text === undefined) return undefined;
  if (text === "withheld") return { file, isWithheld: true };
  const document = parse(text);
  const task = currentTaskId(document);
  if (task === undefined || (here !== undefined && sameTaskId(here.task, task))) return undefined;
  const { goal, focus_now, next_action, key_files } = quickResume(document, task);
  const told = [goal, focus_now, next_action, ...key_files];
  const isWithheld =
    checkTaskId(task) !== undefined || told.some((each) => needsPerson(each) || isStandingOrder(each));
  if (isWithheld || redact(told.join("\n")).found.length > 0) return { file, isWithheld: true };
  const at = updatedAt(document);
  return {
    file,
    isWithheld: false,
    task,
    ...(at === undefined ? {} : { updated: iso(at).slice(0, 10) }),
    resume: { goal, focus_now, next_action, key_files: key_files.filter(isInside) },
  };
}

/** A file that must not be read counts as empty; one with forgotten words is withheld. */
async function readableText(deps: MemoryDeps & ContextDeps): Promise<string | undefined> {
  try {
    return await contextText(deps, ACTIVE_FILE);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return error.code === "input.tombstone" ? "withheld" : undefined;
  }
}

/** The block as written, completed from the rest of the file. */
function quickResume(document: Parameters<typeof resumeOf>[0], task: string): Resume {
  const derived = resumeOf(document, task);
  const own = resumesIn(document).find((each) => each.task === task || each.task === "");
  if (own === undefined) return derived;
  const { goal, focus_now, next_action, key_files } = own;
  return {
    ...derived,
    goal: goal || derived.goal,
    focus_now: focus_now || derived.focus_now,
    next_action: next_action || derived.next_action,
    key_files: (key_files.length > 0 ? key_files : derived.key_files).slice(0, KEY_FILES_MAX),
  };
}

const KEY_FILES_MAX = 5;

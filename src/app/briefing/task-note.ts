import { matchTask } from "../../core/active-context/document/match-task.ts";
import { taskIdsIn } from "../../core/active-context/document/read.ts";
import type { RegistryEntry } from "../../core/active-context/registry/registry.ts";
import { checkTaskId, sameTaskId } from "../../core/active-context/registry/task-id.ts";
import type { TaskRequest } from "../../core/active-context/registry/task-request.ts";
import { MemoryError } from "../../core/failure.ts";
import { currentContext, registry, taskRow } from "../active-context/state.ts";
import type { ContextDeps, MemoryDeps, ProjectDeps, WriteDeps } from "../runtime/deps.ts";
import { ownText } from "./status-line.ts";

/**
 * Tells an agent whose prompt names another task which known task fits, and how to switch. The registry may come with the repository, so
 * only ids are told.
 */
export async function taskNote(
  deps: WriteDeps & ProjectDeps & ContextDeps,
  request: TaskRequest,
): Promise<string> {
  try {
    const { task, document } = await currentContext(deps);
    const { entries } = await registry(deps);
    const isCurrent = task !== undefined && request.id !== undefined && sameTaskId(task, request.id);
    if (isCurrent || (task === undefined && entries.length === 0)) return "";
    const inFile = taskIdsIn(document).find((id) => request.id !== undefined && sameTaskId(id, request.id));
    const found = inFile ?? fittingTask(entries, request);
    const known = found !== undefined && checkTaskId(found) === undefined ? found : undefined;
    const switched = known === undefined ? undefined : await switchedNote(deps, request, known);
    return ownText(switched ?? noteText(deps, request, known));
  } catch (error) {
    // The next verb that needs the registry reports that it cannot be read.
    if (error instanceof MemoryError) return "";
    throw error;
  }
}

/** Switches by itself if the user's settings allow it and the prompt says so. A task that came with a repository is left to a person. */
async function switchedNote(
  deps: WriteDeps & ProjectDeps & ContextDeps,
  { isSwitch }: TaskRequest,
  known: string,
): Promise<string | undefined> {
  if (!isSwitch || !deps.config.context.switch_on_request || !(await taskRow(deps, known))) return undefined;
  const { contextSwitch } = await import("../active-context/switch.ts");
  const { task_id, file } = await contextSwitch(deps, { id: known, reason: "the user asked for it" });
  return `The active context was switched to ${task_id}, as this prompt asks. Read it first: ${file}`;
}

/** Applies the match rule, with the words of the prompt as category and tags. */
function fittingTask(entries: readonly RegistryEntry[], { id, words }: TaskRequest): string | undefined {
  if (id !== undefined) return matchTask(entries, { taskId: id })?.entry.task_id;
  const tags = words.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  for (const category of new Set(tags)) {
    const match = matchTask(entries, { category, tags });
    if (match) return match.entry.task_id;
  }
  return undefined;
}

function noteText({ command }: MemoryDeps, { id }: TaskRequest, known: string | undefined): string {
  const found = known === undefined ? ", and no known task matches" : `. The known task ${known} matches`;
  const options = known === undefined ? { goal: "…" } : {};
  const run = command({ verb: "context switch", words: [known ?? id ?? "ID"], options });
  return `This prompt starts another task${found}. Run: ${run} (or the tool work, intent switch), before you change files, so that the work is recorded under its own task.`;
}

import { matchTask } from "../../core/active-context/document/match.ts";
import { taskIdsIn } from "../../core/active-context/document/read.ts";
import type { RegistryEntry } from "../../core/active-context/registry/registry.ts";
import { checkTaskId, sameTaskId } from "../../core/active-context/registry/task-id.ts";
import type { TaskRequest } from "../../core/active-context/registry/task-request.ts";
import { MemoryError } from "../../core/failure.ts";
import { inHand, registry } from "../active-context/state.ts";
import type { World } from "../runtime/world.ts";
import { ownText } from "./status-line.ts";

/**
 * Tells an agent whose prompt turns to another task which known task fits, and how to switch. Files of the repository
 * are nobody's word: of them only ids are told.
 */
export async function taskNote(world: World, request: TaskRequest): Promise<string> {
  try {
    const { task, document } = await inHand(world);
    const { entries } = await registry(world);
    const isCurrent = task !== undefined && request.id !== undefined && sameTaskId(task, request.id);
    if (isCurrent || (task === undefined && entries.length === 0)) return "";
    const inFile = taskIdsIn(document).find((id) => request.id !== undefined && sameTaskId(id, request.id));
    const known = inFile ?? fittingTask(entries, request);
    return ownText(
      noteText(request, known !== undefined && checkTaskId(known) === undefined ? known : undefined),
    );
  } catch (error) {
    // A registry that cannot be read is told by the next verb that needs it.
    if (error instanceof MemoryError) return "";
    throw error;
  }
}

/** The match rule, with the words of the prompt for category and tags. */
function fittingTask(entries: readonly RegistryEntry[], { id, words }: TaskRequest): string | undefined {
  if (id !== undefined) return matchTask(entries, { taskId: id })?.entry.task_id;
  const tags = words.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  for (const category of new Set(tags)) {
    const match = matchTask(entries, { category, tags });
    if (match) return match.entry.task_id;
  }
  return undefined;
}

function noteText({ id }: TaskRequest, known: string | undefined): string {
  const before = "before you change files, so that the work is filed under its own task.";
  if (known !== undefined)
    return `This prompt turns to another task. The known task ${known} fits. Run: tidemark context switch ${known} (or the tool work, intent switch), ${before}`;
  return `This prompt turns to another task, and no known task fits. Run: tidemark context switch ${id ?? "ID"} --goal "…" (or the tool work, intent switch), ${before}`;
}

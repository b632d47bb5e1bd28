import { byCodePoints } from "../../order.ts";
import { parseInstant } from "../../time.ts";
import type { RegistryEntry } from "../registry/registry.ts";
import { sameTaskId } from "../registry/task-id.ts";

/** What is known about the task that somebody wants to work on. */
export type WantedTask = {
  readonly taskId?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
};

export type Match = {
  readonly entry: RegistryEntry;
  readonly by: "task_id" | "tags";
  readonly shared: readonly string[];
};

/** Two tasks with the same category and this many common tags count as the same piece of work. */
const SHARED_TAGS_MIN = 2;

/**
 * Finds the archived context that a task continues: the one with the same id, else the one of the same category that
 * shares the most tags (the latest of several), else none.
 */
export function matchTask(entries: readonly RegistryEntry[], wanted: WantedTask): Match | undefined {
  const { taskId, category, tags = [] } = wanted;
  const own = taskId === undefined ? undefined : entries.find(({ task_id }) => sameTaskId(task_id, taskId));
  if (own) return { entry: own, by: "task_id", shared: sharedTags(own.tags, tags) };
  if (!category) return undefined;
  const [best] = entries
    .filter((entry) => normalize(entry.category) === normalize(category))
    .map((entry) => ({ entry, shared: sharedTags(entry.tags, tags) }))
    .filter(({ shared }) => shared.length >= SHARED_TAGS_MIN)
    .sort(
      (a, b) =>
        b.shared.length - a.shared.length ||
        archivedAt(b.entry) - archivedAt(a.entry) ||
        byCodePoints(a.entry.task_id, b.entry.task_id),
    );
  return best && { entry: best.entry, by: "tags", shared: best.shared };
}

const normalize = (text: string): string => text.trim().toLowerCase();

function sharedTags(left: readonly string[], right: readonly string[]): string[] {
  const wanted = new Set(right.map(normalize));
  return [...new Set(left.map(normalize))].filter((tag) => tag !== "" && wanted.has(tag));
}

const archivedAt = ({ archived_at }: RegistryEntry): number => parseInstant(archived_at) ?? 0;

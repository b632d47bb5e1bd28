import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { TOPIC_ROWS, topicName } from "../../core/items/topics-view.ts";
import { nearest } from "../../core/text/nearest.ts";
import { type Crystal, compileCrystal } from "../../core/topics/crystal.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { type MarkedItem, markedItems } from "../threads/marked-items.ts";
import { itemsByIds } from "./find-item.ts";

export type TopicsInput = { readonly topic?: string | undefined; readonly limit: number };

/** A topic in a list. */
export type TopicLine = {
  readonly topic: string;
  /** Number of live units. */
  readonly units: number;
  /** When any of these units was last changed. */
  readonly changed_at: string;
  readonly has_crystal: boolean;
};

/** A topic and its compiled text. */
export type CompiledTopic = { readonly topic: string; readonly units: number; readonly crystal?: Crystal };

export type Topics = {
  readonly topics: readonly TopicLine[];
  readonly total: number;
  /** Only if one topic was asked for. */
  readonly crystal?: Crystal & {
    /** The labels of the units that it cites, in the same order, each with a note about any later statement. */
    readonly labels: readonly string[];
  };
  /** Live units of that topic, most recently changed first. */
  readonly units?: readonly MarkedItem[];
};

/** Maximum number of topics counted at once; a project has dozens. */
const TOPICS_MAX = 1000;
/** Maximum number of units compiled for one topic: the newest. */
const COMPILED_MAX = 2000;

/** Topics with live units, most recently changed first; or one topic with its compiled text and its units. */
export async function topics(deps: MemoryDeps, input: TopicsInput): Promise<Topics> {
  await catchUp(deps, "items", "topics");
  return input.topic === undefined ? listOf(deps, input.limit) : oneTopic(deps, input.topic, input.limit);
}

/** Compiles the text of a topic from its current live units. It is not stored. */
export async function compiledTopic(deps: MemoryDeps, topic: string): Promise<CompiledTopic> {
  await catchUp(deps, "items", "topics");
  const { units, total } = await unitsOf(deps, topic, COMPILED_MAX);
  const crystal = crystalOf(deps, topic, units);
  return { topic, units: total, ...(crystal ? { crystal } : {}) };
}

/** Maximum number of topics considered for pages, most recently changed first. */
const PAGES_LOOK_MAX = 20;

/** Topics with enough units for a page of their own, most recently changed first. */
export async function topicPages(deps: MemoryDeps): Promise<TopicLine[]> {
  await catchUp(deps, "items", "topics");
  return (await listOf(deps, PAGES_LOOK_MAX, PAGES_LOOK_MAX)).topics.filter(({ has_crystal }) => has_crystal);
}

/** The topic, if a live unit has it. Otherwise fails with the most similar known topic. */
export async function knownTopic(deps: MemoryDeps, topic: string): Promise<string> {
  await catchUp(deps, "items", "topics");
  if ((await unitsOf(deps, topic, 1)).total === 0) throw await unknownTopic(deps, topic);
  return topic;
}

/** Topics of units are in lower case, and the compiled text uses the same name. */
function crystalOf(deps: MemoryDeps, topic: string, units: readonly ItemRow[]): Crystal | undefined {
  const filed = units.map((unit) => ({ ...unit, topic: topicName(unit.topic) }));
  return compileCrystal(topic, filed, { minUnits: deps.config.memory.crystalMinUnits });
}

async function unitsOf(
  deps: MemoryDeps,
  topic: string,
  limit: number,
): Promise<{ units: ItemRow[]; total: number }> {
  const selection = { kinds: [topic], order: "newest", limit, offset: 0 } as const;
  const { rows, total } = await deps.store.views.select(deps.views.topics, selection);
  const ids = rows.map(({ id }) => id);
  return { units: await itemsByIds(deps, ids), total };
}

async function listOf(deps: MemoryDeps, limit: number, look = TOPICS_MAX): Promise<Topics> {
  const found: TopicLine[] = [];
  for (const topic of await names(deps, look)) {
    const { units, total } = await unitsOf(deps, topic, 1);
    const changed_at = units[0]?.changed_at;
    const has_crystal = total >= Math.max(1, deps.config.memory.crystalMinUnits);
    if (changed_at !== undefined) found.push({ topic, units: total, changed_at, has_crystal });
  }
  return { topics: found.slice(0, limit), total: found.length };
}

async function names(deps: MemoryDeps, limit: number): Promise<string[]> {
  const selection = { kinds: [TOPIC_ROWS], order: "newest", limit, offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.topics, selection);
  return rows.map(({ topic }) => topic);
}

async function oneTopic(deps: MemoryDeps, asked: string, limit: number): Promise<Topics> {
  const topic = topicName(asked);
  const { units: found, total } = await unitsOf(deps, topic, COMPILED_MAX);
  const units = await markedItems(deps, found);
  const [newest] = units;
  if (!newest) throw await unknownTopic(deps, asked);
  const crystal = crystalOf(deps, topic, units);
  const line = { topic, units: total, changed_at: newest.changed_at, has_crystal: crystal !== undefined };
  const labels = new Map(
    units.map(({ id, label, thread_mark }) => [id, [label, thread_mark].filter(Boolean).join(", ")]),
  );
  const named = crystal && { ...crystal, labels: crystal.cites.map((id) => labels.get(id) ?? id) };
  return { topics: [line], total: 1, ...(named ? { crystal: named } : {}), units: units.slice(0, limit) };
}

async function unknownTopic(deps: MemoryDeps, asked: string): Promise<MemoryError> {
  const close = nearest(
    topicName(asked),
    (await listOf(deps, TOPICS_MAX)).topics.map(({ topic }) => topic),
  );
  return new MemoryError("input.unknown_id", `There are no current items about "${asked}".`, {
    field: "topic",
    fix: close ? `Did you mean "${close}"?` : { to: "To list topics", verb: "topics" },
  });
}

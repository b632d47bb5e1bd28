import { withoutFullStop } from "../../core/bundle/thread-text.ts";
import { DOCUMENT_EVENTS } from "../../core/documents/document.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { statementSpeaker } from "../../core/items/statement-speaker.ts";
import { documentPassage } from "../../core/recall/index/document-docs.ts";
import { passagesOf } from "../../core/recall/index/passages.ts";
import { eventPosition } from "../../core/recall/index/search-view.ts";
import type { Question } from "../../core/recall/query/question.ts";
import { excerptOf } from "../../core/recall/score/excerpt.ts";
import { PARTS, type RankedKey, type ScorePart } from "../../core/recall/score/score.ts";
import type { Position, Recorded } from "../../core/tape/event.ts";
import { iso } from "../../core/time.ts";
import { eventsAt } from "../items/evidence.ts";
import { itemsByIds } from "../items/find-item.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** A recalled item, turn, commit, document, or crystal of a topic. */
export type Hit = {
  readonly id: string;
  readonly label?: string;
  readonly kind: string;
  readonly text: string;
  /** The most relevant part of the text, on one line. */
  readonly snippet: string;
  readonly topic?: string;
  readonly at: string;
  readonly by: string;
  readonly session?: string;
  readonly score: number;
  /** The parts of the score, which sum to it. Parts of 0 are left out. */
  readonly parts: { readonly [part in ScorePart]?: number };
  /** Positions of the cited events. */
  readonly evidence: readonly Position[];
  /** Earlier statements about the same matter, newest first. */
  readonly earlier?: readonly EarlierStatement[];
  /** For a crystal, its matching units. */
  readonly cites?: readonly string[];
};

/** A statement that was followed by a newer one in its thread. */
export type EarlierStatement = {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly at: string;
};

/** Maximum number of characters of a snippet: two or three lines. */
const SNIPPET_MAX = 280;

/** Ranked keys with their texts. The texts are read in two batches, however many there are. */
export async function hitsOf(
  deps: MemoryDeps,
  question: Question,
  ranked: readonly RankedKey[],
): Promise<Hit[]> {
  const positions = ranked.flatMap(({ passage }) => eventPosition(passage) ?? []);
  const ids = ranked.filter(({ passage }) => eventPosition(passage) === undefined).map(({ key }) => key);
  const events = await eventsAt(deps, positions);
  const items = new Map((await itemsByIds(deps, ids)).map((item) => [item.id, item]));
  return ranked.flatMap((one) => {
    const event = events.get(eventPosition(one.passage) ?? 0);
    const item = items.get(one.key);
    if (item) return [itemHit(item, question, one)];
    return event && event.payload !== null ? [eventHit(deps, question, { event, one })] : [];
  });
}

const scoreFields = ({ score, parts }: RankedKey): Pick<Hit, "score" | "parts"> => ({
  score,
  parts: Object.fromEntries(PARTS.flatMap((part) => (parts[part] === 0 ? [] : [[part, parts[part]]]))),
});

export function itemHit(item: ItemRow, question: Question, one: RankedKey): Hit {
  const { id, label, kind, topic, last_seen_at } = item;
  const text = withWayOut(item);
  return {
    id,
    label,
    kind,
    text,
    snippet: excerptOf(text, question.text, SNIPPET_MAX).text,
    ...(topic === undefined ? {} : { topic: String(topic) }),
    at: last_seen_at,
    by: statementSpeaker(item),
    ...scoreFields(one),
    evidence: (item.evidence ?? []).filter((position) => position > 0),
  };
}

/** A trap is recalled with its way out. */
const withWayOut = ({ text, instead }: ItemRow): string =>
  typeof instead === "string" ? `${withoutFullStop(text)}. Instead: ${instead}` : text;

type RankedEvent = { readonly event: Recorded; readonly one: RankedKey };

function eventHit(deps: MemoryDeps, question: Question, { event, one }: RankedEvent): Hit {
  const { text, by } = toldBy(event, one);
  const answering = event.type === DOCUMENT_EVENTS.seen ? text : passageIn(deps, { event, one });
  return {
    id: one.key,
    kind: one.passage.kind,
    text,
    by,
    snippet: excerptOf(answering, question.text, SNIPPET_MAX).text,
    at: iso(event.at),
    ...(event.session === undefined ? {} : { session: event.session }),
    ...scoreFields(one),
    evidence: [event.position],
  };
}

/** The text and the speaker of an event. For a document only the most relevant passage, with its headings. */
function toldBy({ type, payload }: Recorded, { passage }: RankedKey): Pick<Hit, "text" | "by"> {
  if (type === DOCUMENT_EVENTS.seen && payload)
    return { text: documentPassage(payload, passage.part), by: "repository" };
  if (type === "commit.seen" && payload)
    return { text: [payload.subject, payload.body].filter(Boolean).join("\n"), by: payload.author ?? "git" };
  if (type === "turn.recorded" && payload) return { text: payload.text, by: payload.speaker ?? payload.role };
  throw new Error(`bug: an event of type ${type} was recalled`);
}

/** The passage that represents a hit. */
function passageIn({ views }: MemoryDeps, { event, one }: RankedEvent): string {
  const text = views.search.docsOf(event).get(one.key)?.text ?? "";
  const passages = typeof text === "string" ? passagesOf(text) : text.map((each) => each.text);
  return passages[one.passage.part] ?? "";
}

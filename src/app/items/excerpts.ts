import { DOCUMENT_EVENTS } from "../../core/documents/document.ts";
import type { Item } from "../../core/items/item.ts";
import { isItemEvent, itemOf } from "../../core/items/life.ts";
import { excerptOf } from "../../core/recall/score/excerpt.ts";
import type { Position, Recorded } from "../../core/tape/event.ts";
import { iso } from "../../core/time.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { eventsAt } from "./evidence.ts";

/** A piece of evidence: who said it, when, where, and the words around the statement. */
export type Excerpt = {
  readonly position: Position;
  /** The name with which `get` shows all of it: turn@12, commit@12, document@12, event@12. */
  readonly name: string;
  readonly at: string;
  readonly by: string;
  readonly session?: string;
  readonly text: string;
  /** Whether the text is only a part of the original. */
  readonly is_cut: boolean;
};

export type Evidence = {
  readonly evidence: readonly Excerpt[];
  /** Number of positions in the evidence that have no excerpt here. */
  readonly evidence_left_out: number;
  /** Number of events in the evidence that are not on this tape; absent if there are none. */
  readonly evidence_missing?: number;
};

/** Maximum length of one excerpt: a few sentences. */
const EXCERPT_MAX = 280;

/** The first events of an item's evidence, each cut to the text around its statement. */
export async function evidenceOf(deps: MemoryDeps, item: Item, most: number): Promise<Evidence> {
  const positions = item.evidence ?? [];
  const shown = positions.slice(0, most);
  const events = await eventsAt(deps, shown);
  const excerpts = shown.flatMap((position) => {
    const event = events.get(position);
    return event ? [excerptAt(event, item.text)] : [];
  });
  const missing = shown.length - excerpts.length;
  return {
    evidence: excerpts,
    evidence_left_out: positions.length - shown.length + Number(item.evidence_left_out ?? 0),
    ...(missing > 0 ? { evidence_missing: missing } : {}),
  };
}

/** An excerpt of an event. Without a statement to look for, the whole text is returned. */
export function excerptAt(event: Recorded, statement?: string): Excerpt {
  const whole = wordsOfEvent(event);
  const cut =
    statement === undefined ? { text: whole, isCut: false } : excerptOf(whole, statement, EXCERPT_MAX);
  return {
    position: event.position,
    name: `${SORTS.get(event.type) ?? "event"}@${event.position}`,
    at: iso(event.at),
    by: speakerOf(event),
    ...(event.session === undefined ? {} : { session: event.session }),
    text: cut.text,
    is_cut: cut.isCut,
  };
}

/** Names for people of event types. */
const SORTS: ReadonlyMap<string, string> = new Map([
  ["turn.recorded", "turn"],
  ["commit.seen", "commit"],
  [DOCUMENT_EVENTS.seen, "document"],
]);

function speakerOf({ type, payload, writer }: Recorded): string {
  if (type === "commit.seen") return String(payload?.author ?? "git");
  if (type === DOCUMENT_EVENTS.seen) return String(payload?.path ?? "repository");
  if (type !== "turn.recorded" || payload === null) return writer.agent;
  const { speaker, role, tool, own } = payload;
  if (own === true) return "tidemark";
  return [speaker ?? role, tool].filter(Boolean).map(String).join(" ");
}

function wordsOfEvent(event: Recorded): string {
  const { type, payload } = event;
  if (payload === null) return "(forgotten)";
  if (type === "turn.recorded" || type === DOCUMENT_EVENTS.seen) return payload.text;
  if (type === "commit.seen") return [payload.subject, payload.body].filter(Boolean).join("\n");
  if (isItemEvent(event)) return itemOf(event).text;
  if (Object.keys(payload).length === 0) return `(${type})`;
  return Object.entries(payload)
    .map(([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}

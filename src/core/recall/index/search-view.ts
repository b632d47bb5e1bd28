import { agentIn, personIn } from "../../agent-name.ts";
import {
  DOCUMENT_TYPES,
  type DocumentEvent,
  documentPath,
  isDocumentEvent,
} from "../../documents/document.ts";
import { ITEM_ACT_TYPES } from "../../items/item.ts";
import { type KindName, kindOf } from "../../items/kinds.ts";
import { type ItemEvent, itemOf } from "../../items/life.ts";
import type { EventOf, Position, TurnEvent } from "../../tape/event.ts";
import type { Doc, Docs, Indexing } from "../../tape/projection.ts";
import { documentDocs } from "./document-docs.ts";
import type { Passage } from "./passage.ts";

/** The key of a turn in the index. Items are indexed under their own ids. */
const turnKey = (position: number): string => `turn@${position}`;
const commitKey = (position: number): string => `commit@${position}`;

/** The position of the turn, commit or document version that a key names; undefined if the key names something else. */
export function turnPosition(key: string): number | undefined {
  const match = /^(?:turn|commit|document)@([1-9]\d*)$/.exec(key);
  return match ? Number(match[1]) : undefined;
}

/** The position of the event that contains a passage's words; undefined for an item. A document has one key for all its versions. */
export const eventPosition = ({ key, position }: Pick<Passage, "key" | "position">): Position | undefined =>
  turnPosition(key) ?? (documentPath(key) === undefined ? undefined : position);

type SearchedType = ItemEvent["type"] | "turn.recorded" | "commit.seen" | DocumentEvent["type"];

/**
 * Everything that can be recalled: live items, turns, commits, and documents. An item that has ended is removed from the index. Forgetting
 * resets every view, so a forgotten event is never seen here; forgetting a document also removes its older versions.
 */
export const searchView: Indexing<SearchedType> = {
  shape: "words",
  name: "search",
  version: 9,
  types: [...ITEM_ACT_TYPES, "turn.recorded", "commit.seen", ...DOCUMENT_TYPES],
  docsOf: (event) => {
    if (isDocumentEvent(event)) return documentDocs(event);
    if (event.type === "commit.seen") return commit(event);
    return event.type === "turn.recorded" ? turn(event) : item(event);
  },
};

function commit(event: EventOf<"commit.seen">): Docs {
  if (event.payload === null) return new Map();
  const { subject, body = "", author, files } = event.payload;
  const doc: Doc = {
    kind: "commit",
    text: `${subject}\n${body}`,
    topic: "",
    at: event.at,
    position: event.position,
    by: [author ?? "git"],
    ...(files === undefined ? {} : { paths: files }),
  };
  return new Map([[commitKey(event.position), doc]]);
}

/** The names by which an agent is found. An agent of a person is found by its full name, by its own name and by the person's name. */
function namesOf(agent: string): string[] {
  const person = personIn(agent);
  return person === undefined ? [agent] : [agent, agentIn(agent), person];
}

/** Tidemark's own output in a turn is kept on the tape but not indexed, because nobody wants to find it again. */
function turn(event: TurnEvent): Docs {
  if (event.payload === null || event.payload.own) return new Map();
  const { text, role, speaker, files } = event.payload;
  const doc: Doc = {
    kind: "turn",
    text,
    topic: "",
    at: event.at,
    position: event.position,
    role,
    by: [...new Set([...namesOf(event.writer.agent), speaker ?? role])],
    ...(event.session === undefined ? {} : { session: event.session }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(files === undefined ? {} : { paths: files }),
  };
  return new Map([[turnKey(event.position), doc]]);
}

/** Kinds that wait for a decision. They are listed for review and not recalled, because recall would show them as if they held. */
const UNDECIDED: readonly KindName[] = ["candidate", "edge", "insight"];
export const isRecalled = (kind: KindName): boolean => !UNDECIDED.includes(kind);

function item(event: ItemEvent): Docs {
  if (event.payload === null) return new Map();
  const now = itemOf(event);
  if (!isRecalled(now.kind)) return new Map();
  const isLive = !now.removed && kindOf(now.kind).live.includes(now.status);
  if (!isLive || now.quiet === true) return new Map([[now.id, undefined]]);
  const lists = [now.parts, now.tags].flatMap((list) => (Array.isArray(list) ? list : []));
  const extra = [now.instead, now.key, now.command, ...lists].filter((value) => typeof value === "string");
  const { confidence } = now;
  const doc: Doc = {
    kind: now.kind,
    text: [now.text, ...extra].join("\n"),
    topic: String(now.topic ?? ""),
    at: Date.parse(now.last_seen_at),
    position: event.position,
    by: namesOf(event.writer.agent),
    paths: [now.related_paths, now.files].flatMap((list) => (Array.isArray(list) ? list.map(String) : [])),
    ...(event.session === undefined ? {} : { session: event.session }),
    ...(typeof confidence === "number" ? { confidence } : {}),
  };
  return new Map([[now.id, doc]]);
}

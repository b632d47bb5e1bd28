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

/** The key of a turn in the index. Items are found under their own ids. */
const turnKey = (position: number): string => `turn@${position}`;
const commitKey = (position: number): string => `commit@${position}`;

/** Where the turn, commit or version of a document lies that a key names; undefined when it names something else. */
export function turnPosition(key: string): number | undefined {
  const match = /^(?:turn|commit|document)@([1-9]\d*)$/.exec(key);
  return match ? Number(match[1]) : undefined;
}

/** Where the event lies whose words a passage has; undefined for an item's. A document has one key for all versions. */
export const eventPosition = ({ key, position }: Pick<Passage, "key" | "position">): Position | undefined =>
  turnPosition(key) ?? (documentPath(key) === undefined ? undefined : position);

type SearchedType = ItemEvent["type"] | "turn.recorded" | "commit.seen" | DocumentEvent["type"];

/**
 * What can be recalled: live items, the turns of sessions, commits, and documents. An item that has ended leaves the index.
 * Forgetting resets every view, so a forgotten event is simply never seen here; of a document it takes the older versions
 * with it.
 */
export const searchView: Indexing<SearchedType> = {
  shape: "words",
  name: "search",
  version: 8,
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

/** An agent of a person is found by its whole name, by its own and by the person's. */
function namesOf(agent: string): string[] {
  const person = personIn(agent);
  return person === undefined ? [agent] : [agent, agentIn(agent), person];
}

/** Our own words coming back are kept on the tape, but nobody wants to be told them again. */
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

/** What nobody has decided on yet is listed for review. To recall it would be to tell it as if it held. */
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

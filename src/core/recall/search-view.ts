import { ITEM_ACT_TYPES } from "../items/item.ts";
import { type KindName, kindOf } from "../items/kinds.ts";
import { itemOf } from "../items/life.ts";
import type { Recorded } from "../tape/event.ts";
import type { Doc, Docs, Indexing } from "../tape/projection.ts";

/** The key of a turn in the index. Items are found under their own ids. */
const turnKey = (position: number): string => `turn@${position}`;
const commitKey = (position: number): string => `commit@${position}`;

/** Where the turn or commit lies that a key names; undefined when the key is an item's. */
export function turnPosition(key: string): number | undefined {
  const match = /^(?:turn|commit)@([1-9]\d*)$/.exec(key);
  return match ? Number(match[1]) : undefined;
}

/**
 * What can be recalled: live items, the turns of sessions, and commits. An item that is over leaves the index. Forgetting
 * resets every view, so a forgotten event is simply never seen here.
 */
export const searchView: Indexing = {
  shape: "words",
  name: "search",
  version: 3,
  types: [...ITEM_ACT_TYPES, "turn.recorded", "commit.seen"],
  docsOf: (event) => {
    if (event.payload === null) return new Map();
    if (event.type === "commit.seen") return commit(event);
    return event.type === "turn.recorded" ? turn(event) : item(event);
  },
};

function commit(event: Recorded): Docs {
  const { subject, body = "" } = event.payload as { subject: string; body?: string };
  const doc: Doc = {
    kind: "commit",
    text: `${subject}\n${body}`,
    topic: "",
    at: event.at,
    position: event.position,
  };
  return new Map([[commitKey(event.position), doc]]);
}

/** Our own words coming back are kept on the tape, but nobody wants to be told them again. */
function turn(event: Recorded): Docs {
  const { text, speaker, own } = event.payload as { text: string; speaker?: string; own?: boolean };
  if (own) return new Map();
  const doc: Doc = {
    kind: "turn",
    text: speaker === undefined ? text : `${speaker}: ${text}`,
    topic: "",
    at: event.at,
    position: event.position,
  };
  return new Map([[turnKey(event.position), doc]]);
}

/** What nobody has decided on yet is listed for review. To recall it would be to tell it as if it held. */
const UNDECIDED: readonly KindName[] = ["candidate", "edge", "insight"];
const isRecalled = (kind: KindName): boolean => !UNDECIDED.includes(kind);

function item(event: Recorded): Docs {
  const now = itemOf(event);
  if (!isRecalled(now.kind)) return new Map();
  const isLive = !now.removed && kindOf(now.kind).live.includes(now.status);
  if (!isLive || now.quiet === true) return new Map([[now.id, undefined]]);
  const parts = Array.isArray(now.parts) ? now.parts : [];
  const extra = [now.instead, now.key, now.command, ...parts].filter((value) => typeof value === "string");
  const doc: Doc = {
    kind: now.kind,
    text: [now.text, ...extra].join("\n"),
    topic: String(now.topic ?? ""),
    at: Date.parse(now.last_seen_at),
    position: event.position,
  };
  return new Map([[now.id, doc]]);
}

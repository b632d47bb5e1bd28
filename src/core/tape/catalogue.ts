import * as z from "zod/mini";
import { ROLES } from "../access/roles.ts";
import { fieldsIn } from "../fields.ts";
import { RATINGS } from "../freshness/ratings.ts";
import { ITEM_ACTS, type Item } from "../items/item.ts";
import { isKind } from "../items/kinds.ts";
import { BUNDLE_EVENTS } from "./bundle-events.ts";
import { CONTEXT_EVENTS } from "./context-events.ts";
import { DELTA_EVENTS } from "./delta-events.ts";
import type { Payload } from "./event.ts";
import { MODEL_EVENTS } from "./model-events.ts";
import { SEMANTIC_EVENTS } from "./semantic/semantic-events.ts";
import { isSemantic } from "./semantic/semantic-types.ts";
import { type EventType, versionOf } from "./versions.ts";

/** Largest payload of any event: the longest turn with its escapes fits, and nothing larger. */
export const PAYLOAD_BYTES_MAX = 4 * 1024 * 1024;

const name = z.string().check(z.minLength(1), z.maxLength(200));
const words = z.string().check(z.maxLength(4000));
const item = z.custom<Item>(isItem, "must be a whole item with id, kind, status, text and times");
/** The payload of most session events. */
const reason = z.strictObject({ reason: z.optional(words) });
const count = z.int().check(z.minimum(0));
const paths = z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(500));

/** Converts a payload of one version into a payload of the next version. */
export type Upcast = (payload: Payload) => Payload;

/** One type of event: its payload, its newest version, and how older versions are converted. */
export type EventKind = {
  readonly summary: string;
  readonly version: number;
  readonly payload: z.ZodMiniObject;
  /** Upcasts by the version that they convert from. */
  readonly upcasts: { readonly [from: number]: Upcast };
  /** Whether a person or a program may record it with `record`; otherwise only Tidemark writes it. */
  readonly recordable: boolean;
};

type CatalogueEntry = Pick<EventKind, "summary" | "payload"> &
  Partial<Pick<EventKind, "upcasts" | "recordable">>;

/** An act and its consequences on other items name each other, so that undo finds all of them. */
const together = { because: z.optional(name), with: z.optional(z.array(name)) };

const itemAct = <Fields extends z.core.$ZodShape>(summary: string, fields: Fields) => ({
  summary,
  payload: z.strictObject({ item, ...fields, ...together }),
});

const threadLink = z.strictObject({
  /** The earlier item, or the name of the earlier turn. */
  older: name,
  /** The position of the later turn; 0 if the turn is not on this tape. */
  turn: count,
  /** The unit that was made from the later turn and is about the same subject, if there is one. */
  newer: z.optional(name),
  /** The ranges in the turn's text that mention the older item. */
  words: z.array(z.tuple([count, count])).check(z.maxLength(20)),
  score: z.number().check(z.minimum(0), z.maximum(1)),
});

const ENTRIES = {
  "project.identified": {
    summary: "The project was opened from a new folder, git directory or root commit.",
    payload: z.strictObject({
      folder: z.string(),
      common_dir: z.optional(z.string()),
      root_commit: z.optional(z.string()),
    }),
  },
  "session.started": {
    summary: "A session started.",
    payload: z.strictObject({
      host_session: z.optional(name),
      cwd: z.optional(z.string().check(z.maxLength(4000))),
      branch: z.optional(name),
      commit: z.optional(name),
      mode: z.optional(z.enum(["foreground", "background"])),
      previous: z.optional(name),
      /** The event comes from another tape, on which this agent name may belong to another agent. */
      elsewhere: z.optional(z.literal(true)),
    }),
    recordable: true,
  },
  "session.slept": { summary: "A session paused.", payload: reason, recordable: true },
  "session.woke": { summary: "A session resumed.", payload: reason, recordable: true },
  "session.compacted": {
    summary: "The host compacted the session; its next span starts.",
    payload: z.strictObject({ trigger: z.optional(words) }),
    recordable: true,
  },
  "session.reset": {
    summary: "The session was cleared; the next session refers to it.",
    payload: reason,
    recordable: true,
  },
  "session.ended": { summary: "A session ended.", payload: reason, recordable: true },
  "session.marked": {
    summary: "The session was marked for extraction.",
    payload: z.strictObject({ reason: words }),
  },
  "session.read": {
    summary: "A worker read a session up to a position; the extracted items are in the same commit.",
    payload: z.strictObject({
      up_to: count,
      /** Number of turns and semantic events that were read. */
      turns: count,
      mark: count,
      /** The version of the extraction rules. A session that was read by another version is read again. */
      rules: z.optional(count),
      /** Number of findings that could not be stored. */
      skipped: z.optional(count),
    }),
  },
  "session.failed": {
    summary: "A worker could not read the session.",
    payload: z.strictObject({ attempt: count, error: words, retry_at: z.optional(z.string()) }),
  },
  "session.retried": {
    summary: "A failed session was marked for a retry.",
    payload: z.strictObject({ by: z.optional(words) }),
  },
  "record.unknown": {
    summary: "A history record of an unknown type, kept unchanged.",
    payload: z.strictObject({
      record_type: name,
      raw: z.string(),
      cut_from: z.optional(z.int().check(z.positive())),
    }),
  },
  "commit.seen": {
    summary: "A git commit, so that recall finds its message.",
    payload: z.strictObject({
      commit: name,
      subject: z.string().check(z.maxLength(4000)),
      body: z.optional(z.string().check(z.maxLength(64_000))),
      author: z.optional(name),
      files: z.optional(paths),
      files_left_out: z.optional(z.int().check(z.positive())),
    }),
    recordable: true,
  },
  "document.seen": {
    summary: "A version of a tracked document, so that recall finds it.",
    payload: z.strictObject({
      /** Relative to the project's root, with forward slashes. The subject and the key name it too. */
      path: z.string().check(z.minLength(1), z.maxLength(1000)),
      /** Hash of the file's text before secrets were removed. */
      hash: name,
      title: words,
      /** At most 64 kB of the file; redaction may make the text longer. */
      text: z.string().check(z.maxLength(512_000)),
      /** The event contains only the beginning of the document. */
      cut: z.optional(z.literal(true)),
    }),
  },
  "document.gone": {
    summary: "A document is no longer tracked or selected.",
    payload: z.strictObject({ path: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  },
  "turn.recorded": {
    summary: "One message of a session, verbatim.",
    payload: z.strictObject({
      role: z.enum(["user", "assistant", "tool", "system"]),
      text: z.string(),
      /** Bytes of the text before it was cut; absent if the text is complete. */
      cut_from_bytes: z.optional(z.int().check(z.positive())),
      speaker: z.optional(name),
      /** Tidemark's own output that came back through a host: stored, but nothing is extracted from it. */
      own: z.optional(z.literal(true)),
      tool: z.optional(name),
      /** A summary of at most 4,000 characters; redaction may make it a little longer. */
      tool_input: z.optional(z.string().check(z.maxLength(8000))),
      files: z.optional(paths),
      exit_code: z.optional(z.int()),
    }),
    recordable: true,
  },
  ...SEMANTIC_EVENTS,
  [ITEM_ACTS.created]: itemAct("An item was created.", {}),
  [ITEM_ACTS.updated]: itemAct("Fields of an item were set.", { fields: z.array(name) }),
  [ITEM_ACTS.transitioned]: itemAct("An item moved to another status.", {
    from: name,
    reason: z.optional(words),
    /** The turn in which a person gave up the item's statement. */
    evidence: z.optional(words),
  }),
  [ITEM_ACTS.removed]: itemAct("An item was archived.", {}),
  [ITEM_ACTS.undone]: itemAct("A change to an item was undone.", {
    /** The position of the undone act; 0 if that act is not on this tape. */
    undoes: count,
  }),
  [ITEM_ACTS.rated]: itemAct(
    "A statement was rated as confirmed, helpful, misleading or wrong. This changes its score, not its status.",
    { rating: z.enum(RATINGS), reason: z.optional(words), evidence: z.optional(words) },
  ),
  ...MODEL_EVENTS,
  // The fields that version 2 adds are optional.
  "model.answered": { ...MODEL_EVENTS["model.answered"], upcasts: { 1: (payload) => payload } },
  ...BUNDLE_EVENTS,
  ...DELTA_EVENTS,
  ...CONTEXT_EVENTS,
  "thread.linked": {
    summary:
      "Later turns of a person, or edits that an agent made, concern earlier items; they form a thread, newest first.",
    payload: z.strictObject({ links: z.array(threadLink).check(z.maxLength(400)) }),
  },
  "remote.acted": {
    summary: "Who made a change over the network, and in which role; recorded with the change.",
    payload: z.strictObject({
      person: name,
      role: z.enum(ROLES),
      /** The id of the token; absent for the server's own user. */
      access_id: z.optional(name),
      verb: name,
      over: z.enum(["api", "mcp"]),
      /** Ids of the items that were acted on. */
      items: z.optional(z.array(name).check(z.maxLength(1000))),
    }),
  },
  "payload.forgotten": {
    summary:
      "Payloads were erased. Positions and hashes stay, and the erased statements are not extracted again.",
    payload: z.strictObject({
      events: z.array(name),
      items: z.array(name),
      tombstones: z.array(name),
      reason: z.optional(words),
    }),
  },
  "payload.redacted": {
    summary: "Secrets were removed from stored payloads; positions and hashes stay.",
    payload: z.strictObject({
      events: z.array(z.strictObject({ id: name, print: name })),
      rules: z.array(z.strictObject({ rule: name, count })),
    }),
  },
  "tape.salvaged": {
    summary: "Events were copied out of a damaged database.",
    payload: z.strictObject({
      found: z.int(),
      lost: z.array(z.int()),
      lost_count: z.int(),
      /** Number of recovered events whose ids contain characters that the database had stored differently. */
      mended: count,
    }),
    upcasts: { 1: (payload) => ({ ...payload, mended: 0 }) },
  },
} as const satisfies { readonly [type in EventType]: CatalogueEntry };

/** A payload as a store returns it: JSON has no `undefined`, and recorded payloads are read-only. */
type Stored<Value> = Value extends Item
  ? Value
  : Value extends object
    ? { readonly [Field in keyof Value]: Stored<Exclude<Value[Field], undefined>> }
    : Value;

/** The payload of an event type, as its schema defines it. */
export type PayloadOf<Type extends EventType> = Stored<z.output<(typeof ENTRIES)[Type]["payload"]>>;

/** Every event that can be on a tape. The reference page is generated from this table. */
export const CATALOGUE: { readonly [type: string]: EventKind } = Object.fromEntries(
  Object.entries(ENTRIES).map(([type, entry]) => [
    type,
    { upcasts: {}, recordable: isSemantic(type), ...entry, version: versionOf(type) },
  ]),
);

/** Views use an item without further checks, so these properties must be certain. */
function isItem(value: unknown): boolean {
  const item = fieldsIn(value);
  const isTime = (name: string) => typeof item[name] === "string" && !Number.isNaN(Date.parse(item[name]));
  const hasWords = ["id", "status", "text"].every((name) => typeof item[name] === "string");
  const hasTimes = ["created_at", "last_seen_at", "changed_at"].every(isTime);
  return hasWords && hasTimes && typeof item.kind === "string" && isKind(item.kind);
}

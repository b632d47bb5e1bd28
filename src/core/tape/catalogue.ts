import { z } from "zod";
import { type Item, ITEM_ACTS } from "../items/item.ts";
import type { Payload } from "./event.ts";
import { type EventType, versionOf } from "./versions.ts";

/** Largest payload of any event: room for the longest turn with its escapes, and no more. */
export const PAYLOAD_BYTES_MAX = 4 * 1024 * 1024;

const name = z.string().min(1).max(200);
const words = z.string().max(4000);
const item = z.custom<Item>(
  (value) => typeof value === "object" && value !== null && "id" in value && "kind" in value && "status" in value,
  "must be a whole item with id, kind and status",
);
const count = z.number().int().min(0);
const paths = z.array(z.string().min(1).max(1000)).max(500);

/** Turns a payload of one version into one of the next. */
export type Upcast = (payload: Payload) => Payload;

/** One type of event: what it says, its newest version, and how older versions become that one. */
export type EventKind = {
  readonly summary: string;
  readonly version: number;
  readonly payload: z.ZodType<Payload>;
  /** Keyed by the version an upcast starts from. */
  readonly upcasts: { readonly [from: number]: Upcast };
  /** May a person or a program put it on the tape with `record`, or does only Tidemark write it? */
  readonly recordable: boolean;
};

type Entry = Omit<EventKind, "version">;

const kind = (summary: string, payload: z.ZodObject, recordable: boolean): Entry => ({
  summary,
  payload: payload.strict() as unknown as z.ZodType<Payload>,
  upcasts: {},
  recordable,
});

const itemAct = (summary: string, fields: z.ZodRawShape = {}) =>
  kind(summary, z.object({ item, ...fields }), false);

const ENTRIES: { readonly [type in EventType]: Entry } = {
  "project.identified": kind(
    "The project was met under a folder, git directory or root commit not seen before.",
    z.object({ folder: z.string(), common_dir: z.string().optional(), root_commit: z.string().optional() }),
    false,
  ),
  "session.started": kind(
    "An agent began a conversation.",
    z.object({
      host_session: name.optional(),
      cwd: z.string().max(4000).optional(),
      branch: name.optional(),
      commit: name.optional(),
      mode: z.enum(["foreground", "background"]).optional(),
      previous: name.optional(),
    }),
    true,
  ),
  "session.slept": kind("A conversation pauses.", z.object({ reason: words.optional() }), true),
  "session.woke": kind("A conversation goes on.", z.object({ reason: words.optional() }), true),
  "session.compacted": kind(
    "The host shortened the conversation; its next span begins.",
    z.object({ trigger: words.optional() }),
    true,
  ),
  "session.reset": kind("The conversation was cleared; the next one names it.", z.object({ reason: words.optional() }), true),
  "session.ended": kind("A conversation is over.", z.object({ reason: words.optional() }), true),
  "session.marked": kind("Somebody wants the session read.", z.object({ reason: words }), false),
  "session.read": kind(
    "A worker read the turns up to a position; what it found is in the same commit.",
    z.object({ up_to: count, turns: count, mark: count }),
    false,
  ),
  "session.failed": kind(
    "A worker could not read the session.",
    z.object({ attempt: count, error: words, retry_at: z.string().optional() }),
    false,
  ),
  "session.retried": kind("Somebody wants a failed session tried again.", z.object({ by: words.optional() }), false),
  "record.unknown": kind(
    "A record of a host's history of a kind we have never met, kept as it stood.",
    z.object({ record_type: name, raw: z.string(), cut_from: z.number().int().positive().optional() }),
    false,
  ),
  "commit.seen": kind(
    "A git commit, so that what its message decided can be recalled.",
    z.object({
      commit: name,
      subject: z.string().max(4000),
      body: z.string().max(64_000).optional(),
      author: name.optional(),
      files: paths.optional(),
      files_left_out: z.number().int().positive().optional(),
    }),
    true,
  ),
  "turn.recorded": kind(
    "One message of a session, verbatim.",
    z.object({
      role: z.enum(["user", "assistant", "tool", "system"]),
      text: z.string(),
      /** Bytes the text had before it was cut; absent when it is whole. */
      cut_from_bytes: z.number().int().positive().optional(),
      speaker: name.optional(),
      /** Tidemark's own words coming back through a host: kept, and never read for anything new. */
      own: z.literal(true).optional(),
      tool: name.optional(),
      /** A summary of at most 4,000 characters; taking secrets out may make it a little longer. */
      tool_input: z.string().max(8000).optional(),
      files: paths.optional(),
      exit_code: z.number().int().optional(),
    }),
    true,
  ),
  [ITEM_ACTS.created]: itemAct("An item came to be."),
  [ITEM_ACTS.updated]: itemAct("Fields of an item were set.", { fields: z.array(name) }),
  [ITEM_ACTS.transitioned]: itemAct("An item moved to another status.", {
    from: name,
    reason: words.optional(),
  }),
  [ITEM_ACTS.removed]: itemAct("An item was archived."),
  [ITEM_ACTS.undone]: itemAct("An act on an item was taken back.", { undoes: z.number().int().positive() }),
  "payload.forgotten": kind(
    "Payloads were erased; positions and hashes stay, and what they stated must not come back.",
    z.object({
      events: z.array(name),
      items: z.array(name),
      tombstones: z.array(name),
      reason: words.optional(),
    }),
    false,
  ),
  "tape.salvaged": kind(
    "Events were copied out of a damaged database.",
    z.object({ found: z.number().int(), lost: z.array(z.number().int()), lost_count: z.number().int() }),
    false,
  ),
};

/** Every event that can be on a tape. The reference page is generated from this table. */
export const CATALOGUE: { readonly [type: string]: EventKind } = Object.fromEntries(
  Object.entries(ENTRIES).map(([type, entry]) => [type, { ...entry, version: versionOf(type) }]),
);

import { randomBytes } from "node:crypto";
import { chooseDriver } from "../src/adapters/sqlite/driver.ts";
import { tapeSchema } from "../src/adapters/sqlite/schema/001-tape.ts";
import { systemIds } from "../src/adapters/system/ids.ts";
import { sha256 } from "../src/adapters/system/sha256.ts";
import { createItem } from "../src/core/items/life.ts";
import type { Draft, Payload } from "../src/core/tape/event.ts";
import type { Store } from "../src/ports/store.ts";
import { databaseIn, openStore } from "./open-store.ts";

/** A way to write an event durably: three of ours, and a naive one as the baseline. */
export type Way = "enqueue" | "append" | "commit" | "naive";

/** An event that a reader found. The token identifies its write. */
export type Seen = { readonly position: number; readonly token: string };

export type Pen = {
  /** Writes an event with this token and returns when it is safe from power loss. */
  readonly write: (token: string) => Promise<void>;
  /** All events after a position. */
  readonly readAfter: (position: number) => Promise<Seen[]>;
  readonly close: () => Promise<void>;
};

/** Longer than any writer waits, so that the naive one is slow but does not fail. */
const NAIVE_BUSY_TIMEOUT_MS = 30_000;
const PAGE = 5000;
/** A text of 45 words, as long as an average message. */
const WORDS = "the store keeps what an agent said so that the next one need not ask ".repeat(3).trim();

const ids = systemIds(Date.now, randomBytes);
const AGENT = { agent: "bench", host: "bench", process: randomBytes(5).toString("hex"), worktree: "main" };

/** Creates the database, so that its creation is not timed. */
export async function prepare(way: Way, folder: string): Promise<void> {
  if (way !== "naive") return (await openStore(folder)).close();
  const db = (await chooseDriver()).open(databaseIn(folder));
  db.exec("PRAGMA journal_mode = WAL");
  db.exec(tapeSchema);
  db.close();
}

export async function openPen(way: Way, folder: string): Promise<Pen> {
  if (way === "naive") return naivePen(folder);
  const store = await openStore(folder);
  return {
    write: writerOf(way, store),
    readAfter: (position) => readAfter(store, position),
    close: store.close,
  };
}

function writerOf(way: Exclude<Way, "naive">, store: Store): Pen["write"] {
  switch (way) {
    case "enqueue":
      return (token) => store.tape.enqueue([turnOf(token)]);
    case "append":
      return async (token) => void (await store.tape.append([turnOf(token)]));
    case "commit":
      return async (token) => {
        const now = Date.now();
        const act = createItem("fact", { text: textOf(token) }, { id: ids.next("fct"), at: now, now });
        const draft = draftOf(act.type, act.payload, { subject: act.subject });
        const { outcome } = await store.tape.commit({ events: [draft], expect: new Map([[act.subject, 0]]) });
        if (outcome !== "committed") throw new Error("a new item met a conflict");
      };
  }
}

const textOf = (token: string): string => `${token} ${WORDS}`;

export function turnOf(token: string): Draft {
  return draftOf("turn.recorded", { role: "user", text: textOf(token) }, { session: "bench" });
}

function draftOf(type: string, payload: Payload, about: Pick<Draft, "session" | "subject">): Draft {
  const now = Date.now();
  return {
    id: ids.next("evt"),
    type,
    version: 1,
    at: now,
    recordedAt: now,
    writer: AGENT,
    ...about,
    payload,
  };
}

async function readAfter(store: Store, position: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let after = position; ; ) {
    const { events, upTo } = await store.events.read(after, PAGE);
    for (const event of events) seen.push({ position: event.position, token: tokenIn(event.payload) });
    if (upTo <= after || events.length < PAGE) return seen;
    after = upTo;
  }
}

function tokenIn(payload: Payload | null): string {
  const { text, item } = (payload ?? {}) as { text?: string; item?: { text: string } };
  return (text ?? item?.text ?? "").split(" ", 1)[0] ?? "";
}

/**
 * A naive writer with the same table and durability: one transaction per write, and SQLite's busy timeout.
 */
async function naivePen(folder: string): Promise<Pen> {
  const db = (await chooseDriver()).open(databaseIn(folder));
  db.exec(`PRAGMA busy_timeout = ${NAIVE_BUSY_TIMEOUT_MS}`);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  const insert = db.prepare(
    `INSERT INTO events (id, type, version, at, recorded_at, agent, host, process, worktree, session,
       payload_hash, hash, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = db.prepare("SELECT position, payload FROM events WHERE position > ? ORDER BY position");
  return {
    write: async (token) => {
      const { id, type, version, at, recordedAt, writer, session = "", payload } = turnOf(token);
      const { agent, host, process, worktree } = writer;
      const text = JSON.stringify(payload);
      const hash = sha256(text);
      db.exec("BEGIN IMMEDIATE");
      insert.run(
        id,
        type,
        version,
        at,
        recordedAt,
        agent,
        host,
        process,
        worktree,
        session,
        hash,
        hash,
        text,
      );
      db.exec("COMMIT");
    },
    readAfter: async (position) =>
      select.all(position).map((row) => ({
        position: Number(row.position),
        token: tokenIn(JSON.parse(String(row.payload)) as Payload),
      })),
    close: async () => db.close(),
  };
}

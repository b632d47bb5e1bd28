import { withoutOwn } from "../../core/bundle/own-words.ts";
import { MemoryError } from "../../core/failure.ts";
import type { Writable } from "../../core/fields.ts";
import { redactedHead } from "../../core/redact/redacted-head.ts";
import { IDLE_MS } from "../../core/sessions/limits.ts";
import { SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import { checkDraft } from "../../core/tape/check.ts";
import type { Draft, Payload } from "../../core/tape/event.ts";
import { createOccurrences, type Occurrences } from "../../core/tape/occurrences.ts";
import { contentOf, draftOfLine, limitTurnText, typeOf } from "../../core/tape/record-line.ts";
import { versionOf } from "../../core/tape/versions.ts";
import { nearest } from "../../core/text/nearest.ts";
import { givenTime, parseInstant } from "../../core/time.ts";
import type { HistoryReader, HostRecord } from "../../ports/host.ts";
import { createPauseCheck, type PauseCheck } from "../recording/pause-check.ts";
import { newDraft } from "../runtime/decide-and-commit.ts";
import type { Deps, HostDeps, ItemDeps, MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { type HistoryFile, inOrderOfTime } from "./history-order.ts";

export type HistoryInput = {
  readonly paths: readonly string[];
  readonly host?: string | undefined;
  readonly since?: string | undefined;
  readonly dry_run: boolean;
  /** Also import turns from times when recording was off. */
  readonly include_paused?: boolean | undefined;
};

type TypeCounts = { [type: string]: number };

export type HistoryImported = {
  readonly dry_run: boolean;
  readonly files: number;
  readonly sessions: number;
  /** Records read from the histories, of every kind. */
  readonly read: number;
  readonly added: number;
  readonly known: number;
  /** Number of sessions of other projects, if the hosts' own folders are read. */
  readonly other_projects: number;
  readonly too_old: number;
  /** Turns left out because they were said while recording was off. */
  readonly while_off: number;
  /** Records left out because they are the host's bookkeeping, by type. */
  readonly left_out: TypeCounts;
  /** Records of unknown types, by type. They are kept unchanged. */
  readonly unknown: TypeCounts;
  /** Number of lines that are not records. The last line of a file that is still being written may be one. */
  readonly unreadable: number;
  /** Histories that could not be read to their end, and why. The others were. */
  readonly broken: readonly { readonly path: string; readonly why: string }[];
};

/** Events appended at once: few enough to fit into memory, and many enough to be fast. */
const BATCH = 500;
/** Characters appended at once: five hundred of the longest turns would be half a gigabyte. */
const BATCH_LETTERS = 2 * 1024 * 1024;
/** Events of a session read at once; each may be as long as the longest turn. */
const LISTEN_PAGE = 50;
/** Types of records that are counted by name. A broken history may have a type on every line. */
const TYPES_MAX = 500;
/** How often a file that changes while it is read is read again. */
const READS_MAX = 3;
/** Maximum length of a stored record of an unknown type. */
const RAW_MAX = 64 * 1024;

type Tally = Writable<Omit<HistoryImported, "dry_run" | "sessions" | "broken">> & {
  readonly broken: HistoryImported["broken"][number][];
  readonly sessions: Set<string>;
};

type Job = {
  readonly deps: WriteDeps & HostDeps;
  readonly isDryRun: boolean;
  readonly since: number | undefined;
  /** Whether to import only sessions of this project: the hosts' own folders contain those of every project. */
  readonly isOwnOnly: boolean;
  readonly wasPaused: PauseCheck;
  readonly tally: Tally;
  /** The current position, to show progress. */
  place: string;
};

/** Imports the histories that hosts keep on disk. A second import adds only new events. */
export async function importHistory(
  deps: ItemDeps & HostDeps,
  input: HistoryInput,
): Promise<HistoryImported> {
  const readers = readersFor(await deps.histories.readers(), input.host);
  const job: Job = {
    deps,
    isDryRun: input.dry_run,
    since: input.since === undefined ? undefined : givenTime(input.since, deps.clock.now()),
    isOwnOnly: input.paths.length === 0,
    wasPaused: input.include_paused ? () => false : createPauseCheck(deps),
    tally: emptyTally(),
    place: "import",
  };
  const found =
    input.paths.length === 0
      ? await ownHistories(deps, readers)
      : await namedHistories(deps, input.paths, readers);
  for (const [i, { path, reader }] of (await inOrderOfTime(deps.histories, found)).entries()) {
    job.place = `import ${reader.host}, file ${i + 1} of ${found.length}, records`;
    deps.progress({ what: job.place, done: job.tally.read, total: 0 });
    await importFile(job, path, reader);
  }
  const { sessions, ...tally } = job.tally;
  return { dry_run: input.dry_run, ...tally, sessions: sessions.size };
}

const emptyTally = (): Tally => ({
  files: 0,
  read: 0,
  added: 0,
  known: 0,
  other_projects: 0,
  too_old: 0,
  while_off: 0,
  unreadable: 0,
  broken: [],
  left_out: {},
  unknown: {},
  sessions: new Set(),
});

function readersFor(readers: readonly HistoryReader[], host: string | undefined): readonly HistoryReader[] {
  if (host === undefined) return readers;
  const wanted = readers.filter((reader) => reader.host === host);
  if (wanted.length > 0) return wanted;
  const known = readers.map((reader) => reader.host);
  const close = nearest(host, known);
  throw new MemoryError("input.invalid", `There is no importer for the host "${host}".`, {
    field: "host",
    fix: close ? `Did you mean "${close}"?` : `Hosts: ${known.join(", ")}.`,
  });
}

export async function ownHistories(
  { histories }: Pick<Deps, "histories">,
  readers: readonly HistoryReader[],
): Promise<HistoryFile[]> {
  const found: HistoryFile[] = [];
  for (const reader of readers) {
    for (const folder of reader.folders(histories.where)) {
      for await (const path of histories.files(folder))
        if (reader.isHistory(path)) found.push({ path, reader });
    }
  }
  return found;
}

async function namedHistories(
  { histories }: HostDeps,
  paths: readonly string[],
  readers: readonly HistoryReader[],
): Promise<HistoryFile[]> {
  const found: HistoryFile[] = [];
  for (const named of paths) {
    let any = false;
    for await (const path of histories.files(named)) {
      any = true;
      const head = await histories.head(path);
      const reader = readers.find((one) => one.recognises(path, head)) ?? onlyReader(readers, path);
      if (reader) found.push({ path, reader });
    }
    if (!any)
      throw new MemoryError("input.invalid", `There is nothing to import at ${named}.`, { field: "path" });
  }
  if (found.length > 0) return found;
  const message = "This is neither the history of a known host nor an export.";
  const host = readers[0]?.host ?? "claude-code";
  const fix = { to: "Name the host", verb: "import", words: ["PATH"], options: { host } };
  throw new MemoryError("input.invalid", message, { field: "path", fix });
}

/** If the caller names the host, a file that does not show its host is read as that host's. */
function onlyReader(readers: readonly HistoryReader[], path: string): HistoryReader | undefined {
  const [reader] = readers;
  return readers.length === 1 && reader?.isHistory(path) ? reader : undefined;
}

/** Reads a file to its end, and again if it was rewritten meanwhile; known events are not recorded twice. */
async function importFile(job: Job, path: string, reader: HistoryReader): Promise<void> {
  const { histories } = job.deps;
  job.tally.files++;
  for (let reads = 0; reads < READS_MAX; reads++) {
    const before = await histories.stamp(path);
    await importOnce(job, path, reader);
    if ((await histories.stamp(path)) === before) return;
  }
}

/** The state of one reading of one file. */
type FileReading = {
  /** How often each session has said the same text so far in this file. */
  readonly said: Occurrences;
  /** How often hooks recorded the same text of each session, by session. Those turns are on the tape already. */
  readonly heard: Map<string, Map<string, number>>;
  /** Sessions that hooks are recording now. Their new turns come from the hooks. */
  readonly live: Set<string>;
  readonly marks: Set<string>;
  /** Sessions that belong to other projects. */
  readonly others: Set<string>;
  /** Whether the last record with a time is from a time when recording was off. Later records without a time are too. */
  isPaused: boolean;
  batch: Draft[];
  /** Approximate number of characters in the batch. */
  letters: number;
};

async function importOnce(job: Job, path: string, reader: HistoryReader): Promise<void> {
  const reading: FileReading = {
    said: createOccurrences(),
    heard: new Map(),
    live: new Set(),
    marks: new Set(),
    others: new Set(),
    isPaused: false,
    batch: [],
    letters: 0,
  };
  for await (const record of readable(job, path, reader)) {
    job.tally.read++;
    if (record.is === "event") await listen(job.deps, reading, record.line);
    take(job, reading, record);
    if (reading.batch.length >= BATCH || reading.letters >= BATCH_LETTERS) await flush(job, reading);
  }
  await flush(job, reading);
  job.deps.crashPoint("import.recorded");
  if (job.isDryRun || reading.marks.size === 0) return;
  const marks = [...reading.marks].map((session) =>
    newDraft(job.deps, { type: SESSION_EVENTS.marked, session, payload: { reason: "import" } }),
  );
  await job.deps.store.tape.append(marks);
}

/** A damaged or unreadable history must not prevent the import of the others. */
async function* readable(job: Job, path: string, reader: HistoryReader): AsyncGenerator<HostRecord> {
  try {
    yield* reader.read(job.deps.histories.source(path));
  } catch (error) {
    job.tally.broken.push({ path, why: error instanceof Error ? error.message : String(error) });
  }
}

function take(job: Job, reading: FileReading, record: HostRecord): void {
  const { tally } = job;
  switch (record.is) {
    case "left_out":
      count(tally.left_out, record.type);
      return;
    case "unreadable":
      tally.unreadable++;
      return;
    case "unknown":
      if (reading.isPaused) return;
      count(tally.unknown, record.type);
      if (record.session === undefined || !reading.others.has(record.session))
        put(reading, unknownDraft(job.deps, record));
      return;
    case "event":
      takeEvent(job, reading, record.line);
  }
}

function takeEvent(job: Job, reading: FileReading, line: Payload): void {
  const { tally, deps } = job;
  const session = String(line.session ?? "");
  // A session that does not name its folder counts as ours only if a person named its file.
  const isHere = typeof line.cwd === "string" && deps.histories.isOfProject(line.cwd);
  if (job.isOwnOnly && line.type === "session.started" && !isHere) reading.others.add(session);
  if (reading.others.has(session)) return void tally.other_projects++;
  const at = typeof line.at === "string" ? parseInstant(line.at) : undefined;
  if (job.since !== undefined && at !== undefined && at < job.since) return void tally.too_old++;
  if (at !== undefined) reading.isPaused = job.wasPaused(session, at);
  if (reading.isPaused) {
    if (typeOf(line.type) === "turn.recorded") tally.while_off++;
    return;
  }
  tally.sessions.add(session);
  const draft = eventDraft(deps, reading, line);
  const isComing = reading.live.has(session) && at !== undefined && at > deps.clock.now() - IDLE_MS;
  if (draft === undefined || isComing) return void tally.known++;
  put(reading, draft);
}

function put(reading: FileReading, draft: Draft): void {
  const { text, tool_input, raw } = draft.payload;
  reading.batch.push(draft);
  for (const part of [text, tool_input, raw]) reading.letters += typeof part === "string" ? part.length : 0;
}

function count(counts: TypeCounts, type: string): void {
  const name = Object.hasOwn(counts, type) || Object.keys(counts).length < TYPES_MAX ? type : "(other types)";
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Looks up, once for each session, what hooks recorded of it: turns that no key distinguishes. */
async function listen(deps: MemoryDeps, { heard, live }: FileReading, line: Payload): Promise<void> {
  const session = String(line.session ?? "");
  if (heard.has(session)) return;
  const counts = new Map<string, number>();
  heard.set(session, counts);
  for (let after = 0; ; ) {
    const events = await deps.store.events.sessionEvents(session, after, LISTEN_PAGE);
    for (const event of events) {
      if (event.key !== undefined || event.payload === null) continue;
      const content = contentOf({ ...event.payload, type: event.type }, deps.sha256);
      counts.set(content, (counts.get(content) ?? 0) + 1);
      if (event.recordedAt > deps.clock.now() - IDLE_MS) live.add(session);
    }
    if (events.length < LISTEN_PAGE) return;
    after = events.at(-1)?.position ?? after;
  }
}

/**
 * Texts have no id that hooks and histories share. They are distinguished by how often the session said the same recorded text before,
 * without secrets. The first occurrences are those that hooks already recorded: undefined.
 */
function eventDraft(deps: WriteDeps, { said, heard }: FileReading, line: Payload): Draft | undefined {
  const { counted, ...given } = withoutOwn(limitTurnText(line));
  const session = String(line.session);
  let isHeard = false;
  const occurrenceOf = (content: string): number => {
    const occurrence = said.next(`${session} ${content}`);
    isHeard = occurrence < (heard.get(session)?.get(content) ?? 0);
    return occurrence;
  };
  const stamp = {
    id: deps.ids.next("evt"),
    now: deps.clock.now(),
    writer: deps.writer,
    version: versionOf(typeOf(line.type)),
    sha256: deps.sha256,
    ordinal: 0,
  };
  const made = draftOfLine(given, counted === true ? { ...stamp, occurrenceOf } : stamp);
  return isHeard ? undefined : checkDraft(made);
}

function unknownDraft(deps: WriteDeps, record: Extract<HostRecord, { is: "unknown" }>): Draft {
  const { raw, session } = record;
  const cut = raw.length > RAW_MAX ? { cut_from: raw.length } : {};
  return newDraft(deps, {
    type: "record.unknown",
    key: `record ${deps.sha256(raw).slice(0, 32)}`,
    ...(session === undefined ? {} : { session }),
    payload: { record_type: redactedHead(record.type, 200), raw: redactedHead(raw, RAW_MAX), ...cut },
  });
}

async function flush(job: Job, reading: FileReading): Promise<void> {
  job.deps.progress({ what: job.place, done: job.tally.read, total: 0 });
  const { batch } = reading;
  reading.batch = [];
  reading.letters = 0;
  if (batch.length === 0) return;
  if (job.isDryRun) {
    const known = await job.deps.store.events.known(batch.flatMap(({ key }) => key ?? []));
    const isKnown = ({ key }: Draft) => key !== undefined && known.has(key);
    job.tally.known += batch.filter(isKnown).length;
    job.tally.added += batch.filter((one) => !isKnown(one)).length;
    return;
  }
  job.deps.crashPoint("import.batch");
  const placed = await job.deps.store.tape.append(batch);
  job.deps.crashPoint("import.appended");
  for (const [i, { isNew }] of placed.entries()) {
    if (!isNew) job.tally.known++;
    else job.tally.added++;
    const { type, session } = batch[i] ?? {};
    if (isNew && type === "turn.recorded" && session !== undefined) reading.marks.add(session);
  }
}

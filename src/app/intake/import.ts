import { MemoryError } from "../../core/failure.ts";
import { ITEM_ACTS } from "../../core/items/item.ts";
import { isReadableType } from "../../core/sessions/sessions-view.ts";
import { createAudit, forgottenEventIds } from "../../core/tape/audit.ts";
import type { Position, StoredEvent } from "../../core/tape/event.ts";
import { eventOfLine } from "../../core/tape/export-line.ts";
import { MANIFEST, type Manifest, manifestOf, TAPE_FILE } from "../../core/tape/manifest.ts";
import { forget } from "../forgetting/forget.ts";
import type { BriefDeps, FileDeps, HostDeps, MemoryDeps } from "../runtime/deps.ts";
import { asMerged } from "../upkeep/sync-stores.ts";

export type ImportInput = { readonly path: string; readonly dry_run?: boolean | undefined };

export type ExportImport = {
  readonly dry_run: boolean;
  /** Events in the export. */
  readonly read: number;
  readonly added: number;
  /** Number of events that were already here, by id or key. */
  readonly known: number;
  /** Number of payloads that were here and are erased, because they were forgotten in the exporting memory. */
  readonly forgotten: number;
};

/** Events merged in one transaction. */
const BATCH_EVENTS = 1000;
/** Events of this tape that are read at once. */
const PAGE_EVENTS = 2000;

/**
 * Merges the tape of an export into this one by event id. All of it is verified first: if one line is wrong, nothing is written. What was
 * forgotten on either side stays forgotten.
 */
export async function importFrom(
  deps: BriefDeps & FileDeps & HostDeps,
  input: ImportInput,
): Promise<ExportImport> {
  const { path, dry_run = false } = input;
  const manifest = await manifestAt(deps, path);
  const tape: TapeFile = { path: `${path}/${TAPE_FILE}`, events: manifest.events };
  await checkFiles(deps, path, manifest);
  const incoming = await prove(deps, tape, manifest);
  const here = await heldAgainst(deps, incoming);
  const counts = { dry_run, read: manifest.events, forgotten: here.toErase + here.toForget.length };
  if (dry_run) return { ...counts, added: manifest.events - here.known, known: here.known };
  const gone = new Set([...incoming.forgotten, ...here.forgotten]);
  const added = await mergeAll(deps, tape, (event) =>
    asMerged(event, { ...here, forgotten: gone, sha256: deps.sha256 }),
  );
  if (here.toErase > 0) await deps.store.views.reset(Object.values(deps.views));
  for (const position of here.toForget) await forget(deps, { id: String(position), reason: FORGOTTEN_THERE });
  return { ...counts, added, known: manifest.events - added };
}

/** The reason for erasing words that this memory recorded itself. */
const FORGOTTEN_THERE = "forgotten in an imported memory";

type TapeFile = { readonly path: string; readonly events: number };

async function manifestAt(deps: FileDeps, path: string): Promise<Manifest> {
  const isFolder = (await deps.files.list(path)) !== undefined;
  const text = isFolder ? await deps.files.read(`${path}/${MANIFEST}`) : undefined;
  if (text !== undefined) return manifestOf(text);
  throw new MemoryError("input.invalid", `${path} is not a Tidemark export: no ${MANIFEST}.`, {
    field: "path",
    fix: { to: "Name a folder that this command made", verb: "export", words: ["DIR"] },
  });
}

async function checkFiles(deps: FileDeps, path: string, manifest: Manifest): Promise<void> {
  for (const { name, sha256 } of manifest.files) {
    const found = await deps.files.digest(`${path}/${name}`);
    if (found === sha256) continue;
    const what = found === undefined ? "is missing" : "was changed after the export: its SHA-256 differs";
    throw new MemoryError("input.invalid", `${name} ${what}. Nothing was imported.`, {
      field: name,
      fix: "Export again, or copy the folder again.",
    });
  }
}

/** What must be known about an export before anything is written. */
type Incoming = {
  readonly ids: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  /** Ids of events that were forgotten in the exporting memory. */
  readonly forgotten: ReadonlySet<string>;
  /** Keys of such events. */
  readonly forgottenKeys: ReadonlySet<string>;
};

/** Reads every line, and checks its fields, its payload's hash, its place in the chain, and the end of the tape. */
async function prove(deps: MemoryDeps & FileDeps, tape: TapeFile, manifest: Manifest): Promise<Incoming> {
  const audit = createAudit(deps.sha256);
  const [ids, keys, forgotten] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const forgottenKeys = new Set<string>();
  let last: StoredEvent | undefined;
  for await (const { event, line } of eventsIn(deps, tape, "check the export")) {
    const flaw = audit.take(event)[0];
    if (flaw) throw lineError(line, flaw.message, FLAW_FIELDS[flaw.about]);
    if (ids.has(event.id)) throw lineError(line, '"id" is used on an earlier line too.', "id");
    if (event.key !== undefined && keys.has(event.key))
      throw lineError(line, '"key" is used on an earlier line too.', "key");
    ids.add(event.id);
    if (event.key !== undefined) keys.add(event.key);
    if (event.key !== undefined && event.payload === null) forgottenKeys.add(event.key);
    for (const id of forgottenEventIds(event)) forgotten.add(id);
    last = event;
  }
  const flaw = audit.finish()[0];
  if (flaw) throw lineError(flaw.position, flaw.message, FLAW_FIELDS[flaw.about]);
  if (ids.size !== manifest.events || (last && last.hash !== manifest.last_hash)) {
    throw lineError(ids.size, "The tape does not end where the manifest says.", "last_hash");
  }
  return { ids, keys, forgotten, forgottenKeys };
}

const FLAW_FIELDS = { gap: "position", payload: "payload_hash", link: "hash", erased: "payload" } as const;

async function* eventsIn(
  deps: MemoryDeps & FileDeps,
  tape: TapeFile,
  what: string,
): AsyncGenerator<{ readonly event: StoredEvent; readonly line: number }> {
  let line = 0;
  for await (const text of deps.files.lines(tape.path)) {
    line++;
    yield { event: eventAt(text, line), line };
    if (line % BATCH_EVENTS === 0) deps.progress({ what, done: line, total: tape.events });
  }
  deps.progress({ what, done: line, total: tape.events });
}

function eventAt(text: string, line: number): StoredEvent {
  try {
    return eventOfLine(text);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const { code, field = "type", fix } = error;
    throw new MemoryError(code, withLine(line, error.message), {
      cause: error,
      field,
      ...(fix ? { fix } : {}),
    });
  }
}

const lineError = (line: number, said: string, field: string): MemoryError =>
  new MemoryError("input.invalid", withLine(line, said), { field });

const withLine = (line: number, said: string): string =>
  `${TAPE_FILE} line ${line}: ${said} Nothing was imported.`;

/** The events of the export that this tape already has. */
type KnownEvents = {
  readonly known: number;
  /** Number of payloads here that were forgotten in the exporting memory. */
  readonly toErase: number;
  /** Events here that the other memory also recorded, under its own ids, and has forgotten. */
  readonly toForget: readonly Position[];
  /** Ids of events that were forgotten here. */
  readonly forgotten: ReadonlySet<string>;
  /** Sessions with at least one readable event here. */
  readonly sessions: ReadonlySet<string>;
};

async function heldAgainst(deps: MemoryDeps, incoming: Incoming): Promise<KnownEvents> {
  const { position: total } = await deps.store.tape.end();
  const [forgotten, sessions] = [new Set<string>(), new Set<string>()];
  let known = 0;
  let toErase = 0;
  const toForget: Position[] = [];
  for (let after = 0; after < total; ) {
    const { events, upTo } = await deps.store.events.read(after, PAGE_EVENTS);
    for (const event of events) {
      const isShared = incoming.ids.has(event.id);
      if (isShared || isAmong(event, incoming.keys)) known++;
      if (event.payload !== null && incoming.forgotten.has(event.id)) toErase++;
      if (event.payload !== null && !isShared && isAmong(event, incoming.forgottenKeys))
        toForget.push(event.position);
      for (const id of forgottenEventIds(event)) forgotten.add(id);
      if (event.session !== undefined && isReadableType(event.type)) sessions.add(event.session);
    }
    after = upTo;
    deps.progress({ what: "compare with this tape", done: Math.min(after, total), total });
  }
  return { known, toErase, toForget, forgotten, sessions };
}

/** True if both memories recorded the event, each under its own id. An item is never equal to an item of another memory. */
const isAmong = ({ key, type }: StoredEvent, keys: ReadonlySet<string>): boolean =>
  key !== undefined && type !== ITEM_ACTS.created && keys.has(key);

/** Merges in batches. Each is all or nothing, and repeating one has no effect. */
async function mergeAll(
  deps: MemoryDeps & FileDeps,
  tape: TapeFile,
  asHere: (event: StoredEvent) => StoredEvent,
): Promise<number> {
  const positions: Position[] = [];
  let added = 0;
  let batch: StoredEvent[] = [];
  const flush = async (): Promise<void> => {
    const erase = batch.flatMap(forgottenEventIds);
    const events = batch.map(asHere);
    const placed = await deps.store.tape.merge({ events, positionHere: (there) => positions[there], erase });
    for (const [i, { position }] of events.entries()) positions[position] = placed[i]?.position ?? 0;
    added += placed.filter(({ isNew }) => isNew).length;
    batch = [];
  };
  for await (const { event } of eventsIn(deps, tape, "import events")) {
    batch.push(event);
    if (batch.length >= BATCH_EVENTS) await flush();
  }
  if (batch.length > 0) await flush();
  return added;
}

import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { type HistoryImported, importHistory } from "../../src/app/intake/import-history.ts";
import type { JsonRecord } from "../../src/app/intake/json-lines.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import type { Payload, StoredEvent } from "../../src/core/tape/event.ts";
import type { HistoryReader, HistorySource, HostRecord } from "../../src/ports/host.ts";
import type { HostHook } from "../../src/surfaces/hosts/hook.ts";
import { FIXTURES } from "../clients/fixtures.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";
import { freshMemoryDir, testMemory } from "../support/test-memory.ts";
import { type Caller, draftOf, replayHooks } from "./replay.ts";

/** A host under test: its history reader, its hook, and the version of its recordings. */
export type Host = {
  readonly reader: HistoryReader;
  readonly hook: HostHook;
  readonly version: string;
  readonly caller?: Caller;
  /** Removes from a turn the parts that hooks of this host do not get, before turns are compared. */
  readonly asHooksSee?: (turn: Turn) => Turn;
};

/** A turn in short form: the speaker and the text, or the name, input, output and exit code of a tool. */
export type Turn = readonly string[];

export const folderOf = ({ reader, version }: Host, recorded: string): string =>
  join(FIXTURES, reader.host, version, recorded);

export const scenariosOf = ({ reader, version }: Host): string[] =>
  readdirSync(join(FIXTURES, reader.host, version)).sort();

/** A memory that knows only the reader of one host. */
export async function depsOf({ reader }: Host): Promise<Deps> {
  const deps = await testMemory();
  return { ...deps, histories: { ...deps.histories, readers: async () => [reader] } };
}

/** Imports the histories of a recorded scenario, without other files of the client beside them. */
export async function importFrom(deps: Deps, host: Host, folder: string): Promise<HistoryImported> {
  return importHistory(deps, { paths: await historiesIn(deps, host, folder), dry_run: false });
}

export async function historiesIn(deps: Deps, { reader }: Host, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of deps.histories.files(folder)) if (reader.isHistory(path)) paths.push(path);
  return paths;
}

export async function eventsOf(deps: Deps): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (;;) {
    const { events: next } = await deps.store.events.read(events.at(-1)?.position ?? 0, 500);
    if (next.length === 0) return events;
    events.push(...next);
  }
}

/** The turns and compactions on the tape, in order and in short form. */
export async function turnsOnTape(deps: Deps): Promise<Turn[]> {
  return (await eventsOf(deps)).flatMap(({ type, payload }) => inShort(type, payload ?? {}));
}

function inShort(type: string, payload: Payload): Turn[] {
  if (type === "session.compacted") return [["compacted"]];
  if (type !== "turn.recorded") return [];
  const { role, text, tool, tool_input, exit_code, speaker } = payload;
  const who = speaker === undefined ? String(role) : `${String(role)} (${String(speaker)})`;
  if (role !== "tool") return [[who, String(text)]];
  const exit = exit_code === undefined ? [] : [`exit ${String(exit_code)}`];
  return [[who, String(tool), String(tool_input), String(text), ...exit]];
}

/** Declares the tests that hold for all recordings of a host. */
export function everyRecording(host: Host): void {
  describe.each(scenariosOf(host))("the recording %s", (recorded) => {
    const folder = folderOf(host, recorded);

    scenario("import.history-once", async () => {
      const deps = await depsOf(host);
      const first = await importFrom(deps, host, folder);
      expect(first.unknown).toEqual({});
      expect(first.unreadable).toBe(0);
      expect(first.sessions).toBe(1);
      const before = await eventsOf(deps);
      expect(await importFrom(deps, host, folder)).toMatchObject({ added: 0 });
      expect(await eventsOf(deps)).toEqual(before);
    });

    scenario("import.after-hooks", async () => {
      const deps = await depsOf(host);
      await replayHooks(deps, host.hook, folder, host.caller);
      await importFrom(deps, host, folder);
      expect(sessionsOf(await eventsOf(deps))).toHaveLength(1);
      expect(sorted(await turnsOnTape(deps), host)).toEqual(sorted(await importedAlone(host, folder), host));
    });

    scenario("import.before-hooks", async () => {
      const deps = await depsOf(host);
      await importFrom(deps, host, folder);
      await replayHooks(deps, host.hook, folder, host.caller);
      expect(sessionsOf(await eventsOf(deps))).toHaveLength(1);
      expect(sorted(await turnsOnTape(deps), host)).toEqual(sorted(await importedAlone(host, folder), host));
    });
  });
}

async function importedAlone(host: Host, folder: string): Promise<Turn[]> {
  const deps = await depsOf(host);
  await importFrom(deps, host, folder);
  return turnsOnTape(deps);
}

const sessionsOf = (events: readonly StoredEvent[]) => [
  ...new Set(events.flatMap(({ session }) => session ?? [])),
];
const sorted = (turns: readonly Turn[], { asHooksSee = (turn) => turn }: Host) =>
  turns.map((turn) => asHooksSee(turn).join(" | ")).sort();

/** Copies a recording, so that a test can damage the copy. */
export function copyOf(host: Host, recorded: string): string {
  const folder = freshMemoryDir();
  cpSync(folderOf(host, recorded), folder, { recursive: true });
  return folder;
}

/** A history source in memory with these lines. */
export function sourceOf(lines: readonly string[], path = "/home/user/history.jsonl"): HistorySource {
  return {
    path,
    lines: async function* () {
      yield* lines;
    },
    rows: async function* () {},
  };
}

export async function recordsOf({ reader }: Host, source: HistorySource): Promise<HostRecord[]> {
  const records: HostRecord[] = [];
  for await (const record of reader.read(source)) records.push(record);
  return records;
}

/** Expects that each line of a history gives a record, wherever the history is cut off. */
export async function everyLineCounts(host: Host, recorded: string): Promise<void> {
  const deps = await depsOf(host);
  for (const path of await historiesIn(deps, host, folderOf(host, recorded))) {
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    for (let count = 1; count <= lines.length; count++) {
      const records = await recordsOf(host, sourceOf(lines.slice(0, count), path));
      expect(records.length).toBeGreaterThanOrEqual(count);
    }
  }
}

/** Random JSON records, in which the host's own field names are frequent. */
function anyRecord(fields: readonly string[]): fc.Arbitrary<JsonRecord> {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...fields),
    fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()),
  );
  return fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string()), value) as fc.Arbitrary<JsonRecord>;
}

type Given = {
  readonly events: readonly string[];
  readonly fields: readonly string[];
  readonly base?: JsonRecord;
};

/** Expects that any input of a hook gives only valid events, or none, and a reply that is valid JSON. */
export async function anyInputIsTaken({ hook }: Host, given: Given): Promise<void> {
  const deps = await testMemory();
  const anyInput = fc.oneof(
    anyRecord(given.fields),
    anyRecord(given.fields).map((record) => ({ ...record, ...given.base })),
  );
  const property = fc.property(fc.constantFrom(...given.events), anyInput, (event, input) => {
    const said = new Map<string, number>();
    for (const line of hook.capture(event, input).lines) draftOf(deps, said, line);
    JSON.parse(hook.reply(event, "words") || "{}");
  });
  await holds(property);
}

/** The first lines of a history, and records into which random fields are mixed. */
type Lines = { readonly start?: readonly string[]; readonly base?: readonly JsonRecord[] };

/** Expects that a history with any lines is read, and that each line gives a record. */
export async function anyLineIsRead(host: Host, fields: readonly string[], given: Lines = {}): Promise<void> {
  const deps = await testMemory();
  const { start = [], base = [] } = given;
  const record = fc
    .tuple(anyRecord(fields), fc.constantFrom({}, ...base))
    .map((parts) => JSON.stringify({ ...parts[0], ...parts[1] }));
  const line = fc.oneof(record, fc.json(), fc.string().map(oneLine));
  const property = fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
    const all = [...start, ...lines];
    const records = await recordsOf(host, sourceOf(all));
    expect(records.length).toBeGreaterThanOrEqual(all.filter((each) => each.trim() !== "").length);
    const said = new Map<string, number>();
    for (const record of records) if (record.is === "event") draftOf(deps, said, record.line);
  });
  await holds(property);
}

const oneLine = (text: string): string => text.replace(/[\r\n]/g, " ");

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

/** A host under test: its two ways in, and where its recordings lie. */
export type Host = {
  readonly reader: HistoryReader;
  readonly hook: HostHook;
  readonly version: string;
  readonly caller?: Caller;
  /** What hooks of this host cannot know of a turn is taken off it before it is compared. */
  readonly asHooksSee?: (turn: Turn) => Turn;
};

/** A turn, as short as a test can say it: who, what, and for a tool its name, input and exit code. */
export type Turn = readonly string[];

export const folderOf = ({ reader, version }: Host, recorded: string): string =>
  join(FIXTURES, reader.host, version, recorded);

export const scenariosOf = ({ reader, version }: Host): string[] =>
  readdirSync(join(FIXTURES, reader.host, version)).sort();

/** A world that knows one host. */
export async function depsOf({ reader }: Host): Promise<Deps> {
  const deps = await testMemory();
  return { ...deps, histories: { ...deps.histories, readers: async () => [reader] } };
}

/** The histories of a recorded scenario, and not what else the client keeps beside them. */
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

/** The turns on the tape and what else happened to the session, in order, in short. */
export async function toldOf(deps: Deps): Promise<Turn[]> {
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

/** What holds for every recording of every host. */
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
      expect(sorted(await toldOf(deps), host)).toEqual(sorted(await importedAlone(host, folder), host));
    });

    scenario("import.before-hooks", async () => {
      const deps = await depsOf(host);
      await importFrom(deps, host, folder);
      await replayHooks(deps, host.hook, folder, host.caller);
      expect(sessionsOf(await eventsOf(deps))).toHaveLength(1);
      expect(sorted(await toldOf(deps), host)).toEqual(sorted(await importedAlone(host, folder), host));
    });
  });
}

async function importedAlone(host: Host, folder: string): Promise<Turn[]> {
  const deps = await depsOf(host);
  await importFrom(deps, host, folder);
  return toldOf(deps);
}

const sessionsOf = (events: readonly StoredEvent[]) => [
  ...new Set(events.flatMap(({ session }) => session ?? [])),
];
const sorted = (turns: readonly Turn[], { asHooksSee = (turn) => turn }: Host) =>
  turns.map((turn) => asHooksSee(turn).join(" | ")).sort();

/** A copy of a recording that a test may spoil. */
export function copyOf(host: Host, recorded: string): string {
  const folder = freshMemoryDir();
  cpSync(folderOf(host, recorded), folder, { recursive: true });
  return folder;
}

/** A history that a test writes. */
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

/** No line of a history goes unmentioned, wherever the history breaks off. */
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

/** Anything that JSON can say, with the host's own field names more often than chance would have them. */
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

/** Whatever a client hands to its hook, something the tape takes comes out, or nothing. */
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

/** Lines that a history begins with, and records that others are made from. */
type Lines = { readonly start?: readonly string[]; readonly base?: readonly JsonRecord[] };

/** Whatever a history holds, it is read, and every line of it is counted. */
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

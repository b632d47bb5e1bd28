import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, type JsonRecord } from "../../src/app/intake/json-lines.ts";
import type { Payload } from "../../src/core/tape/event.ts";
import type { HistoryReader, HistorySource } from "../../src/ports/host.ts";
import type { HostHook } from "../../src/surfaces/hosts/hook.ts";
import { HOST_HOOKS } from "../../src/surfaces/hosts/hooks.ts";
import { HISTORY_READERS } from "../../src/surfaces/hosts/readers.ts";
import { FIXTURES, filesOf } from "../clients/fixtures.ts";

/** Whether planted words replace a tool's output or a person's prompt. */
export type PlantedAs = "tool" | "user";

/** A recorded session of a host in which one text is replaced. */
export type RecordedRoute = {
  readonly name: string;
  readonly host: string;
  readonly as: PlantedAs;
  /** The lines that the program makes of the session. */
  readonly linesWith: (text: string, session: string) => Promise<readonly Payload[]>;
};

const SCENARIO = "commands";

const scenarioOf = (host: string): string => {
  const [version = ""] = readdirSync(join(FIXTURES, host));
  return join(FIXTURES, host, version, SCENARIO);
};

/** Changes every string in a value. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
}

const isOf = (as: PlantedAs, line: Payload): boolean =>
  line.type === "turn" && line.role === as && typeof line.text === "string" && line.text.length >= 8;

/** Replaces the recorded text in a string, and replaces strings that repeat a part of it. */
const replaceIn = (recorded: string, text: string) => (one: string) =>
  one.includes(recorded)
    ? one.replaceAll(recorded, () => text)
    : one.length >= 8 && recorded.includes(one)
      ? text
      : one;

type HookCall = { readonly event: string; readonly input: JsonRecord };

/** The recorded hook calls of a host, as its settings or our extension make them. */
function callsOf(host: string): HookCall[] {
  const folder = join(scenarioOf(host), "hooks");
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as JsonRecord)
    .map(({ event, stdin, context, input }) => {
      const { sessionId, cwd } = isRecord(context) ? context : {};
      const given = isRecord(stdin) ? stdin : { session: sessionId, cwd, input };
      return { event: String(event), input: given };
    });
}

function hookRoute(hook: HostHook, as: PlantedAs): RecordedRoute[] {
  const calls = callsOf(hook.host);
  const lines = calls.flatMap(({ event, input }) => hook.capture(event, input).lines);
  const recorded = lines.find((line) => isOf(as, line));
  if (recorded === undefined) return [];
  return [
    {
      name: `hook of ${hook.host}, ${as}`,
      host: hook.host,
      as,
      linesWith: async (text, session) => {
        const change = replaceIn(String(recorded.text), text);
        return calls.flatMap(({ event, input }) => {
          const given = mapTexts(input, change) as JsonRecord;
          return hook.capture(event, given).lines.map((line) => ({ ...line, session }));
        });
      },
    },
  ];
}

const sourceOf = (path: string, lines: readonly string[]): HistorySource => ({
  path,
  lines: async function* () {
    yield* lines;
  },
  rows: async function* () {},
});

async function linesOf(reader: HistoryReader, source: HistorySource): Promise<Payload[]> {
  const lines: Payload[] = [];
  for await (const record of reader.read(source)) if (record.is === "event") lines.push(record.line);
  return lines;
}

async function historyRoute(reader: HistoryReader, as: PlantedAs): Promise<RecordedRoute[]> {
  const folder = scenarioOf(reader.host);
  for (const path of filesOf(folder).filter(
    (each) => reader.isHistory(`/${each}`) && /\.jsonl?$/.test(each),
  )) {
    const raw = readFileSync(join(folder, path), "utf8").split("\n").filter(Boolean);
    const recorded = (await linesOf(reader, sourceOf(`/${path}`, raw))).find((line) => isOf(as, line));
    if (recorded === undefined) continue;
    const linesWith: RecordedRoute["linesWith"] = async (text, session) => {
      const change = replaceIn(String(recorded.text), text);
      const planted = raw.map((line) => JSON.stringify(mapTexts(JSON.parse(line), change)));
      const lines = await linesOf(reader, sourceOf(`/${path}`, planted));
      return lines.map((line) => ({ ...line, session }));
    };
    return [{ name: `history of ${reader.host}, ${as}`, host: reader.host, as, linesWith }];
  }
  return [];
}

/** The hook of opencode gets parts of messages, and its history is a database. */
function opencodeRoute(as: PlantedAs): RecordedRoute[] {
  const hook = HOST_HOOKS.find(({ host }) => host === "opencode");
  if (hook === undefined) return [];
  const partOf = (text: string): object =>
    as === "user"
      ? { type: "text", id: "p1", text }
      : {
          ...{ type: "tool", id: "p1", callID: "c1", tool: "bash" },
          state: { status: "completed", input: { command: "cat README.md" }, output: text, time: { end: 1 } },
        };
  const linesWith: RecordedRoute["linesWith"] = async (text, session) => {
    const message = { id: "m1", role: as === "user" ? "user" : "assistant", time: { created: 1 } };
    const input = { session, message, part: partOf(text) };
    return hook.capture("part", input).lines.map((line) => ({ ...line, session }));
  };
  return [{ name: `hook of opencode, ${as}`, host: "opencode", as, linesWith }];
}

/**
 * Every route by which a tool's output or a person's prompt reaches the tape, from recorded sessions of the seven
 * hosts.
 */
export async function recordedRoutes(): Promise<RecordedRoute[]> {
  const routes: RecordedRoute[] = [];
  for (const as of ["tool", "user"] as const) {
    for (const hook of HOST_HOOKS) if (hook.host !== "opencode") routes.push(...hookRoute(hook, as));
    routes.push(...opencodeRoute(as));
    for (const reader of HISTORY_READERS) routes.push(...(await historyRoute(reader, as)));
  }
  return routes;
}

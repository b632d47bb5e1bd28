import { expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { stage } from "../scenarios/stage.ts";
import { envelope, type McpProcess, startMcp } from "../support/mcp-server.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
const FRAMES = isLong ? 100_000 : 5_000;
/** After each batch of this many frames the server must answer an ordinary request. */
const BATCH = 100;
/** Only the long run limits the time of an answer, because nothing else runs beside it. */
const ANSWER_MS_MAX = isLong ? 1_000 : Number.POSITIVE_INFINITY;
const SEED = Number(process.env.TIDEMARK_SEED ?? 20260101);

type Chance = { readonly below: (count: number) => number; readonly one: <T>(of: readonly T[]) => T };

/** Draws the same frames in every run, so that a failure can be repeated. */
function chanceFrom(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { below, one: (of) => of[below(of.length)] as (typeof of)[number] };
}

const METHODS = [
  ...["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read", "prompts/get"],
  ...["prompts/list", "server/discover", "notifications/cancelled", "notifications/initialized"],
  ...["logging/setLevel", "completion/complete", "subscriptions/listen", "tasks/get", "nothing", ""],
];
const TOOLS = ["work", "context", "recall", "find", "create", "update", "transition", "remove", "x", ""];
const FIELDS = [
  "intent",
  "kind",
  "text",
  "query",
  "id",
  "status",
  "since",
  "k",
  "steps",
  "__proto__",
  "constructor",
];
const WORDS = [
  "note",
  "memory",
  "start",
  "resume",
  "dec#1",
  "nte#1",
  "3d",
  "done",
  "",
  "\u0000",
  "\u202e",
  "😀",
  "a".repeat(5000),
];

function value(chance: Chance, depth = 0): unknown {
  const leaves = [null, true, false, 0, -1, 1e308, 1.5, ...WORDS];
  if (depth > 4 || chance.below(3) > 0) return chance.one(leaves);
  const many = Array.from({ length: chance.below(4) }, () => value(chance, depth + 1));
  if (chance.below(2) === 0) return many;
  return Object.fromEntries(many.map((each) => [chance.one([...FIELDS, "_meta", "name"]), each]));
}

function message(chance: Chance): unknown {
  const args = Object.fromEntries(
    Array.from({ length: chance.below(5) }, () => [chance.one(FIELDS), value(chance)]),
  );
  const meta = chance.one([
    undefined,
    envelope(),
    { callId: "c" },
    { "claudecode/toolUseId": 5 },
    value(chance),
  ]);
  const params = chance.one([
    { name: chance.one(TOOLS), arguments: args, _meta: meta },
    { name: chance.one(TOOLS), arguments: value(chance) },
    { uri: chance.one(["tidemark://board", "tidemark://", "x", "http://["]), _meta: meta },
    { protocolVersion: chance.one(["2025-11-25", "x", 5]), capabilities: {}, clientInfo: value(chance) },
    value(chance),
  ]);
  const id = chance.one([undefined, null, "x", 1e9, -1, 1.5, [], {}, `id-${chance.below(1000)}`]);
  const whole = {
    jsonrpc: chance.one(["2.0", "2.0", "2.0", "1.0", 2]),
    id,
    method: chance.one(METHODS),
    params,
  };
  return chance.one([whole, whole, whole, [whole], { ...whole, result: {} }, value(chance)]);
}

function frame(chance: Chance): string {
  const text = JSON.stringify(message(chance)) ?? "";
  switch (chance.below(8)) {
    case 0:
      return text.slice(0, chance.below(text.length + 1));
    case 1: {
      const at = chance.below(text.length + 1);
      return (
        text.slice(0, at) + chance.one(["\u0000", "}", '"', "\\", "\ufeff", "\r", "𝄞"]) + text.slice(at + 1)
      );
    }
    case 2:
      return chance.one([
        "",
        " ",
        "[",
        "{}",
        "[]",
        "null",
        "\u2028",
        "Content-Length: 5\r\n\r",
        "[".repeat(20_000),
      ]);
    default:
      return text;
  }
}

async function fuzzed(server: McpProcess, ask: () => Promise<unknown>, seed: number): Promise<number> {
  const chance = chanceFrom(seed);
  let slowest = 0;
  for (let sent = 0; sent < FRAMES / 2; sent += BATCH) {
    for (let i = 0; i < BATCH; i++) server.write(frame(chance).replaceAll("\n", " "));
    const began = performance.now();
    await ask();
    slowest = Math.max(slowest, (performance.now() - began) / BATCH);
    const alone = performance.now();
    await ask();
    slowest = Math.max(slowest, performance.now() - alone);
  }
  return slowest;
}

scenario("mcp.frames", async () => {
  const older = async (server: McpProcess) => {
    await server.initialize();
    return () => server.request("ping");
  };
  const newest = async (server: McpProcess) => () => server.request("tools/list", { _meta: envelope() });
  for (const [i, era] of [older, newest].entries()) {
    const on = stage();
    const server = startMcp({ cwd: on.dir, env: on.env });
    const ask = await era(server);
    await ask();
    const slowest = await fuzzed(server, ask, SEED + i);
    console.log(
      `${FRAMES / 2} frames: ${server.lines.length} lines, slowest answer ${slowest.toFixed(0)} ms.`,
    );
    expect(slowest).toBeLessThan(ANSWER_MS_MAX);
    expect(server.lines.filter((line) => !isProtocol(line))).toEqual([]);
    expect(await server.close(), server.stderr()).toBe(0);
    expect((await on.cli(["verify"])).code).toBe(0);
  }
});

function isProtocol(line: string): boolean {
  try {
    return (JSON.parse(line) as { jsonrpc?: unknown }).jsonrpc === "2.0";
  } catch {
    return false;
  }
}

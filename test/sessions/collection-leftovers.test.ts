import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import { draftFromHook } from "../../src/app/intake/draft-from-hook.ts";
import type { JsonRecord } from "../../src/app/intake/json-lines.ts";
import { sessionList } from "../../src/app/sessions/sessions.ts";
import { workOnce } from "../../src/app/sessions/worker-loop.ts";
import { claudeCodeHook } from "../../src/surfaces/hosts/claude-code/hook.ts";
import { BIN, built } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { TEST_SEAL } from "../support/seal.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const IS_LONG = process.env.TIDEMARK_LONG === "1";
const SESSIONS = IS_LONG ? 1000 : 30;
/** Number of sessions with real processes, for each way to end. */
const REAL = IS_LONG ? 10 : 1;
/** Time limit for a worker that a hook started. A worker that is still running then will never end by itself. */
const WORKER_MAX_MS = 600_000;
const HOUR_MS = 3_600_000;

/** The ways in which a session ends: the calls that the host still makes after the last answer. */
const WAYS = [
  "said goodbye",
  "cleared",
  "killed",
  "compacted, then ended",
  "crashed in a hook",
  "left idle",
] as const;
type Way = (typeof WAYS)[number];

type Call = { readonly event: string; readonly input: JsonRecord; readonly dieAt?: string };

function callsOf(way: Way, session_id: string): Call[] {
  const call = (event: string, input: JsonRecord = {}): Call => ({ event, input: { session_id, ...input } });
  const began = [
    call("SessionStart", { source: "startup" }),
    call("UserPromptSubmit", { prompt: `remember: the number of ${session_id} is its name` }),
    call("Stop", { last_assistant_message: "Noted." }),
  ];
  const ends: { readonly [way in Way]: readonly Call[] } = {
    "said goodbye": [call("SessionEnd", { reason: "prompt_input_exit" })],
    cleared: [call("SessionEnd", { reason: "clear" })],
    killed: [],
    "compacted, then ended": [call("SessionStart", { source: "compact" }), call("SessionEnd")],
    "crashed in a hook": [
      { ...call("UserPromptSubmit", { prompt: "Go on." }), dieAt: "hook.kept" },
      { ...call("SessionEnd"), dieAt: "hook.read" },
    ],
    "left idle": [call("UserPromptSubmit", { prompt: "Are you there?" })],
  };
  return [...began, ...ends[way]];
}

/** The path of every file below a folder, sorted. */
const namesIn = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).sort();

/** Files that a memory may leave: the memory itself, the count of lost lines, usage, and files that hooks read. */
const KNOWN = [".gitignore", "spool", join("spool", "lost"), "tidemark.db"];
const OTHER_FILES = [
  "hooks",
  join("hooks", "calls"),
  join("hooks", "changed"),
  join("hooks", "keys"),
  "reference-tracker.failed",
  "reference-tracker.json",
  "reference-tracker.waiting",
];

test(`${SESSIONS} sessions ended in six ways leave no lease, no session and no file behind`, async () => {
  const deps = await testMemory({ store: "sqlite" });
  for (let number = 0; number < SESSIONS; number++) {
    const way = WAYS[number % WAYS.length] ?? "killed";
    for (const call of callsOf(way, `s${number}`)) recordCall(deps, call, `${number}-${call.event}`);
    deps.later(7000);
    if (number % 7 === 0) await workOnce(deps);
    // A worker that died during its work. Its lease lasts until it expires.
    if (number % 11 === 0) {
      const until = deps.clock.now() + 60_000;
      await deps.store.leases.claim({ name: `session s${number}`, owner: "dead", until }, deps.clock.now());
    }
  }
  for (const after of [2 * 60_000, 2 * HOUR_MS, 2 * HOUR_MS]) {
    deps.later(after);
    for (let due = 1; due > 0; ) due = (await workOnce(deps)).still_due;
  }
  const { sessions, total } = await sessionList(deps, { limit: 2000, offset: 0 });
  expect(total).toBe(SESSIONS);
  expect(sessions.filter(({ status, due_at }) => status !== "ended" || due_at !== null)).toEqual([]);
  expect(await deps.store.leases.leased(deps.clock.now())).toEqual(new Set());
  expect(await heldLeases(deps)).toBe(0);
  await deps.close();
  console.log(`${SESSIONS} sessions, each ended in one of ${WAYS.length} ways`);
  const left = namesIn(deps.memoryDir);
  const isPage = (name: string): boolean => /^sessions(?:\/[^/]+(?:\/working\.md)?)?$/.test(name);
  const isKept = (name: string): boolean =>
    KNOWN.includes(name) || name === "state.json" || isPage(name) || /tidemark\.db-(wal|shm)$/.test(name);
  expect(left.filter((name) => !isKept(name))).toEqual([]);
  // Each session has one page, and only the last two hundred pages are kept.
  expect(left.filter((name) => name.endsWith("/working.md")).length).toBeLessThanOrEqual(200);
});

/** Writes what a hook call records to a spool file of its own. A hook that dies leaves the file open. */
function recordCall(deps: TestMemory, { event, input, dieAt }: Call, name: string): void {
  if (dieAt === "hook.read") return;
  const now = deps.clock.now();
  const stamp = { now, writer: deps.writer, sha256: deps.sha256, isOwn: false };
  const drafts = claudeCodeHook
    .capture(event, { cwd: deps.memoryDir, ...input })
    .lines.map((line) => draftFromHook(line, { ...stamp, id: deps.ids.next("evt") }));
  deps.later(1000);
  if (drafts.length === 0) return;
  const folder = join(deps.memoryDir, "spool");
  const file = `${now.toString(36)}-${name}`;
  const spool = openSpool({ folder: ownedFolder(folder), name: file, now: Date.now, seal: TEST_SEAL });
  spool.write(drafts);
  if (dieAt === undefined) {
    spool.close();
    return;
  }
  // Makes the file look like one that its writer left long ago.
  const left = readdirSync(folder).find((each) => each.startsWith(file)) ?? "";
  utimesSync(join(folder, left), new Date(0), new Date(0));
}

async function heldLeases(deps: TestMemory): Promise<number> {
  return (await deps.store.leases.leased(0)).size;
}

const isLinux = existsSync("/proc/self/cwd");

test.skipIf(!isLinux)(
  `${REAL * WAYS.length} sessions of real hooks leave no process, port or file behind`,
  async () => {
    await built();
    const place = project();
    const workers = new Set<string>();
    const sessions = WAYS.flatMap((way) => Array.from({ length: REAL }, (_, i) => ({ way, i })));
    for (const { way, i } of sessions) {
      const session = `${way.replaceAll(/\W+/g, "-")}-${i}`;
      for (const call of callsOf(way, session)) {
        expectHarmless(hook(place, call), call);
        for (const pid of processesIn(place.cwd)) workers.add(pid);
      }
      if (way === "killed") await killedWhileItReads(place);
    }
    expect(workers.size).toBeGreaterThan(0);
    expect(await untilGone(place)).toEqual({ listening: 0 });
    for (const minutes of [2, 120, 240]) {
      const now = new Date(Date.now() + minutes * 60_000).toISOString();
      expect(
        JSON.parse(run(place, ["worker", "--once", "--json"], { TIDEMARK_NOW: now }).stdout).still_due,
      ).toBe(0);
    }
    const listed = JSON.parse(run(place, ["session", "list", "--limit", "200", "--json"]).stdout);
    expect(listed.total).toBe(sessions.length);
    for (const { status, due_at } of listed.sessions)
      expect({ status, due_at }).toEqual({ status: "ended", due_at: null });
    expect(JSON.parse(run(place, ["find", "--kind", "fact", "--json"]).stdout).total).toBe(sessions.length);
    expect(JSON.parse(run(place, ["status", "--json"]).stdout)).toMatchObject({ lost: 0, rejected: 0 });
    expect(run(place, ["verify"]).status).toBe(0);
    expect(await untilGone(place)).toEqual({ listening: 0 });
    const names = namesIn(join(place.cwd, ".tidemark"));
    const others = names.filter((name) => !name.startsWith("sessions") && name !== "state.json");
    expect(others).toEqual([...KNOWN, ...OTHER_FILES].sort());
    expect(names.filter((name) => name.endsWith("working.md"))).toHaveLength(sessions.length);
    for (const folder of [place.temp, place.home]) expect(namesIn(folder)).toEqual([]);
    // The user's key, and the record of this one memory.
    expect(namesIn(join(place.state, "tidemark")).map((name) => name.replace(/[0-9a-f]{16}/, "ID"))).toEqual([
      "key",
      "stores",
      "stores/ID",
      "stores/ID/anchor",
      "stores/ID/record.json",
    ]);
    console.log(`${sessions.length} sessions of real hooks; ${workers.size} workers seen, all of them gone`);
  },
);

type Place = { readonly cwd: string; readonly temp: string; readonly home: string; readonly state: string };

function project(): Place {
  const root = mkdtempSync(join(tmpdir(), "tidemark-leftovers-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const [cwd, temp, home, state] = ["project", "temp", "home", "state"].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [cwd, temp, home, state]) mkdirSync(folder);
  const place = { cwd, temp, home, state };
  askForMemory(cwd, environment(place, {}));
  return place;
}

function environment({ temp, home, state }: Place, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS, ...rest } = process.env;
  return { ...rest, TMPDIR: temp, HOME: home, XDG_STATE_HOME: state, ...more };
}

function run(place: Place, argv: readonly string[], more: NodeJS.ProcessEnv = {}, input = "") {
  const env = environment(place, more);
  return spawnSync(process.execPath, [BIN, ...argv], { cwd: place.cwd, env, input, encoding: "utf8" });
}

function hook(place: Place, { event, input, dieAt }: Call) {
  const more = dieAt === undefined ? {} : { TIDEMARK_DIE_AT: dieAt };
  return run(place, ["hook", "claude-code", event], more, JSON.stringify({ cwd: place.cwd, ...input }));
}

function expectHarmless(ended: ReturnType<typeof hook>, { dieAt }: Call): void {
  expect(ended.signal).toBe(dieAt === undefined ? null : "SIGKILL");
  if (dieAt !== undefined) return;
  expect(ended.status).toBe(0);
  JSON.parse(ended.stdout);
}

/** Kills the hook while the host still writes to it, as when both are killed together. */
async function killedWhileItReads(place: Place): Promise<void> {
  const argv = [BIN, "hook", "claude-code", "UserPromptSubmit"];
  const child = spawn(process.execPath, argv, { cwd: place.cwd, env: environment(place, {}) });
  child.stdin.write('{"session_id":"killed');
  await pause(60);
  child.kill("SIGKILL");
  await ended(child);
}

const ended = (child: ChildProcess): Promise<void> => new Promise((done) => child.on("close", () => done()));

/** Waits until no process runs in the project's folder; returns the number of listening ports seen meanwhile. */
async function untilGone({ cwd }: Place): Promise<{ listening: number }> {
  let listening = 0;
  for (const until = Date.now() + WORKER_MAX_MS; ; await pause(50)) {
    const here = processesIn(cwd);
    listening += here.reduce((sum, pid) => sum + portsOf(pid), 0);
    if (here.length === 0) return { listening };
    if (Date.now() > until) throw new Error(`still running: ${here.map(commandOf).join("; ")}`);
  }
}

function processesIn(cwd: string): string[] {
  return readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && pid !== String(process.pid) && isIn(pid, cwd),
  );
}

function isIn(pid: string, cwd: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cwd;
  } catch {
    return false;
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "(gone)";
  }
}

/** The state code of a listening socket in the system's tables. */
const LISTEN = "0A";

function portsOf(pid: string): number {
  try {
    const sockets = new Set(
      readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)),
    );
    const lines = ["tcp", "tcp6"].flatMap((name) =>
      readFileSync(`/proc/${pid}/net/${name}`, "utf8").split("\n"),
    );
    const waiting = lines.map((line) => line.trim().split(/\s+/)).filter((fields) => fields[3] === LISTEN);
    return waiting.filter((fields) => sockets.has(`socket:[${fields[9]}]`)).length;
  } catch {
    return 0;
  }
}

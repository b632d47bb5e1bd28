import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { AGENT_HOST_VARIABLES, AGENT_NAME_VARIABLES } from "../src/core/agent-hosts.ts";
import { openMemory } from "../src/open-memory.ts";
import { chromiumPath, NO_CHROMIUM, openBrowser } from "../test/support/browser.ts";
import { bench } from "./bench.ts";
import { generatedTape } from "./generated-tape.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding, Verdict } from "./result.ts";
import { percentile } from "./stats.ts";

const PAINT_MAX_MS = 500;
const LONG_TASK_MAX_MS = 100;
const LIVE_MAX_MS = 1000;
const GZIP_MAX = 80_000;
const BATCH = 2000;

/** The views, each with a selector that appears once its data is shown. */
const VIEWS = [
  ["inbox", ".entry-row, .empty"],
  ["now", ".brief .block, .empty"],
  ["memory", ".hits li"],
  ["freshness", ".entry-row, .empty"],
  ["tape", ".event .event-type"],
  ["ledger", ".table td, .empty"],
  ["health", ".figures"],
] as const;

export const page = bench({
  name: "page",
  title: "The dashboard",
  summary:
    "First useful paint, long tasks while scrolling a long tape, and the size of the page, in Chromium.",
  options: {
    events: { value: 100_000, help: "events on the tape" },
    runs: { value: 5, help: "loads of each view" },
  },
  run: ({ events, runs }) => {
    if (chromiumPath() === undefined) throw new Error(NO_CHROMIUM);
    return inFolder((folder) => measure(folder, events, runs));
  },
});

async function measure(folder: string, events: number, runs: number): Promise<Finding> {
  const env = environment(folder);
  const project = join(folder, "project");
  mkdirSync(project);
  const program = join(ROOT, "dist/tidemark.cjs");
  spawnSync(process.execPath, [program, "init", "--yes"], { cwd: project, env, stdio: "ignore" });
  await fill(project, env, events);
  const { server, address, ...opening } = await serve(program, project, env);
  say(
    `open for the first time: ${opening.seconds.toFixed(1)} s, longest answer ${opening.longest.toFixed(0)} ms`,
  );
  const browser = await openBrowser();
  try {
    const shown = await browser.open(address, { height: 900 });
    const times = await paints(shown, new URL(address).origin, runs);
    const scrolled = await scrollTape(shown, new URL(address).origin);
    await shown.goto(`${new URL(address).origin}/#/memory`);
    await shown.locator(".hits li").first().waitFor();
    const live: number[] = [];
    for (let i = 1; i <= runs; i++) {
      const text = `Live statement ${i} is shown.`;
      const command = [program, "remember", text, "--kind", "fact"];
      spawnSync(process.execPath, command, { cwd: project, env, stdio: "ignore" });
      const began = performance.now();
      await shown.getByText(text).first().waitFor({ timeout: 120_000 });
      live.push(performance.now() - began);
    }
    const asOf = await memoryThen(shown, new URL(address).origin, Math.floor(events / 2));
    return finding({ times, scrolled, live, asOf, events, runs, opening });
  } finally {
    await browser.close();
    server.kill("SIGINT");
  }
}

function environment(home: string): NodeJS.ProcessEnv {
  const own = [...Object.keys(AGENT_HOST_VARIABLES), ...AGENT_NAME_VARIABLES];
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TIDEMARK_|NODE_|npm_|GIT_)/i.test(name) && !own.includes(name),
  );
  const places = { XDG_CONFIG_HOME: join(home, "config"), XDG_STATE_HOME: join(home, "state") };
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, ...places };
}

async function fill(project: string, env: NodeJS.ProcessEnv, events: number): Promise<void> {
  const { deps, close } = await openMemory({ cwd: project, env, effect: "writes" });
  const all = [...generatedTape(1, events)];
  for (let at = 0; at < all.length; at += BATCH) {
    await deps.store.tape.append(all.slice(at, at + BATCH));
    if (at % (BATCH * 10) === 0) say(`${at} of ${events} events`);
  }
  await close();
}

type Opening = {
  /** Time from starting the command until it prints the address; meanwhile the views read the whole tape. */
  readonly seconds: number;
  /** Longest response time of the server during that time, in milliseconds. */
  readonly longest: number;
};
type Served = Opening & { readonly server: ChildProcess; readonly address: string };

const ASK_MS = 20;

/** Starts the built program as users do. The printed address admits one browser. */
function serve(program: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Served> {
  const began = performance.now();
  const server = spawn(process.execPath, [program, "open", "--no-browser"], { cwd, env });
  return new Promise((resolve, reject) => {
    let printed = "";
    let longest: Promise<number> | undefined;
    let isOpen = false;
    const read = (chunk: unknown): void => {
      printed += String(chunk);
      const [, origin] = /^Serving \S+ on (\S+)\. /m.exec(printed) ?? [];
      if (origin) longest ??= longestAnswer(origin, () => isOpen);
      const address = /http:\/\/\S+\/open\/\S+/.exec(printed)?.[0];
      if (!address || isOpen) return;
      isOpen = true;
      const seconds = (performance.now() - began) / 1000;
      void longest?.then((ms) => resolve({ server, address, seconds, longest: ms }), reject);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", () => reject(new Error(`The server ended: ${printed}`)));
  });
}

/** Requests `/healthz` until the page is open and returns the longest response time. */
async function longestAnswer(origin: string, isOpen: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOpen()) {
    const from = performance.now();
    await (await fetch(`${origin}/healthz`)).text();
    longest = Math.max(longest, performance.now() - from);
    await sleep(ASK_MS);
  }
  return longest;
}

/**
 * Milliseconds from the start of a load to the first data of each view. The first load warms caches and is
 * not counted.
 */
async function paints(shown: Page, origin: string, runs: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (const [view, sign] of VIEWS) {
    const all: number[] = [];
    for (let run = 0; run <= runs; run++) {
      await shown.goto("about:blank");
      const began = performance.now();
      await shown.goto(`${origin}/#/${view}`, { waitUntil: "commit" });
      await shown.locator(sign).first().waitFor({ timeout: 120_000 });
      if (run > 0) all.push(performance.now() - began);
    }
    times.set(view, all);
    say(`${view}: ${percentile(all, 0.5).toFixed(0)} ms`);
  }
  return times;
}

/**
 * Milliseconds until the page shows the memory, and the brief, as of a position. Both are folded from the
 * tape.
 */
async function memoryThen(shown: Page, origin: string, position: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (const [at, query, sign] of [
    [position, "", ".then li"],
    [position - 1, "&brief=1", ".brief .block"],
  ] as const) {
    await shown.goto("about:blank");
    const began = performance.now();
    await shown.goto(`${origin}/#/tape?tab=moment&at=${at}${query}`, { waitUntil: "commit" });
    await shown.locator(sign).first().waitFor({ timeout: 120_000 });
    times.push(performance.now() - began);
  }
  return times;
}

type Scrolled = { readonly longest: number; readonly over50: number; readonly steps: number };

/** Scrolls through the whole tape and collects the durations of long tasks, which block the page. */
async function scrollTape(shown: Page, origin: string): Promise<Scrolled> {
  await shown.goto("about:blank");
  await shown.goto(`${origin}/#/tape`);
  await shown.locator(".event .event-type").first().waitFor();
  await shown.evaluate(
    "globalThis.longTasks = []; new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });",
  );
  const steps = 300;
  for (let i = 1; i <= steps; i++) {
    await shown.evaluate(
      `(() => { const box = document.querySelector('.rows'); box.scrollTop = box.scrollHeight * ${i / steps}; })()`,
    );
    await shown.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  }
  await shown.locator(".event .event-type").first().waitFor();
  const tasks: unknown = await shown.evaluate("longTasks");
  const durations = Array.isArray(tasks) ? tasks.map(Number) : [];
  return { longest: Math.max(0, ...durations), over50: durations.length, steps };
}

function pageSize(): number {
  const folder = join(ROOT, "dist/dashboard");
  return readdirSync(folder).reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length,
    0,
  );
}

type Measured = {
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly scrolled: Scrolled;
  /** Milliseconds from the end of a command in another process until the page shows its statement. */
  readonly live: readonly number[];
  /** Milliseconds to show the memory, and the brief, as of the middle of the tape. */
  readonly asOf: readonly number[];
  readonly events: number;
  readonly runs: number;
  readonly opening: Opening;
};

function finding({ times, scrolled, live, asOf, events, runs, opening }: Measured): Finding {
  const rows = [...times].map(([view, all]) => [view, percentile(all, 0.5), percentile(all, 1)]);
  const inbox = percentile(times.get("inbox") ?? [], 0.5);
  const size = pageSize();
  return {
    tables: [
      {
        title: `\`tidemark open\` on ${events} events that no view has read`,
        columns: ["seconds until the page opens", "longest answer of the server meanwhile, ms"],
        rows: [[opening.seconds, opening.longest]],
      },
      {
        title: `From the start of a load to the first data, ${events} events, ${runs} loads of each view`,
        columns: ["view", "p50 ms", "max ms"],
        rows,
      },
      {
        title: `Scrolling over ${events} events in ${scrolled.steps} steps`,
        columns: ["tasks over 50 ms", "longest task ms"],
        rows: [[scrolled.over50, scrolled.longest]],
      },
      {
        title: "From the end of `tidemark remember` in another process to the page",
        columns: ["p50 ms", "max ms"],
        rows: [[percentile(live, 0.5), percentile(live, 1)]],
      },
      {
        title: "From the start of a load to the memory as of the middle of the tape",
        columns: ["items, ms", "items and briefs, ms"],
        rows: [[...asOf]],
      },
    ],
    verdicts: [
      atMost("first useful paint of the inbox", inbox, [PAINT_MAX_MS, "ms"]),
      atMost("first useful paint of the slowest view", Math.max(...rows.map(([, p50]) => Number(p50))), [
        PAINT_MAX_MS,
        "ms",
      ]),
      atMost("live update", percentile(live, 0.5), [LIVE_MAX_MS, "ms"]),
      atMost("longest task while scrolling", scrolled.longest, [LONG_TASK_MAX_MS, "ms"]),
      atMost("size of the page, gzip", size, [GZIP_MAX, "bytes"]),
    ],
  };
}

const atMost = (what: string, value: number, [limit, unit]: readonly [number, string]): Verdict => ({
  what,
  target: `at most ${limit} ${unit}`,
  measured: `${Math.round(value)} ${unit}`,
  isMet: value <= limit,
});

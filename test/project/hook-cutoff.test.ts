import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { BIN, type Ended, node } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";

let home = "";
let cwd = "";
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-cutoff-")));
  cwd = join(home, "project");
  mkdirSync(cwd);
  askForMemory(cwd, environment());
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

function environment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS, ...rest } = process.env;
  return { ...rest, TIDEMARK_HOOK_PATIENCE: "", HOME: home, XDG_STATE_HOME: join(home, "state") };
}

function run(argv: readonly string[], { input = "", hangAt = "" } = {}): Promise<Ended> {
  return node([BIN, ...argv], { cwd, input, env: { ...environment(), TIDEMARK_HANG_AT: hangAt } });
}

/** A hook that is held for ever at a point. That it comes back at all is the first thing shown. */
const heldAt = (hangAt: string, session: string): Promise<Ended> =>
  run(["hook", "claude-code", "SessionStart"], {
    input: JSON.stringify({ session_id: session, cwd, source: "startup" }),
    hangAt,
  });

async function sessions(): Promise<string[]> {
  const { stdout } = await run(["session", "list", "--json"]);
  return (JSON.parse(stdout).sessions as { id: string }[]).map(({ id }) => id);
}

async function expectReported(): Promise<void> {
  const { stdout } = await run(["doctor", "--json"]);
  expect(stdout).toContain("spool.rejected");
}

scenario("hook.cut-off-recording", async () => {
  const [early, late] = await Promise.all([heldAt("hook.read", "early"), heldAt("hook.kept", "late")]);
  for (const { code, stdout, stderr } of [early, late]) {
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({});
    expect(stderr.match(/cut off/g)).toHaveLength(1);
  }
  await expectReported();
  expect(await sessions()).toEqual(["late"]);
});

scenario("hook.cut-off-context", async () => {
  const { code, stdout, stderr } = await heldAt("hook.bundle", "held");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({});
  expect(stderr.match(/cut off/g)).toHaveLength(1);
  expect((await run(["doctor", "--json"])).stdout).not.toContain("spool.rejected");
  expect(await sessions()).toEqual(["held"]);
});

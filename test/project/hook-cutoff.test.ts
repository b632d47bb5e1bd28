import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, vi } from "vitest";
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

/** Runs a hook that hangs forever at a point. The call returns only because the hook is cut off. */
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
  await run(["remember", "The build runs on pnpm"]);
  const { code, stdout, stderr } = await heldAt("hook.bundle", "held");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({});
  expect(stderr.match(/cut off/g)).toHaveLength(1);
  expect((await run(["doctor", "--json"])).stdout).not.toContain("spool.rejected");
  expect(await sessions()).toEqual(["held"]);
  // The next prompt gives the brief that the session start could not give, and gives it once.
  const ask = (prompt: string) =>
    node([BIN, "hook", "claude-code", "UserPromptSubmit"], {
      cwd,
      input: JSON.stringify({ session_id: "held", cwd, prompt }),
      env: { ...environment(), TIDEMARK_HOOK_PATIENCE: "20" },
    });
  expect((await ask("add a badge to the page")).stdout).toContain("The build runs on pnpm");
  expect((await ask("make it blue")).stdout).not.toContain("The build runs on pnpm");
});

/**
 * Makes every file call on the project wait forever, as on a dead network server, and reports the folder as an NFS
 * mount.
 */
const DEAD_DISK = `
const fs = require("node:fs");
const { openSync, readFileSync } = fs;
const { DEAD_FOLDER: folder, DEAD_MOUNT: mount, DEAD_PIPE: pipe } = process.env;
Object.defineProperty(process, "platform", { value: "linux" });
for (const name of Object.keys(fs).filter((name) => name.endsWith("Sync"))) {
  const call = fs[name];
  const dead = (path, ...rest) => {
    if (typeof path === "string" && (path + "/").startsWith(folder + "/")) openSync(pipe, "r");
    return call(path, ...rest);
  };
  fs[name] = Object.assign(dead, call);
}
const looked = fs.readFileSync;
fs.readFileSync = (path, ...rest) =>
  path === "/proc/self/mountinfo" ? "1 0 0:1 / " + mount + " rw - nfs4 server:/ rw\\n" : looked(path, ...rest);
`;

scenario("hook.dead-disk", async () => {
  const pipe = join(home, "pipe");
  execFileSync("mkfifo", [pipe]);
  writeFileSync(join(home, "dead.cjs"), DEAD_DISK);
  // In the second case the project lies on a local disk, and a link leads from it to the dead mount.
  for (const mount of [cwd, "/srv/elsewhere"]) {
    // Codex limits this event to three seconds. The other events end in the same way after a longer time.
    const { stdout, stderr } = await node(
      ["--require", join(home, "dead.cjs"), BIN, "hook", "codex", "SessionEnd"],
      {
        cwd,
        input: JSON.stringify({ session_id: "s", cwd }),
        env: { ...environment(), DEAD_FOLDER: cwd, DEAD_MOUNT: mount, DEAD_PIPE: pipe },
      },
    );
    expect(JSON.parse(stdout)).toEqual({});
    expect(stderr.match(/cut off/g)).toHaveLength(1);
  }
});

scenario("hook.hanging-git", async () => {
  const [programs, pid] = [join(home, "programs"), join(home, "pid")];
  mkdirSync(programs);
  for (const inside of ["objects", "refs/heads"]) mkdirSync(join(cwd, ".git", inside), { recursive: true });
  writeFileSync(join(cwd, ".git/HEAD"), "ref: refs/heads/main\n");
  await run(["remember", "The build runs on pnpm"]);
  writeFileSync(join(programs, "git"), `#!/bin/sh\necho $$ >> '${pid}'\nexec sleep 100000\n`);
  chmodSync(join(programs, "git"), 0o755);
  const input = JSON.stringify({ session_id: "s", cwd, source: "startup" });
  const env = { ...environment(), PATH: `${programs}${delimiter}${process.env.PATH}` };
  const { code, stdout } = await node([BIN, "hook", "claude-code", "SessionStart"], { cwd, input, env });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toBeInstanceOf(Object);
  const started = readFileSync(pid, "utf8").trim().split("\n").map(Number);
  const isGone = (each: number): boolean => {
    try {
      return readFileSync(`/proc/${each}/stat`, "utf8").includes(") Z ");
    } catch {
      return true;
    }
  };
  await vi.waitFor(() => expect(started.filter((each) => !isGone(each))).toEqual([]), { timeout: 600_000 });
});

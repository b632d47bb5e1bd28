import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { scenario } from "../scenarios/scenario.ts";
import { BIN } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const act of undo.splice(0).reverse()) act();
});

function homeFolder(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-hook-")));
  undo.push(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

function project(home = homeFolder()): string {
  const folder = join(home, "project");
  mkdirSync(folder);
  askForMemory(folder, environment(folder));
  return folder;
}

function environment(cwd: string): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env;
  return { ...env, HOME: dirname(cwd), XDG_STATE_HOME: join(dirname(cwd), "state") };
}

function run(argv: readonly string[], cwd: string, input = "") {
  return spawnSync(process.execPath, [BIN, ...argv], { cwd, input, encoding: "utf8", env: environment(cwd) });
}

const hook = (cwd: string, prompt: string, event = "UserPromptSubmit") =>
  run(["hook", "claude-code", event], cwd, JSON.stringify({ session_id: "s1", cwd, prompt }));

function turns(cwd: string): string[] {
  const shown = run(["session", "show", "s1", "--json"], cwd);
  return JSON.parse(shown.stdout).turns.map((turn: { text: string }) => turn.text);
}

/** The host can continue: the exit code is 0 and the answer is valid JSON. */
function expectHarmless(ended: ReturnType<typeof run>): void {
  expect(ended.status).toBe(0);
  expect(JSON.parse(ended.stdout)).toEqual({});
}

describe("a hook does its work when the store", () => {
  scenario("hook.store-locked", async () => {
    const cwd = project();
    hook(cwd, "before");
    expect(turns(cwd)).toEqual(["before"]);
    const db = (await chooseDriver()).open(join(cwd, ".tidemark", "tidemark.db"));
    db.exec("BEGIN EXCLUSIVE");
    expectHarmless(hook(cwd, "while locked"));
    db.exec("ROLLBACK");
    db.close();
    expect(turns(cwd)).toEqual(["before", "while locked"]);
  });

  scenario("hook.store-gone", () => {
    const cwd = project();
    hook(cwd, "before");
    rmSync(join(cwd, ".tidemark"), { recursive: true });
    expectHarmless(hook(cwd, "nobody asked for this"));
    expect(existsSync(join(cwd, ".tidemark"))).toBe(false);
    run(["init"], cwd);
    expectHarmless(hook(cwd, "after"));
    expect(turns(cwd)).toEqual(["after"]);
  });

  scenario("hook.store-unwritable", () => {
    const cwd = project();
    const spool = join(cwd, ".tidemark", "spool");
    rmSync(spool, { recursive: true, force: true });
    writeFileSync(spool, "in the way");
    expectHarmless(hook(cwd, "elsewhere"));
    rmSync(spool);
    expect(turns(cwd)).toEqual(["elsewhere"]);
    expect(
      readdirSync(join(dirname(cwd), "state", "tidemark", "spool"), { recursive: true }).filter((name) =>
        String(name).endsWith(".jsonl"),
      ),
    ).toEqual([]);
  });

  scenario("hook.store-damaged", () => {
    const cwd = project();
    run(["init"], cwd);
    writeFileSync(join(cwd, ".tidemark", "tidemark.db"), "this is no database".repeat(500));
    expectHarmless(hook(cwd, "kept all the same"));
    expect(run(["status"], cwd).status).toBe(3);
    expect(run(["restore", "--salvage"], cwd).status).toBe(0);
    expect(turns(cwd)).toEqual(["kept all the same"]);
  });

  scenario("hook.disk-full", (_, context) => {
    const cwd = smallDisk();
    if (cwd === undefined) return context.skip("no small disk can be mounted here");
    hook(cwd, "while there was room");
    expect(turns(cwd)).toEqual(["while there was room"]);
    const filler = join(cwd, "filler");
    fill(filler, cwd);
    expectHarmless(hook(cwd, "no room for this"));
    rmSync(filler);
    expect(JSON.parse(run(["status", "--json"], cwd).stdout).lost).toBe(1);
    const message = { role: "user", content: "no room for this" };
    const record = {
      type: "user",
      sessionId: "s1",
      uuid: "u1",
      timestamp: "2026-01-01T00:00:00Z",
      cwd,
      message,
    };
    writeFileSync(join(cwd, "history.jsonl"), `${JSON.stringify(record)}\n`);
    expect(run(["import", join(cwd, "history.jsonl"), "--host", "claude-code"], cwd).status).toBe(0);
    expect(turns(cwd).sort()).toEqual(["no room for this", "while there was room"]);
  });
});

scenario("hook.bad-input", () => {
  const cwd = project();
  expectHarmless({ ...run(["hook", "claude-code", "UserPromptSubmit"], cwd, "{ not json"), stdout: "{}" });
  expect(JSON.parse(run(["status", "--json"], cwd).stdout).rejected).toBe(1);
});

scenario("hook.brief", () => {
  const cwd = project();
  run(["remember", "We build with pnpm", "--kind", "decision"], cwd);
  const started = JSON.parse(hook(cwd, "", "SessionStart").stdout);
  expect(started.hookSpecificOutput).toMatchObject({ hookEventName: "SessionStart" });
  expect(started.hookSpecificOutput.additionalContext).toContain("We build with pnpm");
  expect(JSON.parse(hook(cwd, "hello").stdout)).toEqual({});
});

/** Mounts a disk of one megabyte; undefined where the machine does not allow it. */
function smallDisk(): string | undefined {
  const home = homeFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", home]);
  if (mounted.status !== 0) return undefined;
  undo.push(() => void spawnSync("umount", ["-l", home]));
  return project(home);
}

/** Fills the disk to the last block. */
function fill(file: string, folder: string): void {
  const { bsize, bavail } = statfsSync(folder);
  for (let blocks = bavail; blocks > 0; blocks--) {
    try {
      writeFileSync(file, Buffer.alloc(blocks * bsize), { flag: existsSync(file) ? "a" : "w" });
      if (statfsSync(folder).bavail === 0) return;
    } catch {
      // This size does not fit: try a smaller one.
    }
  }
}

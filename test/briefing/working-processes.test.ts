import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { BIN, node } from "../spawned.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
const ROUNDS = isLong ? 40 : 4;
const AT_ONCE = 6;

/** Reads the page every millisecond while others write it, and collects the distinct texts that it read. */
function watch(path: string): { readonly stop: () => Set<string> } {
  const seen = new Set<string>();
  const timer = setInterval(() => {
    if (existsSync(path)) seen.add(readFileSync(path, "utf8"));
  }, 1);
  return {
    stop: () => {
      clearInterval(timer);
      return seen;
    },
  };
}

scenario("working.never-torn", async () => {
  const home = mkdtempSync(join(tmpdir(), "tidemark-pages-"));
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: home,
    TIDEMARK_AGENT: "",
  };
  const run = (...args: string[]) => node([BIN, ...args], { cwd: home, env });
  const turn = '{"type":"turn","session":"s1","text":"hello"}\n';
  expect(await run("init")).toMatchObject({ code: 0 });
  expect(await node([BIN, "record", "-"], { cwd: home, env, input: turn })).toMatchObject({ code: 0 });
  const path = join(home, ".tidemark/sessions/s1/working.md");
  const reader = watch(path);
  for (let round = 0; round < ROUNDS; round++) {
    const said = `Decision number ${round} ${"with many words ".repeat(8)}`;
    const writers = [run("remember", said, "--kind", "decision")];
    for (let n = 0; n < AT_ONCE; n++) writers.push(run("working", "s1"));
    for (const { code, stderr } of await Promise.all(writers))
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  }
  await run("working", "s1");
  const seen = [...reader.stop(), readFileSync(path, "utf8")];
  expect(seen.length).toBeGreaterThan(1);
  for (const page of seen) {
    expect(page.startsWith("# What this project remembers (tidemark)\n")).toBe(true);
    expect(page.endsWith("\n(end of tidemark)\n")).toBe(true);
  }
  expect(seen.at(-1)).toContain(`Decision number ${ROUNDS - 1}`);
  rmSync(home, { recursive: true, force: true });
});

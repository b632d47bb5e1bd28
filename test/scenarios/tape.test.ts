import { createHash } from "node:crypto";
import { cpSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { scenario } from "./scenario.ts";
import { freshFolder, type Stage, stage } from "./stage.ts";

type Line = { readonly [field: string]: unknown };

const outside = (on: Stage, name: string): string => join(dirname(on.dir), name);
const linesOf = (dir: string): Line[] =>
  readFileSync(join(dir, "tape.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

async function tapeOf(on: Stage): Promise<Line[]> {
  const dir = join(freshFolder(), "export");
  await on.call("export", { dir });
  return linesOf(dir);
}

async function changed(on: Stage, ...statements: readonly string[]): Promise<void> {
  const db = (await chooseDriver()).open(join(on.dir, ".tidemark", "tidemark.db"));
  for (const sql of statements) db.exec(sql);
  db.close();
}

const turnsFile = (on: Stage, ...texts: readonly string[]): string => {
  const lines = texts.map((text) => JSON.stringify({ type: "turn", session: "s1", role: "user", text }));
  return on.file("turns.jsonl", `${lines.join("\n")}\n`);
};

scenario("tape.writer", async (surface) => {
  const on = stage(surface, { git: true });
  await on.call("remember", { text: "We build with pnpm" }, { agent: "ana" });
  await on.call("record", { file: turnsFile(on, "hello") }, { agent: "ben" });
  await on.call("sessionEnd", { id: "s1" }, { agent: "cem" });
  const tape = await tapeOf(on);
  expect(tape.slice(-4).map(({ agent }) => agent)).toEqual(["ana", "ben", "ben", "cem"]);
  for (const line of tape) {
    for (const field of ["agent", "host", "process", "worktree"]) {
      expect(line[field], `${String(line.type)} ${field}`).toMatch(/\S/);
    }
  }
});

scenario("tape.payload-cap", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm" });
  const end = await on.end();
  // JSON writes each of these characters with six letters.
  const file = turnsFile(on, "fits", "\u0001".repeat(1024 * 1024));
  expect(await on.refused("record", { file })).toMatchObject({
    code: "input.invalid",
    field: "payload",
    message: expect.stringMatching(/^Line 2: .*the event is 6\d{6} characters long; at most 4194304/),
  });
  expect(await on.refused("remember", { text: "x".repeat(9000) })).toMatchObject({
    field: "text",
    message: expect.stringContaining("9000 characters long"),
  });
  expect(await on.end()).toBe(end);
});

scenario("tape.long-turn-is-cut", async () => {
  const on = stage();
  const cap = 1024 * 1024;
  const texts = ["ä".repeat(cap / 2), `${"ä".repeat(cap / 2)}x`, "🦀".repeat(400_000)];
  expect(await on.call("record", { file: turnsFile(on, ...texts) })).toMatchObject({ recorded: 3 });
  const turns = (await tapeOf(on)).flatMap(({ type, payload }) =>
    type === "turn.recorded" ? [payload as { readonly text: string; readonly cut_from_bytes?: number }] : [],
  );
  expect(turns.map(({ text }) => Buffer.byteLength(text))).toEqual([cap, cap, cap]);
  expect(turns.map(({ cut_from_bytes }) => cut_from_bytes)).toEqual([undefined, cap + 1, 1_600_000]);
  for (const [i, { text }] of turns.entries()) expect(texts[i]?.startsWith(text)).toBe(true);
});

/** Changes the last event of an export, and makes its manifest match. */
function exportSaying(dir: string, change: Line): void {
  const lines = linesOf(dir).map((line) => JSON.stringify(line));
  const last = JSON.stringify({ ...(linesOf(dir).at(-1) as Line), ...change });
  const text = `${[...lines.slice(0, -1), last].join("\n")}\n`;
  writeFileSync(join(dir, "tape.jsonl"), text);
  const manifest = JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8")) as {
    readonly files: readonly { readonly name: string }[];
  };
  const fits = { bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
  const files = manifest.files.map((file) => (file.name === "tape.jsonl" ? { ...file, ...fits } : file));
  writeFileSync(join(dir, "manifest.json"), JSON.stringify({ ...manifest, files }));
}

scenario("tape.newer-refused", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm" });
  const exported = join(freshFolder(), "export");
  await on.call("export", { dir: exported });
  for (const change of [{ version: 99 }, { type: "dream.recorded" }]) {
    const dir = join(freshFolder(), "export");
    cpSync(exported, dir, { recursive: true });
    exportSaying(dir, change);
    const other = stage(surface);
    await other.call("init");
    const end = await other.end();
    const path = surface === "library" ? [dir] : dir;
    expect(await other.refused("import", { path })).toMatchObject({
      code: "tape.newer",
      fix: expect.stringContaining("Update Tidemark"),
    });
    expect(await other.end()).toBe(end);
  }
});

async function filled(): Promise<Stage> {
  const on = stage();
  await on.call("record", { file: turnsFile(on, "turn one", "turn two", "turn three", "turn four") });
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  await on.call("brief");
  await on.call("sessionList");
  return on;
}

scenario("verify.clean", async () => {
  const on = await filled();
  await on.call("forget", { text: "turn two" });
  expect(await on.cli(["verify"])).toEqual({
    code: 0,
    stdout: `All is well: ${await on.end()} events in an unbroken chain, views equal a replay, database sound.\n`,
    stderr: "",
  });
});

scenario("verify.finds-tape", async () => {
  const swap =
    "UPDATE events SET position = CASE position WHEN -3 THEN 4 ELSE 3 END WHERE position IN (-3, -4)";
  const changes: readonly (readonly [readonly string[], number])[] = [
    [["UPDATE events SET payload = replace(payload, 'turn two', 'turn ten') WHERE position = 3"], 3],
    [["UPDATE events SET agent = 'mallory' WHERE position = 2"], 2],
    [["DELETE FROM events WHERE position = 4"], 4],
    [["UPDATE events SET position = -position WHERE position IN (3, 4)", swap], 3],
  ];
  for (const [statements, position] of changes) {
    const on = await filled();
    await changed(on, ...statements);
    const { code, stdout, stderr } = await on.cli(["verify"]);
    expect([statements[0], code, stderr]).toEqual([statements[0], 1, ""]);
    expect(stdout).toMatch(new RegExp(`^wrong: .*\\b${position}\\b`, "m"));
    expect(stdout).toMatch(/^ {2}tidemark /m);
  }
});

scenario("verify.finds-views", async () => {
  const changes = {
    items: "UPDATE view_rows SET body = replace(body, 'pnpm', 'yarn') WHERE view = 'items'",
    sessions: "DELETE FROM view_rows WHERE view = 'sessions'",
    search: "DELETE FROM search_docs WHERE key = 'turn@3'",
  };
  for (const [view, sql] of Object.entries(changes)) {
    const on = await filled();
    await on.call("recall", { query: "pnpm" });
    await changed(on, sql);
    const { code, stdout } = await on.cli(["verify"]);
    expect([view, code]).toEqual([view, 1]);
    expect(stdout).toContain(`tidemark rebuild --view ${view}`);
    expect((await on.cli(["rebuild", "--view", view])).code).toBe(0);
    expect((await on.cli(["verify"])).code).toBe(0);
  }
});

/** An export with a forgotten turn, and another project that can import it. */
async function exportWithForgotten(): Promise<{ readonly to: Stage; readonly dir: string }> {
  const [from, to] = [await filled(), stage()];
  await from.call("forget", { text: "turn two" });
  const dir = outside(from, "export");
  await from.call("export", { dir });
  return { to, dir };
}

scenario("import.idempotent", async () => {
  const { to, dir } = await exportWithForgotten();
  const first = await to.call("import", { path: dir });
  // The event about the project is new too.
  expect(first).toMatchObject({ added: linesOf(dir).length, known: 0 });
  const end = await to.end();
  const again = await to.cli(["import", dir]);
  expect(again.stdout).toContain(`Added 0 events; ${linesOf(dir).length} already known.`);
  expect(await to.end()).toBe(end);
  expect((await to.cli(["verify"])).code).toBe(0);
});

scenario("store.damaged", async () => {
  const damages: readonly ((file: string) => void)[] = [
    (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096),
    (file) => writeFileSync(file, readFileSync(file).fill(0x58, 0, 100)),
    // Nothing is left of it: only the user's state folder knows how much there was.
    (file) => writeFileSync(file, readFileSync(file).fill(0)),
  ];
  for (const [i, damage] of damages.entries()) {
    const on = await filled();
    const events = await on.end();
    await changed(on, "PRAGMA wal_checkpoint(TRUNCATE)");
    damage(join(on.dir, ".tidemark", "tidemark.db"));
    const told = await on.cli(["remember", "Is anybody there?"]);
    expect([told.code, told.stdout]).toEqual([3, ""]);
    expect(told.stderr).toContain("tidemark restore");
    const saved = await on.cli(["restore", "--salvage", "--json"]);
    expect(saved.code).toBe(0);
    const { found, lost_count } = JSON.parse(saved.stdout).salvaged;
    expect(found > 0).toBe(i < 2);
    expect(found + lost_count).toBe(events);
    expect((await on.cli(["verify"])).code).toBe(0);
  }
});

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { exportTo } from "../../src/app/intake/export.ts";
import { importFrom } from "../../src/app/intake/import.ts";
import type { DraftInput } from "../../src/app/runtime/decide-and-commit.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import type { Item } from "../../src/core/items/item.ts";
import { KIND_NAMES, type KindName, kindOf } from "../../src/core/items/kinds.ts";
import { removeItem, transitionItem, updateItem } from "../../src/core/items/life.ts";
import { scenario } from "../scenarios/scenario.ts";
import { freshMemoryDir, type StoreName, type TestMemory, testMemory } from "../support/test-memory.ts";

/** The files of an export, repeated here so that a change of the format fails the test. */
const FILES = "tape.jsonl units.jsonl edges.jsonl insights.jsonl crystals.jsonl items.jsonl".split(" ");

const STORES: readonly StoreName[] = ["memory", "sqlite"];
const RUNS = process.env.TIDEMARK_LONG === "1" ? 400 : 15;

async function filled(store: StoreName): Promise<TestMemory> {
  const deps = await testMemory({ store });
  await deps.put({ type: "session.started", session: "ses_1", payload: { cwd: "/home/x" } });
  for (let i = 0; i < 5; i++) await deps.turn(`turn ${i} – 日本 "quoted" \u2028 ${i}`);
  await deps.item("decision", "We build with pnpm", { topic: "build" });
  await deps.item("plan", "Ship it", { key: "ship" });
  return deps;
}

const exportDir = (): string => join(freshMemoryDir(), "export");

async function exported(deps: TestMemory): Promise<string> {
  const dir = exportDir();
  await exportTo(deps, { dir });
  return dir;
}

function filesIn(dir: string): Record<string, string> {
  return Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), "utf8")]));
}

describe.each(STORES)("export from the %s store", (store) => {
  scenario("export.stated", async () => {
    const deps = await filled(store);
    const dir = exportDir();
    expect(await exportTo(deps, { dir })).toEqual({
      dir,
      events: 8,
      units: 1,
      items: 1,
      files: ["manifest.json", ...FILES],
    });
    const files = filesIn(dir);
    const manifest = JSON.parse(files["manifest.json"] ?? "");
    expect(manifest).toEqual({
      format: "tidemark-export",
      version: 1,
      events: 8,
      last_hash: (await deps.store.tape.end()).hash,
      files: FILES.map((name) => ({
        name,
        bytes: Buffer.byteLength(files[name] ?? ""),
        sha256: sha256(files[name] ?? ""),
      })),
    });
    expect(files["tape.jsonl"]?.split("\n")).toHaveLength(9);
    expect(JSON.parse(files["units.jsonl"] ?? "")).toMatchObject({
      label: "dec#1",
      text: "We build with pnpm",
    });
    expect(statSync(join(dir, "tape.jsonl")).mode & 0o777).toBe(0o600);
  });

  test("gives the same bytes again, also over an earlier export", async () => {
    const deps = await filled(store);
    const dir = await exported(deps);
    const before = filesIn(dir);
    await exportTo(deps, { dir });
    expect(filesIn(dir)).toEqual(before);
    expect(filesIn(await exported(deps))).toEqual(before);
  });

  test("refuses a folder with other files in it", async () => {
    const deps = await filled(store);
    const dir = freshMemoryDir();
    writeFileSync(join(dir, "items.jsonl"), "mine");
    await expect(exportTo(deps, { dir })).rejects.toMatchObject({ code: "input.invalid", field: "dir" });
    const earlier = await exported(deps);
    writeFileSync(join(earlier, "diary.txt"), "mine");
    await expect(exportTo(deps, { dir: earlier })).rejects.toMatchObject({
      message: expect.stringContaining("diary.txt"),
    });
    expect(readFileSync(join(dir, "items.jsonl"), "utf8")).toBe("mine");
  });

  scenario("export.round-trip", async () => {
    const deps = await filled(store);
    await forget(deps, { text: "turn 3" });
    const dir = await exported(deps);
    const other = await testMemory({ store, seed: "other" });
    expect(await importFrom(other, { path: dir, dry_run: true })).toEqual({
      dry_run: true,
      read: 9,
      added: 9,
      known: 0,
      forgotten: 0,
    });
    expect((await other.store.tape.end()).position).toBe(0);
    expect(await importFrom(other, { path: dir })).toEqual({
      dry_run: false,
      read: 9,
      added: 9,
      known: 0,
      forgotten: 0,
    });
    expect(filesIn(await exported(other))).toEqual(filesIn(dir));
    expect(await importFrom(other, { path: dir })).toMatchObject({ added: 0, known: 9 });
    expect((await verify(other)).findings).toEqual([]);
    expect(other.steps).toContainEqual({ what: "import events", done: 9, total: 9 });
  });

  test("merges into a memory that has its own events", async () => {
    const deps = await filled(store);
    const other = await testMemory({ store, seed: "other" });
    await other.turn("its own");
    await importFrom(other, { path: await exported(deps) });
    expect((await other.store.tape.end()).position).toBe(9);
    await deps.turn("one more");
    expect(await importFrom(other, { path: await exported(deps) })).toMatchObject({ added: 1, known: 8 });
    expect((await verify(other)).findings).toEqual([]);
  });
});

describe("import refuses", () => {
  test("a path that is no export", async () => {
    const deps = await testMemory();
    const dir = freshMemoryDir();
    writeFileSync(join(dir, "x.jsonl"), "{}");
    for (const path of [dir, join(dir, "x.jsonl"), join(dir, "nowhere")]) {
      await expect(importFrom(deps, { path })).rejects.toMatchObject({
        code: "input.invalid",
        field: "path",
        message: `${path} is not a Tidemark export: no manifest.json.`,
      });
    }
  });

  test("a folder with a missing or changed file", async () => {
    const deps = await filled("memory");
    const other = await testMemory({ seed: "other" });
    for (const name of FILES) {
      const dir = await exported(deps);
      writeFileSync(join(dir, name), `${readFileSync(join(dir, name), "utf8")} `);
      await expect(importFrom(other, { path: dir })).rejects.toMatchObject({
        code: "input.invalid",
        field: name,
      });
      rmSync(join(dir, name));
      await expect(importFrom(other, { path: dir })).rejects.toMatchObject({
        message: expect.stringContaining("missing"),
      });
    }
    expect((await other.store.tape.end()).position).toBe(0);
  });

  test("a manifest that is wrong, naming the field", async () => {
    const other = await testMemory({ seed: "other" });
    const whole = JSON.parse(filesIn(await exported(await filled("memory")))["manifest.json"] ?? "");
    const wrong: readonly (readonly [string, object])[] = [
      ["format", { format: "other" }],
      ["version", { version: 0 }],
      ["version", { version: 99 }],
      ["events", { events: -1 }],
      ["last_hash", { last_hash: "xyz" }],
      ["files", { files: [] }],
      ["files.0.name", { files: [{ ...whole.files[0], name: "../x" }] }],
      ["extra", { extra: 1 }],
    ];
    for (const [field, change] of wrong) {
      const dir = freshMemoryDir();
      writeFileSync(join(dir, "manifest.json"), JSON.stringify({ ...whole, ...change }));
      await expect(importFrom(other, { path: dir })).rejects.toMatchObject({ field });
    }
  });

  test("a truncated tape, and a broken chain", async () => {
    const lines = (await linesOf()).slice(0, -1);
    await refused(lines.slice(0, -1).join("\n"), { field: "last_hash" });
    await refused([lines[1], lines[0], ...lines.slice(2)].join("\n"), { field: "position", line: 1 });
    const copied = { ...JSON.parse(lines[2] ?? ""), agent: "mallory" };
    await refused([...lines.slice(0, 2), JSON.stringify(copied), ...lines.slice(3)].join("\n"), {
      field: "hash",
      line: 3,
    });
    const said = { ...JSON.parse(lines[2] ?? ""), payload: { role: "user", text: "other words" } };
    await refused([...lines.slice(0, 2), JSON.stringify(said), ...lines.slice(3)].join("\n"), {
      field: "payload_hash",
      line: 3,
    });
    const erased = { ...JSON.parse(lines[2] ?? ""), payload: null };
    await refused([...lines.slice(0, 2), JSON.stringify(erased), ...lines.slice(3)].join("\n"), {
      field: "payload",
      line: 3,
    });
  });

  scenario("import.all-or-nothing", async () => {
    const lines = (await linesOf()).slice(0, -1);
    let tried = 0;
    for (const [i, line] of [2, 6].map((n) => [n, JSON.parse(lines[n] ?? "")] as const)) {
      for (const field of fieldPaths(line)) {
        for (const value of WRONG) {
          const text = JSON.stringify(withField(line, field, value));
          if (text === JSON.stringify(line)) continue;
          const error = await refused([...lines.slice(0, i), text, ...lines.slice(i + 1)].join("\n"), {
            line: i + 1,
          });
          expect(error.field, `${field.join(".")} = ${JSON.stringify(value)}: ${error.message}`).toBeTruthy();
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(100);
  });

  test("lines that are not events", async () => {
    const lines = (await linesOf()).slice(0, -1);
    for (const text of ["", "null", "[]", "{", "42", '"x"', "{}", '{"__proto__":1}', "\u0000"]) {
      await refused([...lines.slice(0, 4), text, ...lines.slice(5)].join("\n"), { line: 5 });
    }
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        await refused([...lines.slice(0, 4), text, ...lines.slice(5)].join("\n"), { line: 5 });
      }),
      { numRuns: RUNS, seed: 7 },
    );
  });
});

let cached: string[] | undefined;

async function linesOf(): Promise<string[]> {
  cached ??= (filesIn(await exported(await filled("memory")))["tape.jsonl"] ?? "").split("\n");
  return cached;
}

/** Imports a tape with a matching manifest, so that only its lines can be wrong. */
async function refused(
  tape: string,
  expected: { field?: string; line?: number },
): Promise<{ field?: string; message: string }> {
  const deps = await testMemory({ seed: "other" });
  const dir = freshMemoryDir();
  mkdirSync(dir, { recursive: true });
  const whole = (await linesOf()).slice(0, -1).map((line) => JSON.parse(line));
  const texts = Object.fromEntries(FILES.map((name) => [name, name === "tape.jsonl" ? `${tape}\n` : ""]));
  const files = Object.entries(texts).map(([name, text]) => ({
    name,
    bytes: Buffer.byteLength(text),
    sha256: sha256(text),
  }));
  const manifest = {
    format: "tidemark-export",
    version: 1,
    events: whole.length,
    last_hash: whole.at(-1).hash,
    files,
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(dir, name), text);
  writeFileSync(join(dir, "manifest.json"), JSON.stringify(manifest));
  const error = await importFrom(deps, { path: dir }).then(
    () => ({ message: "it was imported", code: "" }),
    (thrown: { field?: string; message: string; code: string }) => thrown,
  );
  expect(["input.invalid", "tape.newer"], error.message).toContain(error.code);
  if (expected.field !== undefined) expect(error).toMatchObject({ field: expected.field });
  if (expected.line !== undefined) expect(error.message).toContain(`tape.jsonl line ${expected.line}:`);
  expect((await deps.store.tape.end()).position).toBe(0);
  return error;
}

type Path = readonly string[];

function fieldPaths(value: object, at: Path = []): Path[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...at, name];
    return typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? [path, ...fieldPaths(inner, path)]
      : [path];
  });
}

const WRONG: readonly unknown[] = [undefined, 0, -1, 1.5, "", "nonsense", true, [], [1], {}];

function withField(value: object, [name = "", ...rest]: Path, put: unknown): object {
  const inner = (value as Record<string, unknown>)[name];
  return { ...value, [name]: rest.length === 0 ? put : withField(Object(inner), rest, put) };
}

describe("export, import and export again", () => {
  const kind = fc.constantFrom<KindName>(
    ...KIND_NAMES.filter((name) => name !== "edge" && !kindOf(name).isOwn),
  );
  const text = fc
    .oneof(fc.string({ minLength: 1, unit: "grapheme" }), fc.lorem())
    .filter((words) => words.trim() !== "");
  const step = fc.oneof(
    fc.record({
      do: fc.constant("turn" as const),
      text: fc.string({ unit: "binary" }),
      session: fc.constantFrom("a", "ß", "😀"),
    }),
    fc.record({ do: fc.constant("create" as const), kind, text }),
    fc.record({
      do: fc.constant("change" as const),
      which: fc.nat(),
      text,
      how: fc.constantFrom("update", "move", "remove"),
    }),
    fc.record({ do: fc.constant("forget" as const), which: fc.nat() }),
  );

  test.each(STORES)(`is the identity over any tape, in the %s store (${RUNS} tapes)`, async (store) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const deps = await testMemory({ store });
        for (const one of steps) await play(deps, one);
        const dir = await exported(deps);
        const other = await testMemory({ store: store === "memory" ? "sqlite" : "memory", seed: "other" });
        const { events } = await exportTo(deps, { dir });
        expect(await importFrom(other, { path: dir })).toMatchObject({ read: events, added: events });
        expect(filesIn(await exported(other))).toEqual(filesIn(dir));
        await deps.close();
        await other.close();
      }),
      { numRuns: RUNS, seed: 11 },
    );
  });
});

type Step =
  | { do: "turn"; text: string; session: string }
  | { do: "create"; kind: KindName; text: string }
  | { do: "change"; which: number; text: string; how: string }
  | { do: "forget"; which: number };

async function play(deps: TestMemory, step: Step): Promise<void> {
  if (step.do === "turn") await deps.turn(step.text, step.session);
  if (step.do === "create") {
    await deps.item(step.kind, step.text, step.kind === "candidate" ? { proposes: "fact" } : {});
  }
  if (step.do === "change") await change(deps, step);
  if (step.do === "forget") {
    const { events } = await deps.store.events.read(0, 1000);
    const open = events.filter((event) => event.payload !== null && /^(turn|item)\./.test(event.type));
    const event = open[step.which % Math.max(1, open.length)];
    if (event) await forget(deps, { id: String(event.position) });
  }
}

async function change(
  deps: TestMemory,
  { which, text, how }: Extract<Step, { do: "change" }>,
): Promise<void> {
  const { events } = await deps.store.events.read(0, 1000);
  const acts = events.filter(({ type, payload }) => type.startsWith("item.") && payload !== null);
  const subject = acts[which % Math.max(1, acts.length)]?.subject;
  const last = subject === undefined ? undefined : (await deps.store.events.history(subject)).at(-1)?.payload;
  if (!last) return;
  const item = (last as { item: Item }).item;
  const now = deps.clock.now();
  const to = kindOf(item.kind).moves[item.status]?.[0];
  if (how === "move" && to === undefined) return;
  const act =
    how === "update"
      ? updateItem(item, { text }, now)
      : how === "remove"
        ? removeItem(item, now)
        : transitionItem(item, to ?? "", { now });
  await deps.put(act as DraftInput);
}

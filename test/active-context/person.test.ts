import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finishContext, writeContext } from "../../src/app/active-context/write.ts";
import { addItem } from "../../src/core/active-context/document/edit.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print } from "../../src/core/active-context/document/print.ts";
import { listAt } from "../../src/core/active-context/document/read.ts";
import { templateOf } from "../../src/core/active-context/document/template.ts";
import { ACTIVE_FILE, REGISTRY_FILE } from "../../src/core/active-context/registry/file-names.ts";
import {
  putEntry,
  type RegistryEntry,
  readRegistry,
} from "../../src/core/active-context/registry/registry.ts";
import type { ContextFiles } from "../../src/ports/context-files.ts";
import { TEST_START } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { newPlace, openAt, type Place } from "../support/context-place.ts";
import { bundledWorker, startWorker } from "../support/processes.ts";
import { holds } from "../support/property.ts";
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

const pathIn = ({ root }: Place, path: string): string => join(root, "ai_memory", path);

function save(place: Place, path: string, text: string): void {
  mkdirSync(dirname(pathIn(place, path)), { recursive: true });
  writeFileSync(pathIn(place, path), text);
}

const saved = (place: Place, path: string): string => readFileSync(pathIn(place, path), "utf8");

const DECISIONS = { section: "decisions" } as const;
const NEXT = { section: "progress", field: "next" } as const;
const begun = print(templateOf({ taskId: "BILL-42", goal: "Round invoices once.", now: TEST_START }));
const decided = (text: string, what: string): string =>
  print(addItem(parse(text), DECISIONS, { text: what }));
const planned = (text: string, what: string): string => print(addItem(parse(text), NEXT, { text: what }));

const written = async (
  files: ContextFiles,
  path: string,
  change: (text: string) => string,
): Promise<string> => {
  const read = await files.read(path);
  const before = read.outcome === "read" ? read.text : "";
  const group = {
    id: `grp_${Math.random().toString(36).slice(2)}`,
    changes: [{ path, before, after: change(before) }],
  };
  return (await files.write(group)).outcome;
};

class Died extends Error {}

describe("a group that is unfinished while a person edits the files", () => {
  const entry = (task: string): RegistryEntry => ({
    task_id: task,
    title: task,
    category: "billing",
    tags: ["money"],
    status: "paused",
    archived_at: "2026-01-01T00:00:00.000Z",
    file: `context_history/${task}.md`,
    summary: "One line.",
  });

  test("is merged with the person's edits, in the active context and in the registry", async () => {
    const place = newPlace();
    const registry = putEntry("# ours\ncontexts: []\n", entry("A-1"));
    save(place, ACTIVE_FILE, begun);
    save(place, REGISTRY_FILE, registry);
    const dying = openAt(place, (point) => {
      if (point === "context.pending") throw new Died();
    });
    const changes = [
      { path: ACTIVE_FILE, before: begun, after: decided(begun, "The program decided") },
      { path: REGISTRY_FILE, before: registry, after: putEntry(registry, entry("B-2")) },
    ];
    await expect(dying.write({ id: "grp_1", changes })).rejects.toThrow();
    save(place, ACTIVE_FILE, planned(begun, "What the person wants next"));
    save(place, REGISTRY_FILE, registry.replace("# ours", "# ours, and a person's remark"));
    const files = openAt(place);
    const read = await files.read(ACTIVE_FILE);
    await files.finish();
    const active = saved(place, ACTIVE_FILE);
    expect(read).toEqual({ outcome: "read", text: active });
    expect(listAt(parse(active), DECISIONS)).toContain("The program decided");
    expect(listAt(parse(active), NEXT)).toContain("What the person wants next");
    expect(saved(place, REGISTRY_FILE)).toContain("# ours, and a person's remark");
    const rows = readRegistry(saved(place, REGISTRY_FILE));
    expect(rows.outcome === "read" && rows.rows.map(({ texts }) => texts.task_id)).toEqual(["A-1", "B-2"]);
    expect(await files.base(ACTIVE_FILE)).toBe(changes[0]?.after);
  });

  test("leaves a registry unchanged that the person made unreadable", async () => {
    const place = newPlace();
    save(place, REGISTRY_FILE, "contexts: []\n");
    const dying = openAt(place, (point) => {
      if (point === "context.pending") throw new Died();
    });
    const after = putEntry("contexts: []\n", entry("A-1"));
    const changes = [{ path: REGISTRY_FILE, before: "contexts: []\n", after }];
    await expect(dying.write({ id: "grp_1", changes })).rejects.toThrow();
    save(place, REGISTRY_FILE, "contexts: [*bomb\n");
    await openAt(place).finish();
    expect(saved(place, REGISTRY_FILE)).toBe("contexts: [*bomb\n");
  });
});

/** Crash points in the middle of a write, at which a person saves the file. */
const MOMENTS = ["context.noted", "context.pending", "context.beside.1", "context.file.1", "context.base.1"];

scenario("context.group.person", async () => {
  const step = fc.record({
    moment: fc.option(fc.constantFrom(...MOMENTS)),
    dies: fc.boolean(),
  });
  await holds(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const place = newPlace();
      save(place, ACTIVE_FILE, begun);
      const [person, program]: [string[], string[]] = [[], []];
      for (const [i, { moment, dies }] of steps.entries()) {
        const words = `The person's ${i}`;
        let isSaved = false;
        const files = openAt(place, (point) => {
          if (point !== moment || isSaved) return;
          isSaved = true;
          person.push(words);
          save(place, ACTIVE_FILE, planned(saved(place, ACTIVE_FILE), words));
          if (dies) throw new Died();
        });
        await files.finish().catch(() => {});
        const outcome = await written(files, ACTIVE_FILE, (text) =>
          decided(text, `The program's ${i}`),
        ).catch(() => (moment === "context.noted" ? "died" : "written"));
        if (outcome === "written") program.push(`The program's ${i}`);
      }
      const files = openAt(place);
      await files.finish();
      const document = parse(saved(place, ACTIVE_FILE));
      expect(listAt(document, NEXT)).toEqual(expect.arrayContaining(person));
      expect(listAt(document, DECISIONS)).toEqual(expect.arrayContaining(program));
      rmSync(place.root, { recursive: true });
    }),
    60,
  );
});

test("a file that changed after it was read is not overwritten", async () => {
  const place = newPlace();
  const files = openAt(place);
  save(place, ACTIVE_FILE, "a person's");
  const group = (before?: string) => ({
    id: "grp_1",
    changes: [
      { path: "memory.md", after: "long\n" },
      { path: ACTIVE_FILE, after: "ours\n", ...(before === undefined ? {} : { before }) },
    ],
  });
  for (const before of [undefined, "a person's ", ""])
    expect(await files.write(group(before))).toEqual({ outcome: "moved", path: ACTIVE_FILE });
  expect([saved(place, ACTIVE_FILE), existsSync(pathIn(place, "memory.md"))]).toEqual(["a person's", false]);
  expect(await files.write(group("a person's"))).toEqual({ outcome: "written" });
});

test("bytes are written exactly, and file permissions stay", async () => {
  const place = newPlace();
  const files = openAt(place);
  const texts = ["\ufeff# A\r\n\r\n- b\rc\n\tno end", "", "\n", "é ü 漢字 😀\r\n", "a\u2028b\u0085c\n"];
  let before: string | undefined;
  for (const [i, after] of texts.entries()) {
    const change = { path: ACTIVE_FILE, after, ...(before === undefined ? {} : { before }) };
    expect(await files.write({ id: `grp_${i}`, changes: [change] })).toEqual({ outcome: "written" });
    expect(await files.read(ACTIVE_FILE)).toEqual({ outcome: "read", text: after });
    expect(await files.base(ACTIVE_FILE)).toBe(after);
    expect(readFileSync(pathIn(place, ACTIVE_FILE))).toEqual(Buffer.from(after, "utf8"));
    before = after;
  }
  chmodSync(pathIn(place, ACTIVE_FILE), 0o600);
  await files.write({ id: "grp_x", changes: [{ path: ACTIVE_FILE, before: before ?? "", after: "x" }] });
  expect(statSync(pathIn(place, ACTIVE_FILE)).mode & 0o777).toBe(0o600);
});

scenario("context.group.tape", async () => {
  const points = [
    "context.noted",
    "context.pending",
    "context.file.1",
    "context.written",
    "context.appended",
    "context.closed",
  ];
  for (const fatal of points) {
    const memoryDir = freshMemoryDir();
    const first = await testMemory({ store: "sqlite", memoryDir });
    const at = (point: string) => {
      if (point === fatal) throw new Died();
    };
    const dying = { ...first, crashPoint: at, contextFiles: openAt({ root: memoryDir, memoryDir }, at) };
    const events = [{ type: "record.unknown", payload: { record_type: "x", raw: fatal } }];
    const changes = [{ path: ACTIVE_FILE, after: begun }];
    await expect(writeContext(dying, { changes, events }), fatal).rejects.toThrow();
    await first.close();
    const second = await testMemory({ store: "sqlite", memoryDir, seed: "second" });
    await finishContext(second);
    await finishContext(second);
    const isThere = (await second.contextFiles.read(ACTIVE_FILE)).outcome === "read";
    expect([fatal, isThere, await recorded(second)]).toEqual([
      fatal,
      fatal !== "context.noted",
      isThere ? 1 : 0,
    ]);
    await second.close();
  }
});

const recorded = async ({ store }: TestMemory): Promise<number> =>
  (await store.events.read(0, 100, ["record.unknown"])).events.length;

test("a change that contains a secret is refused, and the refusal says where the secret is", async () => {
  const deps = await testMemory();
  const after = `${begun}\nOPENAI_API_KEY=sk-proj-${"a1B2c3D4e5F6g7H8".repeat(3)}\n`;
  const line = after.split("\n").findIndex((each) => each.includes("sk-proj")) + 1;
  await expect(writeContext(deps, { changes: [{ path: ACTIVE_FILE, after }] })).rejects.toThrow(
    `line ${line}`,
  );
  expect(await deps.contextFiles.read(ACTIVE_FILE)).toEqual({ outcome: "absent" });
});

scenario("context.group.processes", async () => {
  const worker = await bundledWorker(resolve("."), "context-adder");
  const place = newPlace();
  save(place, ACTIVE_FILE, begun);
  const names = ["one", "two", "three", "four"];
  const each = 12;
  const started = names.map((name) => startWorker(worker, { ...place, name, count: each }));
  for (const { ended, stderr } of started) {
    const { code } = await ended;
    expect([code, stderr()]).toEqual([0, ""]);
  }
  const all = listAt(parse(saved(place, ACTIVE_FILE)), DECISIONS);
  const expected = names.flatMap((name) => Array.from({ length: each }, (_, i) => `${name} ${i}`));
  expect(all.toSorted()).toEqual(expected.toSorted());
});

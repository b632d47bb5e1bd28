import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { ACTIVE_FILE, REGISTRY_FILE } from "../../src/core/active-context/registry/file-names.ts";
import type { ContextChange, ContextFiles, ContextGroup } from "../../src/ports/context-files.ts";
import { scenario } from "../scenarios/scenario.ts";
import { newPlace, openAt, type Place } from "../support/context-place.ts";
import { bundledWorker } from "../support/processes.ts";
import { holds } from "../support/property.ts";

function put({ root }: Place, path: string, text: string): void {
  mkdirSync(dirname(join(root, "ai_memory", path)), { recursive: true });
  writeFileSync(join(root, "ai_memory", path), text);
}

const textOnDisk = ({ root }: Place, path: string): string | undefined =>
  existsSync(join(root, "ai_memory", path)) ? readFileSync(join(root, "ai_memory", path), "utf8") : undefined;

/** Names of all files in the folder of the active context, including hidden ones. */
const listed = ({ root }: Place): string[] =>
  readdirSync(join(root, "ai_memory"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

const OLD = "# Old\n";
const CHANGES: readonly ContextChange[] = [
  { path: "context_history/A-1.md", after: "# Archive of A\n" },
  { path: REGISTRY_FILE, before: "contexts: []\n", after: "contexts: [] # new\n" },
  { path: ACTIVE_FILE, before: OLD, after: "# New\r\nwith both line ends\n" },
];
const GROUP: ContextGroup = { id: "grp_1", changes: CHANGES };

function switching(): Place {
  const place = newPlace();
  for (const { path, before } of CHANGES) if (before !== undefined) put(place, path, before);
  return place;
}

const stateOf = (place: Place): "old" | "new" | "half" => {
  const texts = CHANGES.map(({ path }) => textOnDisk(place, path));
  if (CHANGES.every(({ before }, i) => texts[i] === before)) return "old";
  return CHANGES.every(({ after }, i) => texts[i] === after) ? "new" : "half";
};

/** Which version of the group a reader gets, whatever is on the disk. */
const versionRead = async (files: ContextFiles): Promise<"old" | "new" | "half"> => {
  const texts = await Promise.all(CHANGES.map(async ({ path }) => files.read(path)));
  const plain = texts.map((read) => (read.outcome === "read" ? read.text : undefined));
  if (CHANGES.every(({ before }, i) => plain[i] === before)) return "old";
  return CHANGES.every(({ after }, i) => plain[i] === after) ? "new" : "half";
};

let worker = "";
beforeAll(async () => {
  worker = await bundledWorker(resolve("."), "context-worker");
});

function worked(place: Place, { group, dieAt }: { group?: ContextGroup; dieAt?: string }) {
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env;
  return spawnSync(process.execPath, [worker, JSON.stringify({ ...place, group })], {
    encoding: "utf8",
    env: { ...env, ...(dieAt === undefined ? {} : { TIDEMARK_DIE_AT: dieAt }) },
  });
}

/** Each crash point while a group of three files is written, and the version that must be on disk afterwards. */
const POINTS: { readonly [point: string]: "old" | "new" } = {
  "context.noted": "old",
  "context.pending": "new",
  ...Object.fromEntries(
    [1, 2, 3].flatMap((n) => ["beside", "file", "base"].map((what) => [`context.${what}.${n}`, "new"])),
  ),
  "context.written": "new",
};

scenario("context.group.whole", async () => {
  for (const [dieAt, after] of Object.entries(POINTS)) {
    for (const note of [undefined, "still to do"]) {
      const place = switching();
      const group = note === undefined ? GROUP : { ...GROUP, note };
      expect(worked(place, { group, dieAt }).signal, dieAt).toBe("SIGKILL");
      const files = openAt(place);
      expect(await versionRead(files), `${dieAt}, as read`).toBe(after);
      expect(await files.finish(), dieAt).toEqual(
        note === undefined || after === "old" ? undefined : { id: "grp_1", note },
      );
      expect(stateOf(place), `${dieAt}, on the disk`).toBe(after);
      expect(listed(place), dieAt).toEqual(
        after === "new"
          ? ["A-1.md", "active_context.md", "contexts_index.yaml"]
          : ["active_context.md", "contexts_index.yaml"],
      );
      if (after === "new") expect(await files.base(ACTIVE_FILE)).toBe(CHANGES[2]?.after);
      await files.close("grp_1");
      expect(await files.finish()).toBe(undefined);
    }
  }
});

test("a process that finishes another's group may itself die at each point", () => {
  const points = [
    "context.beside.1",
    "context.file.2",
    "context.base.3",
    "context.finished",
    "context.closed",
  ];
  const place = switching();
  expect(worked(place, { group: { ...GROUP, note: "x" }, dieAt: "context.pending" }).signal).toBe("SIGKILL");
  for (const dieAt of points) expect(worked(place, { dieAt }).signal, dieAt).toBe("SIGKILL");
  expect(worked(place, {}).stdout).toBe("finished\n");
  expect(stateOf(place)).toBe("new");
});

/** Simulates the death of the process: nothing after the throw runs. */
class Died extends Error {}

scenario("context.group.interleaved", async () => {
  const points = [...Object.keys(POINTS), "context.finished", "context.closed"];
  const step = fc.oneof(
    fc.record({ act: fc.constant("write" as const), die: fc.option(fc.constantFrom(...points)) }),
    fc.record({ act: fc.constant("finish" as const), die: fc.option(fc.constantFrom(...points)) }),
    fc.record({ act: fc.constant("look" as const), die: fc.constant(null) }),
  );
  await holds(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const place = switching();
      let version = 0;
      for (const [i, { act, die }] of steps.entries()) {
        const files = openAt(place, (point) => {
          if (point === die) throw new Died();
        });
        if (act === "look") {
          const texts = await versionsIn(files);
          expect(new Set(texts).size, `as read: ${texts}`).toBe(1);
          expect(texts[0]).toBeGreaterThanOrEqual(version);
          version = texts[0] ?? 0;
        } else {
          await tried(async () =>
            act === "write" ? files.write(await nextGroup(files, i + 1)) : files.finish(),
          );
        }
      }
      const files = openAt(place);
      await files.finish();
      const texts = await versionsIn(files);
      expect(new Set(texts).size).toBe(1);
      const onDisk = VERSIONED.map((path) => versionOf(textOnDisk(place, path)));
      expect(onDisk).toEqual(texts);
      rmSync(place.root, { recursive: true });
    }),
    60,
  );
});

const VERSIONED = [ACTIVE_FILE, "context_history/A-1.md", "memory.md"];
const versionOf = (text: string | undefined): number => Number(/version (\d+)/.exec(text ?? "")?.[1] ?? 0);

async function versionsIn(files: ContextFiles): Promise<number[]> {
  const read = await Promise.all(VERSIONED.map((path) => files.read(path)));
  return read.map((each) => versionOf(each.outcome === "read" ? each.text : undefined));
}

async function nextGroup(files: ContextFiles, version: number): Promise<ContextGroup> {
  const changes: ContextChange[] = [];
  for (const path of VERSIONED) {
    const read = await files.read(path);
    const before = read.outcome === "read" ? { before: read.text } : {};
    changes.push({ path, ...before, after: `version ${version}\n` });
  }
  return { id: `grp_${version}`, changes };
}

async function tried(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    let cause = error;
    while (cause instanceof Error && !(cause instanceof Died) && cause.cause !== undefined)
      cause = cause.cause;
    expect(cause).toBeInstanceOf(Died);
  }
}

import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { exportTo } from "../../src/app/intake/export.ts";
import { importFrom } from "../../src/app/intake/import.ts";
import { show } from "../../src/app/items/show.ts";
import type { DraftInput } from "../../src/app/runtime/decide-and-commit.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import { createItem } from "../../src/core/items/life.ts";
import { CATALOGUE } from "../../src/core/tape/catalogue.ts";
import type { Draft, Position, StoredEvent } from "../../src/core/tape/event.ts";
import { type ForeignEvent, mergeEach } from "../../src/core/tape/rebase-positions.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { showText } from "../../src/surfaces/verbs/text/show-text.ts";
import { turn } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

const RUNS = process.env.TIDEMARK_LONG === "1" ? 500 : 20;

/** One step in one of three memories. References to earlier events use the positions of that memory. */
type Step =
  | { readonly do: "turn"; readonly in: number; readonly key: number }
  | { readonly do: "rest"; readonly in: number; readonly on: readonly number[] }
  | { readonly do: "file"; readonly in: number; readonly on: number }
  | { readonly do: "merge"; readonly in: number; readonly from: number };

const memory = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  // Low keys occur in several memories, high ones in only one.
  fc.record({ do: fc.constant("turn" as const), in: memory, key: fc.nat(9) }),
  fc.record({ do: fc.constant("rest" as const), in: memory, on: fc.array(fc.nat(), { maxLength: 4 }) }),
  fc.record({ do: fc.constant("file" as const), in: memory, on: fc.nat() }),
  fc.record({ do: fc.constant("merge" as const), in: memory, from: memory }),
);

const tapeOf = async (deps: TestMemory): Promise<readonly StoredEvent[]> =>
  (await deps.store.events.read(0, 100_000)).events;

/** The name of an event on every tape: the key, because two memories may record the same event under different ids. */
const nameOf = (event: StoredEvent | undefined): string => event?.key ?? event?.id ?? "nothing";

function namedBy({ payload }: StoredEvent): Position[] {
  const { item, up_to } = (payload ?? {}) as { item?: { evidence?: Position[] }; up_to?: Position };
  return [...(item?.evidence ?? []), ...(up_to === undefined ? [] : [up_to])];
}

async function referencesById(deps: TestMemory): Promise<Map<string, string[]>> {
  const tape = await tapeOf(deps);
  const said = tape.map((event) => [event.id, namedBy(event).map((at) => nameOf(tape[at - 1]))] as const);
  return new Map(said.filter(([, names]) => names.length > 0));
}

let made = 0;

async function play(memoryPool: readonly TestMemory[], step: Step): Promise<void> {
  const deps = memoryPool[step.in] as TestMemory;
  const { position: end } = await deps.store.tape.end();
  const at = (n: number): Position => 1 + (n % Math.max(1, end));
  if (step.do === "turn") {
    const key = step.key < 6 ? { key: `turn s ${step.key}` } : {};
    await deps.put({
      type: "turn.recorded",
      session: "s",
      payload: { role: "user", text: "hello" },
      ...key,
    });
  } else if (step.do === "merge") {
    const dir = join(freshMemoryDir(), "export");
    await exportTo(memoryPool[step.from] as TestMemory, { dir });
    await importFrom(deps, { path: dir });
  } else if (end > 0 && step.do === "rest") {
    const now = deps.clock.now();
    const born = { id: `fct_${made++}`, at: now, now, evidence: step.on.map(at) };
    await deps.put(createItem("fact", { text: `Number ${made}` }, born) as DraftInput);
  } else if (end > 0 && step.do === "file") {
    const payload = { task: "t", up_to: at(step.on) };
    await deps.put({ type: "context.session_written", session: "s", payload });
  }
}

test(`however memories are merged, each event refers to the same events as before (${RUNS} histories)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: "max" }), async (steps) => {
      const memoryPool = await Promise.all(["a", "b", "c"].map((seed) => testMemory({ seed })));
      const first = new Map<string, string[]>();
      for (const one of steps) {
        await play(memoryPool, one);
        const deps = memoryPool[one.in] as TestMemory;
        for (const [id, names] of await referencesById(deps)) {
          if (!first.has(id)) first.set(id, names);
          expect(names).toEqual(first.get(id));
        }
      }
      for (const deps of memoryPool) expect((await verify(deps)).findings).toEqual([]);
    }),
    { numRuns: RUNS, seed: 23 },
  );
});

scenario("salvage.lost-evidence", async () => {
  const deps = await testMemory({ store: "sqlite" });
  for (const text of ["We build with npm", "We build with pnpm", "We ship on Mondays"]) await deps.turn(text);
  const now = deps.clock.now();
  const resting = (id: string, evidence: readonly Position[]) =>
    createItem("fact", { text: `About ${id}` }, { id, at: now, now, evidence }) as DraftInput;
  await deps.put(resting("fct_lost", [2]), resting("fct_some", [2, 3]), resting("fct_kept", [3]));
  const db = (await chooseDriver()).open(deps.databaseFile);
  db.exec("UPDATE events SET payload = replace(payload, 'pnpm', 'bun') WHERE position = 2");
  db.close();
  expect(await deps.vault.salvage()).toMatchObject({ lost: [2] });
  const next = await testMemory({ store: "sqlite", memoryDir: deps.memoryDir, seed: "next" });
  const shown = async (id: string) => {
    const found = await show(next, { id });
    if (!("item" in found)) throw new Error("it is an item");
    const { evidence, evidence_left_out, evidence_missing } = found;
    const said = evidence.map(({ text }) => text);
    return { said, evidence_left_out, evidence_missing, text: showText(found, PLAIN) };
  };
  expect(await shown("fct_lost")).toMatchObject({ said: [], evidence_left_out: 0, evidence_missing: 1 });
  expect(await shown("fct_some")).toMatchObject({ said: ["We ship on Mondays"], evidence_missing: 1 });
  expect((await shown("fct_lost")).text).toContain("1 event not on this tape");
  expect(await shown("fct_kept")).toMatchObject({ said: ["We ship on Mondays"], evidence_left_out: 0 });
  expect((await shown("fct_kept")).evidence_missing).toBeUndefined();
  expect((await verify(next)).findings).toEqual([]);
});

/** Whole numbers in payloads that are positions, and that a merge rebases. */
const MOVED = [
  "context.session_written.up_to",
  "context.written.up_to",
  "item.undone.undoes",
  "model.answered.after",
  "model.answered.findings[].evidence[]",
  "model.answered.up_to",
  "model.asked.after",
  "model.asked.up_to",
  "model.failed.after",
  "model.failed.up_to",
  "session.read.mark",
  "session.read.up_to",
  "thread.linked.links[].turn",
];

/** Positions that are not rebased: a hash beside them names their tape, or their event was lost. */
const STAYING = [
  "delta.acknowledged.up_to.position",
  "delta.given.from.position",
  "delta.given.up_to.position",
  "tape.salvaged.lost[]",
];

const COUNTS = [
  "bundle.given.blocks[].lines",
  "bundle.given.budget",
  "bundle.given.dropped{}",
  "bundle.given.tokens",
  "commit.seen.files_left_out",
  "delta.given.items",
  "model.answered.dropped",
  "model.answered.findings[].at",
  "model.answered.prompt_version",
  "model.answered.tokens_in",
  "model.answered.tokens_out",
  "model.asked.left_out",
  "model.asked.prompt_version",
  "model.asked.turns",
  "model.failed.prompt_version",
  "payload.redacted.rules[].count",
  "record.unknown.cut_from",
  "session.failed.attempt",
  "session.read.rules",
  "session.read.skipped",
  "session.read.turns",
  "tape.salvaged.found",
  "tape.salvaged.lost_count",
  "tape.salvaged.mended",
  "turn.recorded.cut_from_bytes",
  "turn.recorded.exit_code",
];

type Schema = {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly format?: string;
      readonly innerType?: Schema;
      readonly element?: Schema;
      readonly valueType?: Schema;
      readonly shape?: { readonly [field: string]: Schema };
    };
  };
};

function wholeNumbers({ _zod: { def } }: Schema, path: string): string[] {
  if (def.innerType) return wholeNumbers(def.innerType, path);
  if (def.element) return wholeNumbers(def.element, `${path}[]`);
  if (def.valueType) return wholeNumbers(def.valueType, `${path}{}`);
  if (def.shape)
    return Object.entries(def.shape).flatMap(([field, inner]) => wholeNumbers(inner, `${path}.${field}`));
  return def.type === "number" && def.format === "safeint" ? [path] : [];
}

test("every whole number of a payload is a listed position or a listed count", () => {
  const found = Object.entries(CATALOGUE).flatMap(([type, { payload }]) =>
    wholeNumbers(payload as unknown as Schema, type),
  );
  expect(found.sort()).toEqual([...MOVED, ...STAYING, ...COUNTS].sort());
});

const SOURCE_POSITION = 7;
const TARGET_POSITION = 1007;

/** A payload in which only the field at this path has a position. */
function payloadWith([field = "", ...rest]: readonly string[]): unknown {
  if (field === "") return SOURCE_POSITION;
  const [name = "", ...lists] = field.split("[]");
  const inner = payloadWith(rest);
  return { [name]: lists.reduce((value) => [value], inner) };
}

test.each(MOVED)("%s is rebased", (path) => {
  const [group = "", act, ...fields] = path.split(".");
  const payload = { item: {}, findings: [], ...(payloadWith(fields) as object) };
  const event = { ...turn("x"), type: `${group}.${act}`, payload, position: 100, payloadHash: "", hash: "" };
  const put: (Draft | ForeignEvent)[] = [];
  mergeEach([event], {
    positionHere: (there) => (there === SOURCE_POSITION ? TARGET_POSITION : there),
    hasKey: () => false,
    put: (each) => ({ position: put.push(each) }),
  });
  expect(JSON.stringify(put[0]?.payload)).toContain(String(TARGET_POSITION));
});

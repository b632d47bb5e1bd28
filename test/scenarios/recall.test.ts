import { expect, test } from "vitest";
import { PARTS } from "../../src/core/recall/score/score.ts";
import type { Surface } from "./requirement.ts";
import { scenario } from "./scenario.ts";
import { type Stage, stage, stageAt } from "./stage.ts";

type Parts = { readonly [part: string]: number };

/** Positions of the project's turns: the events of the project itself and of three items come before them. */
const SAID = "turn@5";
const REPLY = "turn@6";

/** A project with a few statements about its build. */
async function project(surface: Surface): Promise<Stage> {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm", kind: "decision", topic: "build" });
  await on.call("remember", { text: "The build breaks on Windows", kind: "trap", topic: "build" });
  await on.call("remember", { text: "Prices are kept in cents", path: ["src/checkout/price.ts"] });
  const turns = [
    { session: "s1", role: "user", speaker: "ana", text: "The staging server is called heron" },
    { session: "s2", role: "assistant", text: "I will build the heron nest", agent: "codex" },
  ];
  const lines = turns.map((turn) => JSON.stringify({ type: "turn", ...turn })).join("\n");
  await on.call("record", { file: on.file("turns.jsonl", `${lines}\n`) });
  return on;
}

const names = ({ hits }: Awaited<ReturnType<Stage["call"]>>): string[] =>
  hits.map(({ label, id }) => label ?? id).sort();

scenario("recall.parts-sum", async (surface) => {
  const on = await project(surface);
  const { hits } = await on.call("recall", { query: "how do we build on windows with pnpm" });
  expect(hits.length).toBeGreaterThan(2);
  for (const hit of hits) {
    const parts = hit.parts as Parts;
    expect(Object.keys(parts).length).toBeGreaterThan(0);
    for (const part of Object.keys(parts)) expect(PARTS).toContain(part);
    expect(PARTS.reduce((sum, part) => sum + (parts[part] ?? 0), 0)).toBe(hit.score);
  }
});

scenario("recall.explain", async () => {
  const on = await project("cli");
  const { stdout } = await on.cli(["recall", "pnpm builds", "--explain", "-k", "1"]);
  const [head, ...rows] = stdout.trimEnd().split("\n");
  expect(head).toMatch(/^dec#1/);
  const read = rows.map((row) => /^ {8}(\w+) +(-?\d+\.\d{4})$/.exec(row)?.slice(1) ?? [row]);
  const sum = read.slice(0, -1).reduce((total, [, value]) => total + Math.round(Number(value) * 10_000), 0);
  expect(read.at(-1)).toEqual(["score", (sum / 10_000).toFixed(4)]);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  expect(read.every(([, value]) => Number(value) !== 0)).toBe(true);
  expect((await on.cli(["recall", "pnpm builds", "-k", "1"])).stdout).toBe(`${head}\n`);
});

scenario("recall.filters", async (surface) => {
  const on = await project(surface);
  const asked = async (query: string, input: object) => names(await on.call("recall", { query, ...input }));
  expect(await asked("build", { kind: ["trap"] })).toEqual(["trp#1"]);
  expect(await asked("build", { topic: "Build", kind: ["decision", "trap"] })).toEqual(["dec#1", "trp#1"]);
  expect(await asked("heron", { by: "ana" })).toEqual([SAID]);
  expect(await asked("heron", { session: "s2" })).toEqual([REPLY]);
  expect(await asked("heron", { kind: ["turn"] })).toEqual([SAID, REPLY]);
  expect(await asked("cents prices", { path: "src/checkout/" })).toEqual(["fct#1"]);
  expect(await asked("cents prices", { path: "src/other" })).toEqual([]);
  expect(await asked("build", { until: "2020-01-01" })).toEqual([]);
  expect(await asked("prices", { since: "1d", until: "now" })).toEqual(["fct#1"]);
});

scenario("recall.filters-checked", async (surface) => {
  const on = await project(surface);
  const refused = (input: object) => on.refused("recall", { query: "build", ...input });
  expect(await refused({ kind: ["trapp"] })).toMatchObject({ field: "kind", fix: 'Did you mean "trap"?' });
  expect(await refused({ topic: "biuld" })).toMatchObject({ field: "topic", fix: 'Did you mean "build"?' });
  expect(await refused({ session: "s3" })).toMatchObject({
    field: "session",
    fix: expect.stringMatching(/s[12]/),
  });
  expect(await refused({ by: "asistant" })).toMatchObject({ field: "by", fix: 'Did you mean "assistant"?' });
  expect(await refused({ since: "soon" })).toMatchObject({ field: "since" });
  expect(await refused({ until: "later" })).toMatchObject({ field: "until" });
});

scenario("recall.snippet", async (surface) => {
  const on = stage(surface);
  const talk = Array.from({ length: 300 }, (_, i) => `We spoke of matter number ${i}.`).join(" ");
  const line = {
    type: "turn",
    session: "s1",
    role: "user",
    text: `${talk} The password is kept by Zoltan. ${talk}`,
  };
  await on.call("record", { file: on.file("turns.jsonl", `${JSON.stringify(line)}\n`) });
  const [hit] = (await on.call("recall", { query: "who keeps the password?" })).hits;
  expect(hit?.text).toBe(line.text);
  expect(hit?.snippet).toContain("The password is kept by Zoltan.");
  expect(String(hit?.snippet).length).toBeLessThanOrEqual(280);
  expect([`turn@${hit?.evidence}`]).toEqual([hit?.id]);
});

scenario("recall.crystals", async (surface) => {
  const on = stage(surface);
  const build = (text: string) => on.call("remember", { text, kind: "decision", topic: "build" });
  await build("We build with pnpm");
  await build("We build on every push");
  await build("Releases are cut on Friday");
  expect((await on.call("recall", { query: "how do we build" })).hits.map(({ kind }) => kind)).not.toContain(
    "crystal",
  );
  const { item } = await build("We never build on Sunday");
  const { hits } = await on.call("recall", { query: "how do we build" });
  const crystal = hits.find(({ kind }) => kind === "crystal");
  expect(crystal).toMatchObject({
    id: "crystal:build",
    topic: "build",
    text: expect.stringContaining("Friday"),
  });
  expect(crystal?.cites).toContain(item.id);
  expect(names(await on.call("recall", { query: "friday", kind: ["crystal"] }))).toEqual(["crystal:build"]);
  expect(names(await on.call("recall", { query: "build", limit: 2 }))).toHaveLength(2);
});

scenario("recall.weights", async () => {
  const on = await project("cli");
  const withWeights = (weights: object) =>
    stageAt("cli", on.dir, {
      ...on.env,
      ...Object.fromEntries(
        Object.entries(weights).map(([name, value]) => [`TIDEMARK_WEIGHT_${name}`, String(value)]),
      ),
    });
  const asked = ["recall", "pnpm", "--json"];
  const half = JSON.parse(
    (await withWeights({ LEXICAL: 0.275, RECENCY: 0.125, CONFIDENCE: 0.1 }).cli(asked)).stdout,
  );
  expect(half).toEqual(JSON.parse((await on.cli(asked)).stdout));
  const negative = await withWeights({ RECENCY: -1 }).cli(asked);
  expect(negative).toMatchObject({ code: 2, stdout: expect.stringContaining("TIDEMARK_WEIGHT_RECENCY") });
  const nothing = await withWeights({ LEXICAL: 0, RECENCY: 0, CONFIDENCE: 0 }).cli(asked);
  expect(JSON.parse(nothing.stdout).error).toMatchObject({
    code: "input.config",
    field: "memory.retrievalWeights",
  });
});

scenario("recall.why", async (surface) => {
  const on = await project(surface);
  const plain = await on.call("why", { id: "dec#1" });
  expect(plain).toMatchObject({
    id: "dec#1",
    shown: { item: { label: "dec#1" }, history: [{ act: "created" }] },
  });
  expect(plain).not.toHaveProperty("hit");
  const query = "which tool builds, pnpm?";
  const { hits } = await on.call("recall", { query });
  const asked = await on.call("why", { id: "dec#1", query });
  expect(asked).toMatchObject({ query, hit: { ...hits[0], rank: 1, matched: ["builds", "pnpm"] } });
  expect(await on.call("why", { id: SAID, query: "staging" })).toMatchObject({
    shown: { event: { name: SAID } },
    hit: { rank: 1, of: 1, matched: ["staging"] },
  });
  expect(await on.call("why", { id: "fct#1", query })).toMatchObject({ gate: "no_words" });
  expect(await on.refused("why", { id: "dec#9" })).toMatchObject({ code: "input.unknown_id" });
});

test("why and why-not give a result the same rank as recall", async () => {
  const on = await project("library");
  await on.call("remember", {
    text: "Releases go out from main: a release is tagged, then the release is pushed",
  });
  await on.call("remember", { text: "Nobody tags a release on Friday" });
  await on.call("remember", { text: "The release notes are written by hand" });
  const query = "who tags a release and when is the release pushed";
  const { hits } = await on.call("recall", { query });
  expect(hits.length).toBeGreaterThan(2);
  for (const [i, { id }] of (hits as readonly { readonly id: string }[]).entries()) {
    expect((await on.call("why", { id, query })).hit).toMatchObject({ rank: i + 1 });
    expect(await on.call("whyNot", { id, query })).toMatchObject({ gate: "none", rank: i + 1 });
  }
});

scenario("recall.why-not", async (surface) => {
  const on = await project(surface);
  const gate = async (id: string, query: string, more: object = {}) =>
    on.call("whyNot", { id, query, ...more });
  expect(await gate("dec#1", "pnpm")).toMatchObject({ gate: "none", rank: 1, of: 1 });
  expect(await gate("fct#1", "pnpm")).toMatchObject({ gate: "no_words" });
  expect(await gate("dec#1", "pnpm", { kind: ["trap"] })).toMatchObject({ gate: "filter", filter: "kind" });
  expect(await gate(SAID, "heron", { since: "2999-01-01" })).toMatchObject({
    gate: "filter",
    filter: "since",
  });
  const below = await gate(REPLY, "pnpm builds", { limit: 1 });
  expect(below).toMatchObject({ gate: "below", matched: ["builds"] });
  expect(Number(below.score)).toBeLessThan(Number(below.needed));
  expect(Number(below.rank)).toBeGreaterThan(1);
  expect(await gate("crystal:build", "pnpm")).toMatchObject({ gate: "few_units" });
  await on.call("create", { kind: "candidate", text: "We build with npm", proposes: "fact" });
  expect(await gate("cnd#1", "npm")).toMatchObject({ gate: "waiting", status: "pending" });
  await on.call("transition", { id: "cnd#1", status: "rejected" });
  expect(await gate("cnd#1", "npm")).toMatchObject({ gate: "over", status: "rejected" });
  await on.call("transition", { id: "trp#1", status: "resolved" });
  expect(await gate("trp#1", "windows")).toMatchObject({ gate: "over", status: "resolved" });
  const newer = await on.call("remember", { text: "We build with bun", kind: "decision" });
  await on.call("create", {
    kind: "edge",
    text: "bun",
    newer: newer.item.id,
    older: "dec#1",
    relation: "replaces",
  });
  await on.call("transition", { id: "edg#1", status: "accepted" });
  expect(await gate("dec#1", "pnpm")).toMatchObject({
    gate: "over",
    status: "superseded",
    replaced_by: "dec#2",
  });
  await on.call("forget", { id: "fct#1" });
  expect(await gate("fct#1", "cents")).toMatchObject({ gate: "forgotten" });
  await on.call("forget", { id: SAID });
  expect(await gate(SAID, "heron")).toMatchObject({ gate: "forgotten" });
  for (const id of ["dec#9", "turn@999", "nothing"])
    expect(await on.refused("whyNot", { id, query: "pnpm" })).toMatchObject({ code: "input.unknown_id" });
});

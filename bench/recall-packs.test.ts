import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { inFolder } from "./place.ts";
import { bm25Over, fts5Over, minisearchOver } from "./recall-baselines.ts";
import { tidemarkOver } from "./recall-memory.ts";
import { type Pack, packsIn } from "./recall-packs.ts";
import { unrelatedTo } from "./recall-unrelated.ts";

const doc = (id: string, ts: string, more: object = {}) => ({
  ...{ id, session: `s-${ts}`, ts, role: "user", text: `the word for it is ${id}` },
  ...more,
});
const question = (qid: string, more: object = {}) => ({
  ...{ qid, gid: "g", type: "plain", text: `Where is ${qid}?`, gold: [qid], gold_sessions: [] },
  ...more,
});

/** Writes a pack from these documents and queries, and reads it. */
async function read(docs: readonly object[], queries: readonly object[] = []): Promise<Pack> {
  return inFolder(async (folder) => {
    const made = { name: "made", groups: [{ gid: "g", docs }], queries };
    writeFileSync(join(folder, "made.json.gz"), gzipSync(JSON.stringify(made)));
    const [pack] = packsIn(folder, { wanted: [], known: [] });
    if (pack === undefined) throw new Error("no pack was read");
    return pack;
  });
}

const turnsOf = (pack: Pack) => pack.groups[0]?.turns ?? [];

test("turns are sorted by time, and turns of the same time keep the order of the list", async () => {
  const pack = await read([doc("late", "5"), doc("one", "3"), doc("two", "3"), doc("none", "")]);
  expect(turnsOf(pack).map(({ id }) => id)).toEqual(["one", "two", "none", "late"]);
});

test("an unknown role is a speaker's name, and a caption is part of the text", async () => {
  const [turn] = turnsOf(await read([doc("kelp", "1", { role: "Ada", caption: "a photo" })]));
  expect(turn).toMatchObject({ role: "user", speaker: "Ada", text: "the word for it is kelp [a photo]" });
});

test("an unreadable time is an error that names the turn", async () => {
  await expect(read([doc("kelp", "soon")])).rejects.toThrow(/kelp/);
});

test("questions that have no answer are left out", async () => {
  const queries = [question("kelp"), question("x", { type: "abstention" }), question("y_abs")];
  const { questions } = await read([doc("kelp", "1")], queries);
  expect(questions.map(({ qid }) => qid)).toEqual(["kelp"]);
});

test("unrelated turns have the requested number and lie within the time range of the group", async () => {
  const pack = await read([doc("kelp", "1"), doc("eel", "9")]);
  const [group] = pack.groups;
  if (group === undefined) throw new Error("no group was read");
  const others = unrelatedTo(group, { pack, packs: [pack], count: 30 });
  const [first = 0, last = 0] = group.turns.map(({ at }) => at);
  expect(others).toHaveLength(30);
  expect(others.every(({ at }) => at >= first && at <= last)).toBe(true);
  expect(others.some(({ text }) => text.includes("kelp"))).toBe(false);
});

test.each(["tidemark", "bm25", "fts5", "minisearch"])(
  "%s ranks the turn with the queried word first",
  async (name) => {
    const turns = turnsOf(await read([doc("kelp", "1"), doc("eel", "2", { role: "Ada" }), doc("crab", "3")]));
    const ids = await inFolder(async (folder) => {
      const over =
        { tidemark: tidemarkOver, bm25: bm25Over, fts5: fts5Over, minisearch: minisearchOver }[name] ??
        bm25Over;
      const system = await over(turns, 10, { folder: join(folder, "memory") });
      const ids: (string | undefined)[] = [];
      for (const text of ["Where is the kelp?", "What did Ada say?"])
        ids.push((await system.ask(text)).ranked[0]?.id);
      await system.close();
      return ids;
    });
    expect(ids).toEqual(["kelp", "eel"]);
  },
);

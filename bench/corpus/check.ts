import { type CorpusPart, readCorpus } from "./read-corpus.ts";

/** Says how large each part of the corpus is; a dialogue that cannot be read ends it with the place at fault. */
for (const part of ["dev", "test"] as readonly CorpusPart[]) {
  const dialogues = readCorpus(part);
  const turns = dialogues.reduce((sum, { turns }) => sum + turns.length, 0);
  const other = dialogues.filter(({ lang }) => lang !== "en").length;
  const long = dialogues.filter(({ turns }) => turns.length >= 40).length;
  const twice = dialogues.map(({ name }) => name).filter((name, i, all) => all.indexOf(name) !== i);
  console.log(part, { dialogues: dialogues.length, turns, other, long, twice });
}

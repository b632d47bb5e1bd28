import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS_SAID, type KindSaid } from "../src/core/extract/statements/classify-sentence.ts";
import { type Told, weighedTurns } from "./fit-examples.ts";
import { ROOT } from "./place.ts";
import { type History, type HistoryTurn, hasAll } from "./told-history.ts";

/** Histories to fit. The third file is left out, to test the weights on histories they were not fitted to. */
const FITTED_TO = ["first", "second", "fourth"];

/** Corpus files with the examples. */
export const HISTORY_FILES = ["told/kept.json", ...FITTED_TO.map((file) => `told/dev/${file}.json`)];

/** Per history: the sentences that a careful reader keeps, and the optional ones. All others are not kept. */
type KeptSentences = {
  readonly [history: string]: { readonly keep: readonly string[]; readonly either: readonly string[] };
};

const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(join(ROOT, "bench/corpus/told", file), "utf8"));

/** Weight of each sentence of a history, because histories resemble real sessions more than dialogues do. */
const WEIGHT = 2;

/** Examples from the sentences of people in the project histories of `dev`. */
export function historyExamples(): Told[] {
  const kept = readJson("kept.json") as KeptSentences;
  const histories = FITTED_TO.flatMap((file) => readJson(`dev/${file}.json`) as History[]);
  const examples = histories.flatMap((history) =>
    history.sessions.flatMap(({ turns }) => examplesIn(history, turns, kept[history.name])),
  );
  return Array.from({ length: WEIGHT }, () => examples).flat();
}

function examplesIn(
  { name, key }: History,
  turns: readonly HistoryTurn[],
  labels: KeptSentences[string] | undefined,
): Told[] {
  return weighedTurns(turns.map(spokenTurn)).flatMap(({ sentences, signsOf }) =>
    sentences.flatMap((sentence) => {
      const { text } = sentence;
      const signs = signsOf(sentence);
      if (!signs || labels?.either.includes(text)) return [];
      const isKept = labels?.keep.includes(text) ?? false;
      const kinds = key.now.flatMap(({ kind, holds }) => (isKept && hasAll(text, holds) ? [kind] : []));
      return [{ dialogue: name, text, signs, isKept, kinds: new Set(kinds.filter(isSaid)) }];
    }),
  );
}

const isSaid = (kind: string | undefined): kind is KindSaid => KINDS_SAID.some((each) => each === kind);

function spokenTurn(turn: HistoryTurn): { role: "user" | "assistant" | "tool"; text: string; tool?: string } {
  if (turn[0] === "t") return { role: "tool", tool: turn[1], text: turn[3] ?? "" };
  return { role: turn[0] === "u" ? "user" : "assistant", text: turn[1] };
}

import type { Table } from "./answers.ts";
import type { HeardTurn } from "./heard.ts";
import { meetsAny } from "./languages.ts";
import { clausesOf, type Sentence } from "./sentences.ts";

/** The place of a word, as a letter: in the sentence, before it, after it, or in the text that it answers. */
type WordPlace = "w" | "p" | "f" | "l" | "c" | "b" | "n" | "q" | "r";
type WordSign = `${WordPlace} ${string}`;

export const wordsAt = (place: WordPlace, words: readonly string[]): WordSign[] =>
  words.map((word) => `${place} ${word}` as const);

/** The names of the signs that are present. */
export const present = <Name extends string>(given: readonly (readonly [Name, boolean])[]): Name[] =>
  given.flatMap(([sign, isThere]) => (isThere ? [sign] : []));

/** The place of a sentence in its turn. */
export type SentencePlace = {
  readonly index: number;
  readonly count: number;
  readonly before: Sentence | undefined;
  readonly after: Sentence | undefined;
};

/** Maximum number of words of a sentence that are checked. */
const WORDS_MAX = 80;
/** Maximum number of words checked in neighbouring sentences and in the agent's question. */
const BEFORE_WORDS = 3;
const AFTER_WORDS = 2;
const ASKED_WORDS = 2;

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{M}]+(?:['’]\p{L}+)*|\d+/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const TELLING_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u;

/**
 * The words of a sentence as signs: alone and in pairs, and by place (beginning, end, first clause). There is no word list; the weights are
 * fitted. In scripts without spaces, letters are used instead of words.
 */
export function wordSigns(look: string, rest: string): WordSign[] {
  const words = wordsIn(look);
  const parted = words.filter((word) => !UNSPACED.test(word));
  const runs = words.filter((word) => UNSPACED.test(word));
  const opening = wordsIn(rest);
  const [first, second] = opening;
  const last = words.at(-1);
  return [
    ...wordsAt("w", parted),
    ...runs.flatMap((run) => wordsAt("w", [...lettersOf(run, 2), ...lettersOf(run, 1).filter(isTelling)])),
    ...words.flatMap((word, i) => pairOf(words[i - 1], word)),
    ...runs.flatMap((run) => wordsAt("p", lettersOf(run, 3))),
    ...wordsAt("f", first === undefined ? [] : [startOf(first)]),
    ...(first === undefined || second === undefined || UNSPACED.test(first)
      ? []
      : wordsAt("f", [`${first} ${second}`])),
    ...wordsAt("l", last === undefined ? [] : endsOf(last)),
    ...wordsAt(
      "c",
      wordsIn(clausesOf(rest)[0] ?? "").filter((word) => !UNSPACED.test(word)),
    ),
  ];
}

const isTelling = (letter: string): boolean => TELLING_LETTER.test(letter);

function wordsIn(look: string): string[] {
  const found = (look.match(WORD) ?? []).slice(0, WORDS_MAX);
  // All numbers count as the same word.
  return found.map((word) => (/^\d/.test(word) ? "0" : word.replace("’", "'")));
}

function lettersOf(run: string, size: number): string[] {
  const letters = [...run];
  return letters.slice(size - 1).map((_, i) => letters.slice(i, i + size).join(""));
}

function pairOf(before: string | undefined, word: string): WordSign[] {
  if (before === undefined || UNSPACED.test(before) || UNSPACED.test(word)) return [];
  return [`p ${before} ${word}`];
}

const startOf = (word: string): string => (UNSPACED.test(word) ? [...word].slice(0, 2).join("") : word);

function endsOf(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const letters = [...word];
  return [...new Set([2, 3, 4].map((size) => letters.slice(-size).join("")))];
}

const STEPS_MAX = 7;

/** The logarithm of a number to base two, rounded down. */
const doublings = (value: number): number => Math.min(STEPS_MAX, Math.floor(Math.log2(1 + value)));

/** Signs of how a sentence is written. */
export function formSigns(text: string) {
  const count = (pattern: RegExp): number => Math.min(3, (text.match(pattern) ?? []).length);
  return present([
    ["ends with a sign", /[.!?。！？…]$/u.test(text.trim())],
    ["colon", /[:：]/u.test(text)],
    ["bracket", /[(（]/u.test(text)],
    ["capitals", /\b[A-Z]{2,}/.test(text)],
    ["quoted as code", text.includes("`")],
    ["path", /[\w-]+\/[\w-]+/.test(text)],
    ["begins small", /^[a-z]/.test(text)],
    [`length ${doublings(text.length / (UNSPACED.test(text) ? 3 : 6))}`, true],
    [`commas ${count(/[,，、;；]/gu)}`, true],
    [`numbers ${count(/\d+/g)}`, true],
  ]);
}

/** Signs of its place in its turn, and of the beginnings of the neighbouring sentences. */
export function placeSigns({ index, count, before, after }: SentencePlace) {
  const isLast = index === count - 1;
  const part = count === 1 ? "alone" : index === 0 ? "at the beginning" : isLast ? "at the end" : "inside";
  const beside = (name: "b" | "n", sentence: Sentence | undefined, words: number): WordSign[] => {
    if (!sentence) return wordsAt(name, ["nothing"]);
    const begins = wordsIn(sentence.look).slice(0, words);
    return wordsAt(name, [...(sentence.isQuestion ? ["a question"] : []), ...begins]);
  };
  return [
    `sentence ${Math.min(4, index)}`,
    `of ${Math.min(6, count)}`,
    part,
    ...beside("b", before, BEFORE_WORDS),
    ...beside("n", after, AFTER_WORDS),
  ] as const;
}

/** Signs of the context that the turn of a sentence answers. */
export function sceneSigns(before: readonly HeardTurn[], { last: agent, groups, ...table }: Table) {
  const said = agent?.sentences ?? [];
  const end = said.at(-1);
  const isOffer = groups[0]?.[0]?.position === agent?.position;
  const since = before.slice(before.findLastIndex(({ by }) => by === "person") + 1);
  const tools = since.filter(({ by }) => by === "tool").length;
  const isSaid = (list: "advice" | "work"): boolean =>
    agent !== undefined && said.some(({ look }) => meetsAny(agent.tongues, list, look));
  const given = present([
    [`behind ${before.at(-1)?.by ?? "nothing"}`, true],
    [`agent ends ${end?.isQuestion ? "asking" : "telling"}`, agent !== undefined],
    ["agent asks", said.some(({ isQuestion }) => isQuestion)],
    ["asked", table.isAsked],
    ["offered", table.isOffered],
    ["queried", table.isQueried],
    ["agent advises", isSaid("advice")],
    ["agent works", isSaid("work")],
    ["options now", groups.length > 0 && isOffer],
    ["options before", groups.length > 0 && !isOffer],
    [`agent's length ${agent ? Math.min(4, doublings(agent.text.length / 60)) : "none"}`, true],
    [`tools ${Math.min(3, tools)}`, true],
    [`turns ${Math.min(5, doublings(before.length))}`, true],
  ]);
  const asked = end?.isQuestion ? wordsIn(end.look).slice(0, ASKED_WORDS) : [];
  return [...given, ...wordsAt("q", asked)];
}

/** Cue lists that say something about a sentence if they occur in other sentences of its turn. */
const BESIDE = [
  ...["order", "must", "settle", "house", "rule", "report", "task", "hedge", "amend", "pick"],
] as const;

/** For each sentence of a turn, the lists that match another sentence. */
export function besideSigns({ sentences, tongues }: HeardTurn) {
  const met = BESIDE.map((list) => sentences.map(({ look }) => meetsAny(tongues, list, look)));
  const counts = met.map((each) => each.filter(Boolean).length);
  return sentences.map((_, index) =>
    BESIDE.filter((_list, i) => (counts[i] ?? 0) > (met[i]?.[index] ? 1 : 0)).map(
      (list) => `${list} beside` as const,
    ),
  );
}

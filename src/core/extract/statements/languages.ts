import { cue, openingCue, questionCue } from "./cue.ts";
import { ANY } from "./cues/any.ts";
import type { Cues } from "./cues/cues.ts";
import { DE } from "./cues/de.ts";
import { EN } from "./cues/en.ts";
import { ES } from "./cues/es.ts";
import { FR } from "./cues/fr.ts";
import { IT } from "./cues/it.ts";
import { JA } from "./cues/ja.ts";
import { KO } from "./cues/ko.ts";
import { PT } from "./cues/pt.ts";
import { RU } from "./cues/ru.ts";
import { ZH } from "./cues/zh.ts";

/** A language's cue lists as patterns. Lists of beginnings match only at the start of a clause. */
export type CueSet = {
  readonly name: string;
  readonly nth: readonly RegExp[];
  /** Function words, which carry no topic. */
  readonly small: ReadonlySet<string>;
  /** In this language the rejected thing precedes the word for it. */
  readonly isPostfix: boolean;
} & { readonly [List in Exclude<keyof Cues, "nth">]: RegExp };

export type List = Exclude<keyof Cues, "nth">;

const OPENINGS: ReadonlySet<string> = new Set(["filler", "yes", "no", "task"]);

/** Each list is compiled at its first use, because a session uses only one or two languages. */
function tongueOf(name: string, cues: Partial<Cues>): CueSet {
  const made = new Map<string, unknown>();
  const lazily = (field: string, make: () => unknown): PropertyDescriptor => ({
    get: () => {
      if (!made.has(field)) made.set(field, make());
      return made.get(field);
    },
  });
  const { nth = [], ...lists } = cues;
  const tongue = { name, isPostfix: name === "ja" || name === "ko" };
  return Object.defineProperties(tongue, {
    nth: lazily("nth", () => nth.map(cue)),
    small: lazily("small", () => smallWords(cues)),
    ...Object.fromEntries(
      Object.entries({ ...EMPTY, ...lists }).map(([list, phrases]) => [
        list,
        lazily(list, () => patternOf(list, phrases)),
      ]),
    ),
  }) as CueSet;
}

/** Every list, empty: a list that a language does not have matches nothing. */
const EMPTY = Object.fromEntries(Object.keys(EN).flatMap((list) => (list === "nth" ? [] : [[list, ""]])));

function patternOf(list: string, phrases: string): RegExp {
  if (list === "asks") return questionCue(phrases);
  return OPENINGS.has(list) ? openingCue(phrases) : cue(phrases);
}

function smallWords({ known = "", around = "", filler = "", yes = "" }: Partial<Cues>): ReadonlySet<string> {
  const words = [known, around, filler, yes].flatMap((list) => list.split("|"));
  return new Set(words.map((word) => word.trim()));
}

/** The languages. They are built when the first turn is read, because most commands read none. */
function makeTongues() {
  return {
    every: tongueOf("any", ANY),
    latin: [
      tongueOf("en", EN),
      tongueOf("de", DE),
      tongueOf("es", ES),
      tongueOf("fr", FR),
      tongueOf("pt", PT),
      tongueOf("it", IT),
    ],
    russian: tongueOf("ru", RU),
    chinese: tongueOf("zh", ZH),
    japanese: tongueOf("ja", JA),
    korean: tongueOf("ko", KO),
  };
}

let made: ReturnType<typeof makeTongues> | undefined;
const spokenTongues = (): ReturnType<typeof makeTongues> => {
  made ??= makeTongues();
  return made;
};

/** A language counts only if it has at least this share of the best language's function words. */
const SHARE_MIN = 0.5;

/** A text with no more words than this may be in any language, whatever was spoken before. */
const WORDS_UNTOLD = 2;

/** Weight of a text's own function words relative to those of the surrounding text. */
const OWN_WEIGHT = 2;

/** The languages that a text may be in, by its script and its function words; several for a mixed text. The text around it decides if it is short. */
export function languagesOf(text: string, around = ""): readonly CueSet[] {
  const [read, near] = [text.slice(0, 2000).toLowerCase(), around.slice(0, 2000).toLowerCase()];
  const { latin, every } = spokenTongues();
  const byScript = scriptsOf(read);
  const counted = latin.map((tongue) => ({
    tongue,
    own: countOf(tongue.known, read),
    near: countOf(tongue.known, near),
  }));
  // Names and code are in Latin letters in every language, so a Latin-script language needs at least one function word.
  const isUntold = counted.every(({ own }) => own === 0);
  if (isUntold && byScript.length > 0) return [...byScript, every];
  const isWord = read.trim().split(/\s+/).length <= WORDS_UNTOLD;
  if (isUntold && (isWord || counted.every((each) => each.near === 0))) return [...latin, every];
  const weighed = counted.map((each) => ({ ...each, count: OWN_WEIGHT * each.own + each.near }));
  const best = Math.max(...weighed.map(({ count }) => count));
  const spoken = weighed.filter(({ count }) => count >= best * SHARE_MIN).map(({ tongue }) => tongue);
  return [...spoken, ...byScript, every];
}

/** Kana distinguish Japanese from Chinese; both use Han characters. */
function scriptsOf(text: string): CueSet[] {
  const { russian, chinese, japanese, korean } = spokenTongues();
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  return [
    ...(/\p{Script=Cyrillic}/u.test(text) ? [russian] : []),
    ...(isJapanese ? [japanese] : /\p{Script=Han}/u.test(text) ? [chinese] : []),
    ...(/\p{Script=Hangul}/u.test(text) ? [korean] : []),
  ];
}

export function meetsAny(tongues: readonly CueSet[], list: List, look: string): boolean {
  return tongues.some((tongue) => tongue[list].test(look));
}

function countOf(pattern: RegExp, text: string): number {
  return (text.match(new RegExp(pattern.source, "gu")) ?? []).length;
}

/** The length of a list's longest phrase at the beginning of a text; zero if there is none. */
export function meetsFirst(tongues: readonly CueSet[], list: List, text: string): number {
  return Math.max(
    0,
    ...tongues.map((tongue) => {
      const met = tongue[list].exec(text);
      return met?.index === 0 ? met[0].length : 0;
    }),
  );
}

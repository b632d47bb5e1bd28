import { asking, cue, opening } from "./cue.ts";
import type { Cues } from "./cues/cues.ts";
import { ANY } from "./cues/any.ts";
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

/** The lists of a language as patterns. Lists of beginnings are met only where a clause begins. */
export type Tongue = {
  readonly name: string;
  readonly nth: readonly RegExp[];
  /** Words that tell nothing about what is spoken of. */
  readonly small: ReadonlySet<string>;
  /** What is turned down stands before the word for it, not after. */
  readonly isPostfix: boolean;
} & { readonly [List in Exclude<keyof Cues, "nth">]: RegExp };

export type List = Exclude<keyof Cues, "nth">;

const OPENINGS: ReadonlySet<string> = new Set(["filler", "yes", "no", "task"]);

function tongueOf(name: string, cues: Cues): Tongue {
  const { nth, ...lists } = cues;
  const patterns = Object.entries(lists).map(([list, phrases]) => [
    list,
    list === "asks" ? asking(phrases) : OPENINGS.has(list) ? opening(phrases) : cue(phrases),
  ]);
  const small = new Set([cues.known, cues.around, cues.filler, cues.yes].flatMap((list) => list.split("|")).map((word) => word.trim()));
  return { name, nth: nth.map(cue), small, isPostfix: name === "ja" || name === "ko", ...Object.fromEntries(patterns) } as Tongue;
}

const EVERY = tongueOf("any", ANY);
const LATIN: readonly Tongue[] = [
  tongueOf("en", EN),
  tongueOf("de", DE),
  tongueOf("es", ES),
  tongueOf("fr", FR),
  tongueOf("pt", PT),
  tongueOf("it", IT),
];
const [RUSSIAN, CHINESE, JAPANESE, KOREAN] = [
  tongueOf("ru", RU),
  tongueOf("zh", ZH),
  tongueOf("ja", JA),
  tongueOf("ko", KO),
];

/** A language with fewer than this share of the best one's small words is not the one spoken. */
const SHARE_MIN = 0.5;

/** The languages a text may be in, judged by its script and its small words; several where it is mixed. */
export function tonguesOf(text: string): readonly Tongue[] {
  const read = text.slice(0, 2000).toLowerCase();
  const byScript = scriptsOf(read);
  const counted = LATIN.map((tongue) => ({ tongue, count: countOf(tongue.known, read) }));
  const best = Math.max(...counted.map(({ count }) => count));
  // Names and code are Latin in every language: without a small word of it, no Latin language is spoken.
  if (best === 0) return [...(byScript.length > 0 ? byScript : LATIN), EVERY];
  const spoken = counted.filter(({ count }) => count >= best * SHARE_MIN).map(({ tongue }) => tongue);
  return [...spoken, ...byScript, EVERY];
}

/** Kana tells Japanese from Chinese, which both write in Han characters. */
function scriptsOf(text: string): Tongue[] {
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  return [
    ...(/\p{Script=Cyrillic}/u.test(text) ? [RUSSIAN] : []),
    ...(isJapanese ? [JAPANESE] : /\p{Script=Han}/u.test(text) ? [CHINESE] : []),
    ...(/\p{Script=Hangul}/u.test(text) ? [KOREAN] : []),
  ];
}

export function meets(tongues: readonly Tongue[], list: List, look: string): boolean {
  return tongues.some((tongue) => tongue[list].test(look));
}

function countOf(pattern: RegExp, text: string): number {
  return (text.match(new RegExp(pattern.source, "gu")) ?? []).length;
}

/** How many letters of a list's longest phrase a text begins with; none: zero. */
export function meetsFirst(tongues: readonly Tongue[], list: List, text: string): number {
  return Math.max(0, ...tongues.map((tongue) => { const met = tongue[list].exec(text); return met?.index === 0 ? met[0].length : 0; }));
}

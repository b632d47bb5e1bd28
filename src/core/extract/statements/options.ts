import type { Position } from "../../tape/event.ts";
import type { HeardTurn } from "./heard.ts";
import { meetsAny } from "./languages.ts";
import { sentenceOf } from "./sentences.ts";
import { tellingWords } from "./words.ts";

/** One of several alternatives that a person was offered. */
export type Option = {
  readonly position: Position;
  /** Its letter or number, if it has one. */
  readonly label: string;
  /** Its text, verbatim. */
  readonly text: string;
  /** Its name: the words before the explanation. */
  readonly head: string;
  readonly words: ReadonlySet<string>;
  /** The line that introduces the alternatives, if there is one. */
  readonly title?: string;
};

/** Maximum number of alternatives in a turn without a list. */
const PHRASES_MAX = 24;
/** Maximum number of alternatives in a list. */
const OPTIONS_MAX = 9;
const ITEM =
  /^[ \t]*(?:[-*•–][ \t]+)?(?:\*\*)?(?:[\p{L}]{3,10}[ \t]+)?\(?([1-9]|[a-hA-H])(?:[.):]|(?:\*\*)?[ \t]*[:.–—-])[ \t]*(\S.*)$/u;
const BULLET = /^[ \t]*[-*•–][ \t]+(\S.*)$/u;
/** The label of an option within a line: "(a) x (b) y", "1) x 2) y", "1. x 2. y". */
const INLINE_ITEM =
  /(?:^|[\s:：，、])(?:[(（]([1-9a-h])[)）][ \t]*|([1-9a-h])[)）][ \t]+|([1-9])\.[ \t]+)/giu;
const HEAD_END = /[:：;；,，(（。]|\s[-–—]\s|\.\s|\.$/u;
const LETTERS = "abcdefghi";

/** A cache, because a turn is read again for every answer to it. */
const known = new WeakMap<HeardTurn, readonly Option[]>();

/** The alternatives that a turn lists; none if it names only one. */
export function optionsIn(turn: HeardTurn): readonly Option[] {
  const found = known.get(turn) ?? readOptions(turn);
  known.set(turn, found);
  return found;
}

function readOptions(turn: HeardTurn): Option[] {
  const listed = itemsOf(turn.text);
  const found = listed.length > 1 ? listed : inlineItems(turn.text);
  if (found.length > 1) return found.slice(0, OPTIONS_MAX).flatMap((item, i) => optionOf(turn, item, i));
  const phrases = turn.sentences.flatMap((sentence) => {
    const isChoice =
      (meetsAny(turn.tongues, "or", sentence.look) ||
        meetsAny(turn.tongues, "options", sentence.look) ||
        isTitled(sentence.text)) &&
      (sentence.isQuestion || (turn.by !== "person" && !meetsAny(turn.tongues, "work", sentence.look)));
    const told = isChoice ? phrasesOf(sentence.text, turn) : [];
    return told.length > 1
      ? told.slice(0, OPTIONS_MAX).flatMap((text) => optionOf(turn, { text, label: "" }, -1))
      : [];
  });
  return phrases.slice(0, PHRASES_MAX);
}

/** "Version: 1.8 is current, 1.7 is safe": a short title followed by the things it introduces. */
const isTitled = (text: string): boolean => /^\p{L}+(?:\s\p{L}+){0,2}[:：]\s.*[,;，；]/u.test(text);

type ListItem = { readonly text: string; readonly label: string; readonly title?: string };

function itemsOf(text: string): ListItem[] {
  const items: ListItem[] = [];
  let title = "";
  for (const line of text.split("\n").slice(0, 200)) {
    const [, label, rest] = ITEM.exec(line) ?? [];
    const bullet = BULLET.exec(line)?.[1];
    if (label !== undefined && rest !== undefined)
      items.push({ text: rest.trim(), label: label.toLowerCase(), title });
    else if (bullet !== undefined) items.push({ text: bullet.trim(), label: "", title });
    else if (line.trim() !== "" && items.length === 0) title = line.trim();
  }
  return items;
}

function inlineItems(text: string): ListItem[] {
  const marks: { readonly at: number; readonly from: number; readonly label: string }[] = [];
  for (const { index, 0: mark, 1: a, 2: b, 3: c } of text.slice(0, 4000).matchAll(INLINE_ITEM)) {
    const label = (a ?? b ?? c ?? "").toLowerCase();
    const next = marks.length;
    // Labels follow one another: a number in a sentence is none.
    if ([String(next + 1), LETTERS[next]].includes(label))
      marks.push({ at: index, from: index + mark.length, label });
  }
  return marks.map(({ from, label }, i) => {
    const rest = text.slice(from, marks[i + 1]?.at ?? from + 300);
    return { text: (rest.split(/\n|[.;。；]\s/u)[0] ?? "").trim(), label };
  });
}

/** Splits at commas, semicolons and "or", after the colon if there is one. Text in brackets stays whole. */
function phrasesOf(text: string, { tongues }: HeardTurn): string[] {
  const colon = text.search(/[:：]\s/u);
  const listed = colon < 0 ? text : text.slice(colon + 1);
  const signs = listed.replace(/\([^()]{1,200}\)|（[^（）]{1,200}）/gu, (inner) => "·".repeat(inner.length));
  const or = new RegExp(`[,;，；、]|${tongues.map((tongue) => tongue.or.source).join("|") || "(?!)"}`, "giu");
  const phrases: string[] = [];
  let from = 0;
  for (const { index, 0: sign } of signs.matchAll(or)) {
    phrases.push(listed.slice(from, index));
    from = index + sign.length;
  }
  const named = [...phrases, listed.slice(from)]
    .map((phrase) => phrase.replace(/[?？.。]+\s*$/u, "").trim())
    .filter((phrase) => phrase.length > 1);
  // "Where do uploads go, s3 or r2?": the question itself is not one of the alternatives.
  const isQuestion = named.length > 2 && meetsAny(tongues, "asks", named[0]?.toLowerCase() ?? "");
  return isQuestion ? named.slice(1) : named;
}

function optionOf(turn: HeardTurn, { text, label, title }: ListItem, i: number): Option[] {
  const sentence = sentenceOf(plainText(text));
  if (!sentence) return [];
  const end = sentence.text.search(HEAD_END);
  const head = end > 1 ? sentence.text.slice(0, end).trim() : sentence.text;
  const name = label !== "" ? label : i < 0 ? "" : String(i + 1);
  return [
    {
      position: turn.position,
      label: name,
      text: sentence.text,
      head,
      words: tellingWords(sentence.text.toLowerCase(), turn.tongues),
      ...(title ? { title } : {}),
    },
  ];
}

/** True if a label names this option. A letter may stand for its number, and the other way round. */
export function isLabelled(option: Option, label: string, place: number): boolean {
  return (
    option.label === label ||
    (option.label !== "" && (LETTERS[place] === label || String(place + 1) === label))
  );
}

/** Removes the marks for bold text, and the mark at the end of the sentence. */
const plainText = (text: string): string =>
  text
    .replaceAll(/\*\*|__/g, "")
    .replace(/^[\s:：.–—-]+/u, "")
    .replace(/[\s.;；。]+$/u, "");

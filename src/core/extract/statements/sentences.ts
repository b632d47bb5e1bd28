import { cutAt } from "../../text/shorten.ts";
/** One sentence of a turn, verbatim, and in the normalized form in which cues are searched. */
export type Sentence = {
  readonly text: string;
  /** Lower case, with quoted text and code masked. It has the same length as the text. */
  readonly look: string;
  readonly isQuestion: boolean;
  /** It may be another person's words, so it is no sufficient evidence alone. */
  readonly isDoubtful?: true;
};

/** Longer sentences are cut at the end of a clause, so that a statement fits on one to three screen lines. */
const SENTENCE_MAX = 500;
/** Maximum number of sentences read of one turn. */
const SENTENCES_MAX = 120;
/** A line at least this long that ends within a sentence was wrapped. */
const WRAPPED_MIN = 60;

const LIST_MARK = /^\s*(?:[-*•–]|#{1,6}|\(?\d{1,2}[.)]|\(?[a-hA-H][.)])\s+/;
/** A full stop after these does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|ggf|usw|p\.\s?ex|p\.\s?ej|т\.\s?е|т\.\s?к|т\.\s?д|напр|mr|dr|nr|inc)\.$/iu;
const ENDS =
  /(?<![.!?…])[.!?…]+["'”’»)]*(?=\s|$)|[。！？!?]+[」』”）]*|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[；;]/gu;
/** A question mark, also before symbols, emoji or a closing quotation mark. */
const QUESTION = /[?？][^\p{L}\p{N}]*$/u;
const PASSED_ON = /[:：]\s*["“«„「『][^"”»」』]*[?？]["”»」』][^\p{L}\p{N}]*$/u;
const QUOTED =
  /`[^`\n]{1,200}`|"[^"\n]{1,300}"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|„[^“”\n]{1,300}[“”]|「[^」\n]{1,300}」|『[^』\n]{1,300}』|(?<=^|[\s(:])(?:'(?=\S{1,40}\s)(?:[^'\n]|(?<=\p{L})'(?=\p{L})){10,300}'(?![\p{L}\p{N}])|‘[^’\n]{1,300}’(?!\p{L}))/gu;

/** The sentences of a piece of speech, in order. */
export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  for (const line of unwrapLines(text)) {
    if (line.trim() === "") continue;
    const bare = line.replace(LIST_MARK, "");
    for (const piece of split(bare)) {
      if (found.length >= SENTENCES_MAX) return found;
      const sentence = sentenceOf(piece);
      if (sentence) found.push(sentence);
    }
  }
  return found;
}

/** Parses one sentence; undefined if it contains no letter and no sign of agreement. */
export function sentenceOf(piece: string): Sentence | undefined {
  const text = cutSentence(piece.trim());
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)) return undefined;
  const look = maskQuotes(text);
  return { text, look, isQuestion: QUESTION.test(look) || PASSED_ON.test(text) };
}

/** Masks quoted words and code, which are another's words or names and not cues. */
function maskQuotes(text: string): string {
  return text
    .replace(QUOTED, (quoted) => `${quoted[0]}${"·".repeat(quoted.length - 2)}${quoted.at(-1)}`)
    .toLowerCase();
}

function split(line: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  // A full stop in a quotation does not end the sentence around it.
  const signs = line.replace(QUOTED, (quoted) => "·".repeat(quoted.length));
  for (const end of signs.matchAll(ENDS)) {
    const until = end.index + end[0].length;
    if (end[0] === "." && ABBREVIATION.test(signs.slice(Math.max(0, until - 12), until))) continue;
    if (end[0] === "." && /^\s*\(?[\da-h]\.$/iu.test(signs.slice(from, until)) && until < signs.length)
      continue;
    pieces.push(line.slice(from, until));
    from = until;
  }
  return [...pieces, line.slice(from)];
}

/** Lines, with wrapped lines joined. */
function unwrapLines(text: string): string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of text.split("\n")) {
    const last = lines.at(-1);
    const goesOn =
      isOpen && last !== undefined && line.trim() !== "" && !LIST_MARK.test(line) && !/^\s*[A-Z]/.test(line);
    if (goesOn) lines[lines.length - 1] = `${last}\n${line}`;
    else lines.push(line);
    isOpen = line.length >= WRAPPED_MIN && !/[.!?:;。！？：]\s*$/u.test(line);
  }
  return lines;
}

function cutSentence(text: string): string {
  if (text.length <= SENTENCE_MAX) return text;
  const head = text.slice(0, SENTENCE_MAX);
  const end = Math.max(...[",", ";", "，", "、", " "].map((sign) => head.lastIndexOf(sign)));
  return cutAt(head, end > SENTENCE_MAX / 2 ? end : SENTENCE_MAX).trim();
}

const CLAUSE_END =
  /[,;:，、；：]\s*|\s+[-–—]+\s+|\s*\(|\)\s*|(?<=\S)\s+(?=(?:but|and|aber|und|pero|y|mais|et|mas|e|ma|но|и)\s)/gu;

/** The clauses of a normalized sentence. */
export function clausesOf(look: string): string[] {
  return look
    .slice(0, SENTENCE_MAX)
    .split(CLAUSE_END)
    .map((clause) => clause.replace(/[.!?…。！？]{1,9}\s*$/u, "").trim())
    .filter((clause) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(clause));
}

const COORDINATION =
  /[,，;；]\s*(?:and|und|y|et|e|и|而且|并且|then)\s+|[；;]\s*|(?<=[\p{Script=Han}\p{Script=Hiragana}]{4})，/gu;

/** The halves of a sentence that makes two statements; otherwise the sentence alone. */
export function splitCoordinated({ text }: Sentence): Sentence[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: sign } of text.matchAll(COORDINATION)) {
    pieces.push(text.slice(from, index));
    from = index + sign.length;
  }
  return [...pieces, text.slice(from)].flatMap((piece) => sentenceOf(piece) ?? []);
}

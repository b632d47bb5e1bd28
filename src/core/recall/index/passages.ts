/** Words of one passage, about, and of a text that is too short to be cut. */
const PASSAGE_WORDS = 120;
const WHOLE_WORDS = 180;
/** A last passage of fewer words goes with the one before it. */
const LEAST_WORDS = 30;

/** Cuts a text into passages, at the ends of sentences and lines where there are some. A short text is one. */
export function passagesOf(text: string): string[] {
  if (countOf(text) <= WHOLE_WORDS) return [text];
  const passages: { text: string; words: number }[] = [];
  for (const piece of (text.match(SENTENCE) ?? [text]).flatMap(cut)) {
    const words = countOf(piece);
    const last = passages.at(-1);
    if (last && last.words + words <= PASSAGE_WORDS) {
      last.text += piece;
      last.words += words;
    } else passages.push({ text: piece, words });
  }
  const texts = passages.map((passage) => passage.text);
  const tail = passages.at(-1);
  if (passages.length < 2 || !tail || tail.words >= LEAST_WORDS) return texts;
  return [...texts.slice(0, -2), `${texts.at(-2) ?? ""}${tail.text}`];
}

const SENTENCE = /[^.!?\n。！？]*(?:(?<![.!?])[.!?]+(?!\S)|[.!?]|[。！？]+|\n+|$)/gu;

/** Where no spaces stand between words, two letters are one. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
const countOf = (text: string): number => text.match(RUN)?.length ?? 0;

/** A sentence that is longer than any passage, as code and tables are. */
function cut(sentence: string): string[] {
  if (countOf(sentence) <= WHOLE_WORDS) return sentence === "" ? [] : [sentence];
  const words = sentence.split(/(?<=\s)(?=\S)/u);
  return Array.from({ length: Math.ceil(words.length / PASSAGE_WORDS) }, (_, i) =>
    words.slice(i * PASSAGE_WORDS, (i + 1) * PASSAGE_WORDS).join(""),
  );
}

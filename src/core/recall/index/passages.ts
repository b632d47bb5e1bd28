/** Approximate number of words of a passage. A shorter text is not split. */
const PASSAGE_WORDS = 120;
const WHOLE_WORDS = 180;
/** A last passage with fewer words is joined with the one before it. */
const LEAST_WORDS = 30;

/** Splits a text into passages, at the ends of sentences and lines if there are any. A short text is one passage. */
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

/** Words, where in scripts without spaces two letters count as one word. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
const countOf = (text: string): number => text.match(RUN)?.length ?? 0;

/** Splits a sentence that is longer than a passage, such as code or a table. */
function cut(sentence: string): string[] {
  if (countOf(sentence) <= WHOLE_WORDS) return sentence === "" ? [] : [sentence];
  const words = sentence.split(/(?<=\s)(?=\S)/u);
  return Array.from({ length: Math.ceil(words.length / PASSAGE_WORDS) }, (_, i) =>
    words.slice(i * PASSAGE_WORDS, (i + 1) * PASSAGE_WORDS).join(""),
  );
}

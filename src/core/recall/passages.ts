/** Words of one passage, about. */
const PASSAGE_WORDS = 120;

/** Cuts a text into passages, at sentence borders where there are some. A short text is one. */
export function passagesOf(text: string): string[] {
  const sentences = text.match(/[^.!?。！？\n]+[.!?。！？\n]*/gu) ?? [text];
  const out: string[] = [];
  let now = "";
  let count = 0;
  for (const sentence of sentences) {
    const words = sentence.split(/\s+/).length;
    if (count > 0 && count + words > PASSAGE_WORDS) {
      out.push(now);
      now = "";
      count = 0;
    }
    now += sentence;
    count += words;
  }
  return now === "" && out.length > 0 ? out : [...out, now];
}

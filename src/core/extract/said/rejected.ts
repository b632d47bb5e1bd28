import type { Tongue } from "./languages.ts";
import type { Option } from "./options.ts";
import type { Sentence } from "./sentences.ts";

type Around = {
  readonly tongues: readonly Tongue[];
  readonly options: readonly Option[];
  readonly taken: readonly Option[];
};

/** Alternatives kept with one decision. */
const REJECTED_MAX = 6;
/** Words of what was turned down, read up to the next sign. */
const AFTER = /^[\s:]*((?:[^\s,.;:!?()，。、；：！？（）]+[ \t]?){1,5})/u;
const BEFORE = /([^\s,.;:!?()，。、；：！？（）は]+)\s*$/u;

/** What was turned down when this was settled, verbatim: the other alternatives, and what the person says no to. */
export function turnedDown(sentences: readonly Sentence[], { tongues, options, taken }: Around): string[] {
  const named = sentences.flatMap((sentence) => tongues.flatMap((tongue) => namedIn(sentence, tongue)));
  const groups = new Set(taken.map(({ position }) => position));
  const left = options.filter((option) => groups.has(option.position) && !taken.includes(option));
  return [...new Set([...left.map(({ head }) => head), ...named])].slice(0, REJECTED_MAX);
}

function namedIn({ text, look }: Sentence, tongue: Tongue): string[] {
  if (look.length !== text.length) return [];
  const found: string[] = [];
  for (const match of look.matchAll(new RegExp(tongue.against.source, "gu"))) {
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
    const name = (tongue.isPostfix ? BEFORE.exec(before)?.[1] : AFTER.exec(after)?.[1])?.trim();
    if (name !== undefined && name.length > 1) found.push(name);
  }
  return found;
}

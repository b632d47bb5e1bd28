import type { HeardTurn } from "./heard.ts";
import type { CueSet } from "./languages.ts";
import type { Option } from "./options.ts";
import { clausesOf, type Sentence } from "./sentences.ts";
import { sharedCount, tellingWords } from "./words.ts";

type OptionSets = {
  readonly now: HeardTurn;
  /** Sets of alternatives that lay on the table. */
  readonly groups: readonly (readonly Option[])[];
  /** The settled texts, and the texts on which they are based. */
  readonly taken: readonly string[];
};

/** Alternatives kept with one decision. */
const REJECTED_MAX = 6;
/** Words of what was turned down, read up to the next sign. */
const AFTER = /^[\s:]*((?:[^\s,.;:!?()，。、；：！？（）]+[ \t]?){1,4})/u;
const BEFORE = /([^\s,.;:!?()，。、；：！？（）は]+)\s*$/u;
const NAME_WORDS = 2;

/** What was rejected in this decision, verbatim: the other alternatives, and what the person refuses. */
export function turnedDown(sentences: readonly Sentence[], { now, groups, taken }: OptionSets): string[] {
  const { tongues } = now;
  const named = sentences.flatMap((sentence) =>
    tongues.flatMap((tongue) => [...refusedIn(sentence, tongue), ...namedIn(sentence, tongue)]),
  );
  const words = tellingWords(taken.join("\n").toLowerCase(), tongues);
  const left = groups.flatMap((group) => {
    const isMeant = group.some((option) => taken.includes(option.text) || isNamedBy(option, words, now));
    return isMeant
      ? group.filter((option) => !taken.includes(option.text) && !isNamedBy(option, words, now))
      : [];
  });
  const telling = named.filter((name) => tellingWords(name.toLowerCase(), tongues).size > 0);
  return [...new Set([...left.map(({ head }) => head), ...telling])].slice(0, REJECTED_MAX);
}

/** True when most of an option's name is among the words. */
function isNamedBy({ head }: Option, words: ReadonlySet<string>, { tongues }: HeardTurn): boolean {
  const name = tellingWords(head.toLowerCase(), tongues);
  return name.size > 0 && sharedCount(name, words) * 2 >= name.size;
}

/** What stands behind "not", "instead of", or before it where a language puts it there. */
function namedIn({ text, look }: Sentence, tongue: CueSet): string[] {
  if (look.length !== text.length) return [];
  return [...look.matchAll(new RegExp(tongue.against.source, "gu"))].flatMap((match) => {
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
    const name = (tongue.isPostfix ? BEFORE.exec(before)?.[1] : AFTER.exec(after)?.[1])?.trim();
    return name !== undefined && name.length > 1 ? [name] : [];
  });
}

/** What stands before a refusal in its clause: "yaml no", "jasper is banned". */
function refusedIn({ text, look }: Sentence, tongue: CueSet): string[] {
  if (look.length !== text.length) return [];
  return clausesOf(look).flatMap((clause) => {
    const met = tongue.reject.exec(clause);
    const from = look.indexOf(clause);
    if (!met || from < 0) return [];
    const isLast = /\s/.test(met[0]) && met.index === 0;
    const end = isLast ? met[0].lastIndexOf(" ") : met.index;
    const name = text.slice(from, from + end).trim();
    return name.length > 1 && name.split(/\s+/).length <= NAME_WORDS ? [name] : [];
  });
}

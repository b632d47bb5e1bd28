import type { HeardTurn } from "./heard.ts";
import type { CueSet } from "./languages.ts";
import type { Option } from "./options.ts";
import { clausesOf, type Sentence } from "./sentences.ts";
import { sharedCount, tellingWords } from "./words.ts";

type OptionSets = {
  readonly now: HeardTurn;
  /** The open sets of alternatives. */
  readonly groups: readonly (readonly Option[])[];
  /** The settled texts, and the texts on which they are based. */
  readonly taken: readonly string[];
};

/** Maximum number of rejected alternatives stored with one decision. */
const REJECTED_MAX = 6;
/** The words of a rejected alternative, up to the next punctuation mark. */
const AFTER = /^[\s:]*((?:[^\s,.;:!?()，。、；：！？（）]+[ \t]?){1,4})/u;
const BEFORE = /([^\s,.;:!?()，。、；：！？（）は]+)\s*$/u;
const NAME_WORDS = 2;

/** The alternatives that this decision rejects, verbatim: the other options, and those that the person refuses. */
export function rejectedAlternatives(
  sentences: readonly Sentence[],
  { now, groups, taken }: OptionSets,
): string[] {
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

/** True if most words of an option's name are among the words. */
function isNamedBy({ head }: Option, words: ReadonlySet<string>, { tongues }: HeardTurn): boolean {
  const name = tellingWords(head.toLowerCase(), tongues);
  return name.size > 0 && sharedCount(name, words) * 2 >= name.size;
}

/** The words after "not" or "instead of", or before it in languages with that order. */
function namedIn({ text, look }: Sentence, tongue: CueSet): string[] {
  if (look.length !== text.length) return [];
  return [...look.matchAll(new RegExp(tongue.against.source, "gu"))].flatMap((match) => {
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
    const name = (tongue.isPostfix ? BEFORE.exec(before)?.[1] : AFTER.exec(after)?.[1])?.trim();
    return name !== undefined && name.length > 1 ? [name] : [];
  });
}

/** The words before a refusal in its clause: "yaml no", "jasper is banned". */
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

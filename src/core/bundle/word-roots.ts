import { wordSet } from "../text/word-set.ts";

/** Shorter words are too ambiguous. */
const ROOT_MIN = 3;
/** Length of a root: enough to distinguish words, and short enough to drop the endings of most languages. */
const ROOT_MAX = 6;
/** Maximum number of words of a text that are checked. */
const WORDS_MAX = 300;

/** Words that occur in many commands, files and rules, and mean little in any of them. */
const WEAK =
  wordSet(`the and for run test tests file files code main make all src app get set new use not with from build that this
  have has had will would should could must never always only just when then than into onto over under after before
  what which where there here they them their your our you its are was were been being does did done dont cant about
  because every each some any more most also but like need needs want please still very thing things said says one two
  true false null void string value values data type list item items int let const var val return import
  export public private class struct function func self echo head tail out tmp
  und der die das den dem des ein eine einen nicht nur kein keine mit von auf für ist sind wird werden wir ihr sie
  immer nie auch aber oder wenn dann dass bei aus nach vor noch schon mal alles
  que los las del una uno por para con sin pero como más muy esto esta este eso todo todos siempre nunca solo hay
  les des une est sont dans pour avec sans pas plus mais sur tout tous toujours jamais nous vous
  não sem uma dos das com mais tudo sempre nunca isso este esta
  che non con per una del della dei sono più tutto sempre mai solo questo questa
  для или как что это все они мы вы при без над под`);

/** The roots of a word without its ending, so that "releases" and "release", or "migration" and "Migrationen", are equal. */
export function rootOf(word: string): string[] {
  const plain = word.toLowerCase();
  if (!/^\p{L}+$/u.test(plain) || WEAK.has(plain)) return [];
  const bare = plain.length > 4 ? plain.replace(/ies$/, "y").replace(/(?:ing|ed|es|s|e)$/, "") : plain;
  return bare.length >= ROOT_MIN ? [bare.slice(0, ROOT_MAX)] : [];
}

/** The boundary between words in a name: `snapshotPolicy`, `HTMLParser`. */
const CASE_JOINTS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
/** Latin words in text of a script without spaces. */
const LATIN_WORDS = /[A-Za-z]{2,}/g;

/** The roots of a text's words and of the parts of its names. */
export const rootsIn = (text: string): string[] => [
  ...new Set(
    text
      .replace(CASE_JOINTS, " ")
      .replace(LATIN_WORDS, " $& ")
      .split(/[^\p{L}]+/u)
      .slice(0, WORDS_MAX)
      .flatMap(rootOf),
  ),
];

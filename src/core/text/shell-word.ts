/** Words that a shell takes unchanged. A word with a leading `=` or `~` is excluded, because the shell would expand it. */
const PLAIN = /^[\w@%+:,./-][\w@%+=:,./#-]*$/;
/** Controls and writing-direction marks: a terminal would act on them, or display another command. */
const UNSEEN = /(?!\n)[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Quotes a value as one word of a command that a person copies. Every command that Tidemark suggests must quote its values with this. */
export function shellWord(value: string): string {
  const word = value.replace(UNSEEN, "");
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

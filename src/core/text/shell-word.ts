/** Words that a shell takes as they are. A leading `=` or `~` would be expanded, so these do not count. */
const PLAIN = /^[\w@%+:,./-][\w@%+=:,./#-]*$/;
/** Controls and marks that turn the direction of writing: a terminal would act on them, or show another command. */
const UNSEEN = /(?!\n)[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** A value as one word of a command that a person copies. Every command that we offer puts its values in by this. */
export function shellWord(value: string): string {
  const word = value.replace(UNSEEN, "");
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

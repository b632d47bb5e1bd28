/** Parts of one emoji, or letters of a script whose words are written with joiners. */
const JOINED = String.raw`(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}])`;

/**
 * Follows a class of invisible characters in a pattern. It excludes a zero-width joiner or non-joiner that belongs to a word or an emoji.
 * Anywhere else a joiner only hides something.
 */
export const UNLESS_JOINER = String.raw`(?<!${JOINED}[\u200c\u200d](?=${JOINED}))`;

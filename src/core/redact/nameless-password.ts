import type { SecretSpan } from "./rule.ts";
import { shapeOf } from "./value.ts";

/** A word of letters, digits and the signs that passwords have, with nothing of its kind around it. */
let word: RegExp | undefined;
const wordOf = (): RegExp =>
  /(?<![\w!@#%^*$&?./\\+~-])[A-Za-z0-9!@#%^*$&~_.-]{9,40}(?:\?(?=["'`]))?(?![\w!@#%^*$&?/\\+~-]|\.\w)/g;

/** As people choose one: a word or two, a number and a sign. */
const CHOSEN = /^[A-Z]?[a-z]{2,12}[-_.]?[A-Z]?[a-z]{3,12}\d{2,5}[!#$%&*?]$/;
/** Signs that chance puts amid letters and digits, and that programs and addresses do not. */
const DRAWN_SORTS = [/[a-z]/, /[A-Z]/, /\d/, /^.+[!@#%^*~]./] as const;
const NOT_DRAWN = /%[0-9A-F]{2}|[a-z]{5}|[$&._-]/;
const DRAWN_MIN = 12;
/** So often at least the sort of letter changes in what chance draws. */
const CHANGES_MIN = 0.4;

/** Passwords by their letters alone: no name, no account and no command stands beside them. */
export function namelessPasswords(text: string): SecretSpan[] {
  if (!/\d/.test(text) || !/[!@#%^*$&~]/.test(text)) return [];
  word ??= wordOf();
  return [...text.matchAll(word)].flatMap(({ index, 0: found }) => {
    const value = found.replace(/\.$/, "");
    return isPasswordAlone(value)
      ? [{ start: index, end: index + value.length, rule: "nameless-password" }]
      : [];
  });
}

const isPasswordAlone = (value: string): boolean =>
  CHOSEN.test(value) ||
  (value.length >= DRAWN_MIN &&
    DRAWN_SORTS.every((sort) => sort.test(value)) &&
    !NOT_DRAWN.test(value) &&
    shapeOf(value).changes >= value.length * CHANGES_MIN);

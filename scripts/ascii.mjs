/**
 * The bundler leaves letters beyond ASCII in patterns and in raw texts. One of them makes V8 keep the whole file in twice
 * the space, and reading it is part of every start; an escape says the same.
 */
export function inAscii(code) {
  return code.replace(RAW_TEXT, rawInAscii).replace(BEYOND, escaped);
}

const RAW_TEXT = /String\.raw`(?:[^`\\]|\\[\s\S])*`/g;
const BEYOND = /[^\0-\x7f]/g;

const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** In a raw text an escape would be one more text: there the letter is put in as a value. */
function rawInAscii(text) {
  if (/\\[^\0-\x7f]/.test(text))
    throw new Error(`A raw text escapes a letter beyond ASCII: ${text.slice(0, 80)}`);
  if (/\$\{[^}]*`$/.test(text)) throw new Error(`A raw text has a template within: ${text.slice(0, 80)}`);
  return text.replace(/[^\0-\x7f]+/g, (letters) => `\${"${letters.replace(BEYOND, escaped)}"}`);
}

import type { SecretSpan } from "./rule.ts";

/** So many letters tell text from noise; hashes and pictures are given up on here. */
const PROBE = 24;
/** More of one run is not read: a longer one is a file, and its beginning tells what it holds. */
const DECODED_MAX = 16 * 1024;

/** Runs of base64, hex or base32, given as start, end, start, end …, that hold a text in which `isSecret` finds something. */
export function encodedSecrets(
  text: string,
  runs: readonly number[],
  isSecret: (decoded: string) => boolean,
): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const [first = 0, end = 0] = [runs[i], runs[i + 1]];
    const start = first + signsAt(text, first);
    const isHidden = ENCODINGS.some(({ letters, decode }) => {
      const probe = text.slice(start, start + PROBE);
      if (!letters.test(probe) || decode(probe) === undefined) return false;
      const decoded = decode(text.slice(start, Math.min(end, start + DECODED_MAX)));
      return decoded !== undefined && isSecret(decoded);
    });
    if (isHidden) spans.push({ start, end: end + paddingAt(text, end), rule: "base64-secret" });
  }
  return spans;
}

/** Bytes written as numbers: the letters of a text, or as many as a pair of keys has. */
const NUMBERS = /(?<![\w.,-]|, )\d{1,3}(?:, ?\d{1,3}){15,1024}/g;
const KEY_PAIR_BYTES = 64;

/** The same as a dump writes them, in groups of one or two bytes. */
const HEX_BYTES =
  /(?<![\w:.-])(?:0x)?[0-9a-f]{2}(?:[0-9a-f]{2})?(?:(?:, ?|[ :])(?:0x)?[0-9a-f]{2}(?:[0-9a-f]{2})?){3,1024}(?![\w:.-])/gi;
const NAME_BEFORE_MAX = 48;

/** Lists of numbers that spell a text in which `isSecret` finds something, by itself or behind its name, and pairs of keys as wallets write them. */
export function numberedSecrets(text: string, isSecret: (decoded: string) => boolean): SecretSpan[] {
  const dumped = [...text.matchAll(HEX_BYTES)].filter(({ index, 0: list }) => {
    const decoded = decode(list.replace(/0x|[^0-9a-f]/gi, ""), 4, hexDigit);
    const name = /[^\n]*$/.exec(text.slice(Math.max(0, index - NAME_BEFORE_MAX), index))?.[0] ?? "";
    return decoded !== undefined && !isSecret(name) && isSecret(name + decoded);
  });
  const listed = [...text.matchAll(NUMBERS)].filter(({ index, 0: list }) => {
    const bytes = list.split(",").map(Number);
    const isPair = bytes.length === KEY_PAIR_BYTES && !list.includes(" ") && new Set(bytes).size >= 48;
    const isKey = isPair && text[index - 1] === "[" && Math.max(...bytes) > 199 && Math.max(...bytes) < 256;
    const isText = bytes.every((byte) => byte > 31 && byte < 127);
    return isKey || (isText && isSecret(String.fromCharCode(...bytes)));
  });
  return [...dumped, ...listed].map(({ index, 0: list }) => ({
    start: index,
    end: index + list.length,
    rule: "base64-secret",
  }));
}

/** Whether a run of base64 is readable text: no key is. */
export const isEncodedText = (run: string): boolean => decode(run.slice(0, PROBE), 6, sextet) !== undefined;

type Encoding = { readonly letters: RegExp; readonly decode: (run: string) => string | undefined };

const ENCODINGS: readonly Encoding[] = [
  {
    letters: /^[0-9a-f]+$/i,
    decode: (run) => decode(run, 4, hexDigit),
  },
  { letters: /^[A-Z2-7]+$/, decode: (run) => decode(run, 5, (code) => (code >= 65 ? code - 65 : code - 24)) },
  { letters: /./, decode: (run) => decode(run, 6, sextet) },
];

/** A diff or a list puts signs before its lines that base64 has too, and a written-out line break a letter. */
function signsAt(text: string, at: number): number {
  if (text[at - 1] === "\\" && /[nrt]/.test(text[at] ?? "")) return 1;
  return /^[+/_-]{0,3}/.exec(text.slice(at, at + 3))?.[0].length ?? 0;
}

function paddingAt(text: string, at: number): number {
  if (text[at] !== "=") return 0;
  return text[at + 1] === "=" ? 2 : 1;
}

/** What a run says, if it says printable ASCII throughout. */
function decode(run: string, width: number, bitsOf: (code: number) => number): string | undefined {
  let text = "";
  let [bits, held] = [0, 0];
  for (let i = 0; i < run.length; i++) {
    bits = ((bits << width) | bitsOf(run.charCodeAt(i))) & 0xffff;
    held += width;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    if (byte > 126 || (byte < 32 && byte !== 10 && byte !== 13 && byte !== 9)) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

const hexDigit = (code: number): number => Number.parseInt(String.fromCharCode(code), 16);

function sextet(code: number): number {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 48 && code <= 57) return code + 4;
  return code === 43 || code === 45 ? 62 : 63;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./place.ts";
import {
  ALNUM,
  B32,
  B64,
  B64URL,
  base64,
  DIGITS,
  HEX,
  hex,
  humanPassword,
  LOWER,
  machinePassword,
  type Pick,
  seedPhrase,
  type UnseenForm,
  UPPER,
  whole,
} from "./secret-unseen-parts.ts";

const group = (pick: Pick, letters: string, sizes: readonly number[], joint: string): string =>
  sizes.map((size) => pick.of(letters, size)).join(joint);
const githubToken = (pick: Pick): string => `ghp_${pick.of(ALNUM, 36)}`;

/** Alphabets of kinds of secrets whose name ends in a length: `hex64` has 64 characters. */
const LETTERS: { readonly [sort: string]: string } = {
  hex: HEX,
  HEX: HEX.toUpperCase(),
  tok: ALNUM,
  up: UPPER + DIGITS,
  d: DIGITS,
  b64_: B64,
  b64url_: B64URL,
  b32_: B32,
};

const SORTS: { readonly [sort: string]: (pick: Pick) => string } = {
  pw: machinePassword,
  hpw: humanPassword,
  pw50: (pick) => pick.of(`${ALNUM}!@#%^*`, 50),
  pw_url: (pick) => pick.of(ALNUM, 16),
  pw_csv: (pick) => pick.of(`${ALNUM}!#%`, 14),
  pw_json: (pick) => pick.of(`${ALNUM}!#%`, 16),
  d8a: (pick) => group(pick, DIGITS, [4, 4], " "),
  uuid: (pick) => group(pick, HEX, [8, 4, 4, 4, 12], "-"),
  lic: (pick) => group(pick, UPPER + DIGITS, [5, 5, 5, 5, 5], "-"),
  rec: (pick) => group(pick, LOWER + DIGITS, [5, 5], "-"),
  spaced: (pick) => group(pick, ALNUM, [4, 4, 4, 4, 4, 4], " "),
  seed12: (pick) => seedPhrase(pick, 12),
  word: (pick) => seedPhrase(pick, 1),
  b64basic: (pick) => base64(`svc:${machinePassword(pick)}`),
  b64plain: (pick) => base64(`\0svc\0${machinePassword(pick)}`),
  b64token: (pick) => base64(githubToken(pick)),
  hextoken: (pick) => hex(githubToken(pick)),
};

function secretOf(sort: string, pick: Pick): string {
  const make = SORTS[sort];
  if (make !== undefined) return make(pick);
  const [, letters = "", size = ""] = /^(.*?)(\d+)$/.exec(sort) ?? [];
  const from = LETTERS[letters];
  if (from === undefined) throw new Error(`secret-forms.txt: "${sort}" is no sort of secret.`);
  return pick.of(from, Number(size));
}

function formOf(part: string): UnseenForm {
  const end = part.indexOf("\n");
  const template = part.slice(end + 1).trimEnd();
  return whole(part.slice(0, end), (pick) => {
    const secrets: string[] = [];
    const text = template.replace(/\{\{(\w+)\}\}/g, (_, sort: string) => {
      secrets.push(secretOf(sort, pick));
      return secrets[secrets.length - 1] ?? "";
    });
    return { text, secrets };
  });
}

/**
 * Texts with placeholders for secrets, written by authors who had not read the rules. Each starts with "%%%%
 * name".
 */
export function writtenForms(file: "secret-forms.txt" | "secret-forms-unseen.txt"): UnseenForm[] {
  return formsIn(readFileSync(join(ROOT, "bench", file), "utf8"));
}

export function formsIn(text: string): UnseenForm[] {
  const [, ...parts] = text.split(/^%%%% /m);
  return parts.map(formOf);
}

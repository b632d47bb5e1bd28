import type { Draw, Made } from "./secret-formats.ts";

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const ALNUM = UPPER + LOWER + DIGITS;

/** The alphabet of each field letter in a template: {A36} is 36 letters and digits. */
export const LETTERS: { readonly [sign: string]: string } = {
  A: ALNUM,
  U: UPPER + DIGITS,
  l: LOWER + DIGITS,
  d: DIGITS,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  w: `${ALNUM}_-`,
  b: `${ALNUM}+/`,
  "2": `${UPPER}234567`,
};

/** Words for seed phrases of wallets. */
const WALLET_WORDS =
  "canyon velvet orbit lantern maple tissue wagon slender kitten harvest rocket fossil bamboo cradle insect umbrella gravity pistol napkin oyster bracket zebra mimic ladder window glimpse cabbage thunder hollow sphere donkey artist brisk elbow fabric mango sugar turtle vivid whisper yellow puzzle rural salute toddler viable wealth youth".split(
    " ",
  );

/** Password symbols for scenes with commands and tables, and for scenes with URLs. */
const PASSWORD_SIGNS = "!%_+.~#*-";
const ADDRESS_SIGNS = "_.~-!";

function passwordOf(draw: Draw, signs: string): string {
  const style = draw.number(4);
  const word = WALLET_WORDS[draw.number(WALLET_WORDS.length)] ?? "";
  const name = word.slice(0, 1).toUpperCase() + word.slice(1);
  if (style === 0) return `${name}${draw.of(DIGITS, 2 + draw.number(3))}${draw.of(signs, 1)}`;
  if (style === 1) return draw.of(ALNUM, 8) + draw.of(DIGITS, 2) + draw.of(signs, 1) + draw.of(LOWER, 3);
  if (style === 2) return `${word}${draw.of(signs, 1)}${draw.of(DIGITS, 3)}${draw.of(ALNUM, 4)}`;
  return draw.of(ALNUM, 9) + draw.of(DIGITS, 2) + draw.of(ALNUM, 5);
}

function words(draw: Draw, count: number): string[] {
  return Array.from({ length: count }, () => WALLET_WORDS[draw.number(WALLET_WORDS.length)] ?? "");
}

function fieldOf(draw: Draw, sign: string, count: number): string {
  if (sign === "p") return passwordOf(draw, PASSWORD_SIGNS);
  if (sign === "q") return passwordOf(draw, ADDRESS_SIGNS);
  if (sign === "-") return "-----";
  if (sign === "u") return [8, 4, 4, 4, 12].map((length) => draw.of(LETTERS.h ?? "", length)).join("-");
  if (sign === "B") return Buffer.from(draw.of(ALNUM, count)).toString("base64");
  if (sign === "S") return words(draw, count).join(" ");
  if (sign === "N")
    return words(draw, count)
      .map((word, i) => `${i + 1}. ${word}`)
      .join("\n");
  return draw.of(LETTERS[sign] ?? "", count);
}

/** Fills in a scene's template. If the template marks no secret, every drawn field is one. */
export function sceneOf(template: string, draw: Draw): Made {
  const isMarked = template.includes("«");
  const drawn: string[] = [];
  const text = template
    .replaceAll("¦", "")
    .replaceAll("⏎", "\n")
    .replaceAll(
      /\{([AUldhHwb2BSN])(\d{1,3})\}|\{([pqu-])\}/g,
      (_, sign: string, count: string, one: string) => {
        const value = fieldOf(draw, sign ?? one, Number(count ?? 0));
        if (one !== "-") drawn.push(value);
        return value;
      },
    );
  const secrets = isMarked ? [...text.matchAll(/«([^»]*)»/g)].map(([, secret = ""]) => secret) : drawn;
  return { text: text.replaceAll(/[«»]/g, ""), secrets };
}

/** A generator of random numbers from 0 to 1. */
type Chance = () => number;

/** A text with secrets, and the parts of it that must not be kept. */
export type UnseenSecret = { readonly text: string; readonly secrets: readonly string[] };

/** A form of secret. Whole forms are complete sentences or files and need no surroundings. */
export type UnseenForm = {
  readonly id: string;
  readonly isWhole?: true;
  readonly make: (pick: Pick) => UnseenSecret;
};

/** Random choices for generating secrets. */
export type Pick = {
  readonly of: (letters: string, count: number) => string;
  readonly one: <T>(from: readonly T[]) => T;
  readonly int: (below: number) => number;
};

export const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const UPPER = LOWER.toUpperCase();
export const DIGITS = "0123456789";
export const HEX = "0123456789abcdef";
export const ALNUM = LOWER + UPPER + DIGITS;
export const B64 = `${ALNUM}+/`;
export const B64URL = `${ALNUM}-_`;
export const B32 = `${UPPER}234567`;

export function pickOf(chance: Chance): Pick {
  const int = (below: number): number => Math.floor(chance() * below);
  const one = <T>(from: readonly T[]): T => from[int(from.length)] as T;
  return {
    int,
    one,
    of: (letters, count) => Array.from({ length: count }, () => letters[int(letters.length)]).join(""),
  };
}

/** Passwords as people choose them: words, a year and a symbol, with little entropy. */
const STEMS = [
  "Otter",
  "harbour",
  "Quasar",
  "tulip",
  "Maple",
  "velvet",
  "Comet",
  "ginger",
  "Falcon",
  "pebble",
];
const SIGNS = ["!", "#", "$", "%", "&", "*", "?"];
export const humanPassword = (pick: Pick): string =>
  `${pick.one(STEMS)}${pick.one(["-", "_", "", "."])}${pick.one(STEMS)}${pick.of(DIGITS, 2 + pick.int(3))}${pick.one(SIGNS)}`;
export const machinePassword = (pick: Pick): string => pick.of(`${ALNUM}!@#%^*`, 14 + pick.int(8));
export const anyPassword = (pick: Pick): string =>
  pick.int(2) === 0 ? humanPassword(pick) : machinePassword(pick);

export const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");
export const hex = (text: string): string => Buffer.from(text, "utf8").toString("hex");
export const whole = (id: string, make: UnseenForm["make"]): UnseenForm => ({ id, isWhole: true, make });
export const token = (id: string, make: (pick: Pick) => string): UnseenForm => ({
  id,
  make: (pick) => {
    const text = make(pick);
    return { text, secrets: [text] };
  },
});
/** A sentence or line that contains one secret value. */
export const around = (
  id: string,
  value: (pick: Pick) => string,
  text: (secret: string, pick: Pick) => string,
): UnseenForm =>
  whole(id, (pick) => {
    const secret = value(pick);
    return { text: text(secret, pick), secrets: [secret] };
  });

const SEED_WORDS =
  "abandon anchor basket bridge candle canyon cereal coral crystal daisy delta ember engine fabric feather forest galaxy garlic hammer harbor hazard island jacket jungle kidney ladder lemon magnet marble meadow nephew ocean olive orbit oxygen paddle pepper piano pigeon planet puzzle quarter raccoon ribbon river salmon shadow silver sunset tackle temple tiger tornado tunnel umbrella vacuum velvet village violin walnut whisper window winter yellow zebra".split(
    " ",
  );
export const seedPhrase = (pick: Pick, count: number): string =>
  Array.from({ length: count }, () => pick.one(SEED_WORDS)).join(" ");

/** A token inside a URL: the URL may be kept, the token may not. */
export const inside = (
  id: string,
  value: (pick: Pick) => string,
  text: (secret: string, pick: Pick) => string,
): UnseenForm => ({
  id,
  make: (pick) => {
    const secret = value(pick);
    return { text: text(secret, pick), secrets: [secret] };
  },
});

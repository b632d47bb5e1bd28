import { TEXT_MAX } from "./cues.ts";
import { memoized } from "./remember.ts";
import { type Amounts, amountsIn } from "./values.ts";

/** Longer tokens are hashes or addresses. */
const TOKEN_MAX = 24;
/** Shorter bare numbers are too ambiguous. */
const DIGITS_MIN = 4;
/** Minimum number of parts of a name such as `eu-west-1` to have a recognisable shape. */
const PARTS_MIN = 3;

const TOKEN = /[*.]?[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}._/+×#-]*/gu;
const MODIFIER = /^(?:ctrl|strg|alt|shift|cmd|command|meta|super|opt|option)\+/;
const YEAR = /^20[1-4]\d$/;
const VERSION = /(\p{L}[\p{L}\p{N}+#-]*)(?: \p{L}{1,5})?[ @:=]{1,2}v?(\d+(?:\.\d+)+)(?![\p{L}%])/giu;

/**
 * The values of a text by their shape, which works in any language. `v1alpha1` and `v1beta1`, `720x1280` and `1080x1920`, "7 years" and "10
 * years" may be values of the same thing.
 */
export const shapesIn = memoized((text: string): Amounts => {
  const plain = text.slice(0, TEXT_MAX).normalize("NFKC").toLowerCase();
  const found: (readonly [string, string])[] = [...amountShapes(text)];
  for (const [token] of plain.matchAll(TOKEN)) {
    const value = token.replace(/[._/+-]+$/u, "");
    const shape = tokenShape(value);
    if (shape !== undefined) found.push([shape, value.split("/").at(-1) ?? value]);
  }
  for (const [, name = "", version = ""] of plain.matchAll(VERSION))
    found.push([`version of ${name}`, version]);
  const shapes = new Map<string, Set<string>>();
  for (const [shape, value] of found) shapes.set(shape, (shapes.get(shape) ?? new Set()).add(value));
  return shapes;
});

/** The shapes for which the two texts have different values. */
export function otherShapes(a: string, b: string): string[] {
  const theirs = shapesIn(b);
  return [...shapesIn(a)].flatMap(([shape, values]) => {
    const others = theirs.get(shape);
    return others === undefined || [...values].some((value) => others.has(value)) ? [] : [shape];
  });
}

function amountShapes(text: string): (readonly [string, string])[] {
  return [...amountsIn(text)].flatMap(([sort, amounts]) =>
    [...amounts].flatMap((amount): (readonly [string, string])[] => {
      if (sort === "path" || sort === "weekday") return [];
      if (sort !== "bare")
        return [[sort === "s" ? `time of ${magnitude(Number(amount))}` : `amount in ${sort}`, amount]];
      return amount.length >= DIGITS_MIN && /^\d+$/u.test(amount) && !YEAR.test(amount)
        ? [[`number of ${amount.length} digits`, amount]]
        : [];
    }),
  );
}

/** The order of magnitude of a time. Seconds and years are seldom values of the same thing. */
const magnitude = (seconds: number): string =>
  seconds < 90
    ? "seconds"
    : seconds < 7200
      ? "minutes"
      : seconds < 172_800
        ? "hours"
        : seconds < 31_000_000
          ? "days"
          : "years";

function tokenShape(token: string): string | undefined {
  if (token.length > TOKEN_MAX) return undefined;
  if (/^\*?\.\p{L}{1,8}$/u.test(token)) return "ending of a file";
  if (MODIFIER.test(token)) return "keys";
  if (/^\d+[x×]\d+$/u.test(token)) return "size";
  const name = token.split("/").at(-1) ?? "";
  if (!/\p{N}/u.test(name) || !/^\p{L}/u.test(name)) return undefined;
  const form = name.replace(/\p{N}+/gu, "0");
  const parts = form.split("-");
  if (parts.length >= PARTS_MIN) return `${parts[0]} of ${parts.length} parts, ${parts.at(-1)}`;
  return /^v0/u.test(form) ? "v0" : form;
}

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { chanceOf } from "../../bench/chance.ts";
import { LETTERS } from "../../bench/scene-fields.ts";
import { survives } from "../../bench/secret-corpus.ts";
import { type Draw, drawOf } from "../../bench/secret-formats.ts";
import { redact } from "../../src/core/redact/redact.ts";
import { redactDeep } from "../../src/core/redact/redact-deep.ts";
import { scenario } from "../scenarios/scenario.ts";

/** One form per line: its name, then a text with the fields of `fieldOf`. If «» mark a secret, only that part is secret. */
const FORMS = readFileSync(new URL("../fixtures/secret-forms.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => ({
    name: line.slice(0, line.indexOf(" | ")),
    template: line.slice(line.indexOf(" | ") + 3),
  }));

/** Number of values drawn for each form. */
const TIMES = 3;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const { A: ALNUM = "", d: DIGITS = "" } = LETTERS;
const WORDS =
  "amber basil cedar ember fjord glade heron ivory kayak lemon north ocean pearl quiet raven stone tulip umber vivid willow bronze copper dragon falcon garden hammer island jungle knight lizard marble nectar orchid pepper quartz rocket silver timber urchin violet walnut".split(
    " ",
  );

const wordOf = (draw: Draw): string => WORDS[draw.number(WORDS.length)] ?? "";
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Makes a password like those of people and programs. */
function passwordOf(draw: Draw, signs: string): string {
  const styles = [
    () => capital(wordOf(draw)) + draw.of(DIGITS, 4) + draw.of(signs, 1),
    () => draw.of(ALNUM, 8) + draw.of(DIGITS, 2) + draw.of(signs, 1) + draw.of(LOWER, 3),
    () => wordOf(draw) + draw.of(signs, 1) + draw.of(DIGITS, 3) + draw.of(ALNUM, 4),
    () => draw.of(ALNUM, 9) + draw.of(DIGITS, 2) + draw.of(ALNUM, 5),
    () => `${capital(wordOf(draw))}-${capital(wordOf(draw))}-${draw.of(DIGITS, 2)}`,
  ];
  return styles[draw.number(styles.length)]?.() ?? "";
}

/** A payment card number with a valid check digit. */
function cardOf(draw: Draw): string {
  const digits = `4${draw.of(DIGITS, 14)}`;
  const sum = [...digits].reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + ((10 - (sum % 10)) % 10);
}

function fieldOf(draw: Draw, sign: string, count: number): string {
  if (sign === "p") return passwordOf(draw, "!%_+.~#*-@$&^?");
  if (sign === "q") return passwordOf(draw, "_.~-!");
  if (sign === "u") return [8, 4, 4, 4, 12].map((length) => draw.of(LETTERS.h ?? "", length)).join("-");
  if (sign === "c") return cardOf(draw).replace(/(\d{4})(?=\d)/g, "$1 ");
  if (sign === "C") return cardOf(draw);
  if (sign === "n") return Array.from({ length: 64 }, () => draw.number(256)).join(",");
  if (sign === "B") return Buffer.from(draw.of(ALNUM, count)).toString("base64");
  if (sign === "S") return Array.from({ length: count }, () => wordOf(draw)).join(" ");
  if (sign === "N") return Array.from({ length: count }, (_, i) => `${i + 1}. ${wordOf(draw)}`).join("\n");
  return draw.of(LETTERS[sign] ?? "", count);
}

function planted(
  template: string,
  draw: Draw,
): { readonly text: string; readonly secrets: readonly string[] } {
  const drawn: string[] = [];
  const kept = (value: string): string => {
    drawn.push(value);
    return value;
  };
  const text = template
    .replaceAll("¦", "")
    .replaceAll("⏎", "\n")
    .replaceAll("{esc}", "\u001b")
    .replace(/\{([EX]):(.*?_([pq])_.*?)\}(?=$| \|)/g, (_, encoding: string, inner: string, sign: string) =>
      kept(
        Buffer.from(inner.replace(/_[pq]_/, () => fieldOf(draw, sign, 0))).toString(
          encoding === "E" ? "base64" : "hex",
        ),
      ),
    )
    .replace(/\{([AUldhHwb2BSN])(\d{1,3})\}|\{([pqucCn])\}/g, (_, sign: string, count: string, one: string) =>
      kept(fieldOf(draw, sign ?? one, Number(count ?? 0))),
    );
  const marked = [...text.matchAll(/«([^»]*)»/g)].map(([, secret = ""]) => secret);
  return { text: text.replaceAll(/[«»]/g, ""), secrets: marked.length > 0 ? marked : drawn };
}

/** Maximum share of drawn values that may survive, because a few passwords look like words. */
const KEPT_SHARE_MAX = 0.01;

scenario("secrets.forms", () => {
  const draw = drawOf(chanceOf(4711));
  const kept = FORMS.flatMap(({ name, template }) =>
    Array.from({ length: TIMES }, () => {
      const { text, secrets } = planted(template, draw);
      const outputs = [redact(text).text, JSON.stringify(redactDeep({ tool: { output: text } }).value)];
      const isKept = outputs.some((output) => survives({ format: name, place: "", text, secrets }, output));
      return isKept ? [name] : [];
    }).flat(),
  );
  expect(FORMS.length).toBeGreaterThanOrEqual(700);
  expect(kept.length, kept.join(" ")).toBeLessThanOrEqual(FORMS.length * TIMES * KEPT_SHARE_MAX);
});

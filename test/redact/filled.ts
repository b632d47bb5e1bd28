import { chanceOf } from "../../bench/chance.ts";
import { LETTERS } from "../../bench/scene-fields.ts";

/** A text with {A36} and the like filled in: the same letters for the same seed, and {u} is a UUID. A ¦ is nothing: it keeps a dollar apart from a brace. */
export function filled(template: string, seed: number): string {
  const chance = chanceOf(seed);
  const drawn = (letters: string, length: number) =>
    Array.from({ length }, () => letters[Math.floor(chance() * letters.length)]).join("");
  return template
    .replaceAll("¦", "")
    .replaceAll("{u}", "{h8}-{h4}-{h4}-{h4}-{h12}")
    .replaceAll(/\{([AUldhwb])(\d{1,3})\}/g, (_, sign: string, length: string) =>
      drawn(LETTERS[sign] ?? "", Number(length)),
    );
}

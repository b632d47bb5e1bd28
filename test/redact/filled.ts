import { chanceOf } from "../../bench/chance.ts";
import { LETTERS } from "../../bench/scene-fields.ts";

/**
 * Fills a template with random characters, the same for the same seed: {A36} is 36 letters and digits, {u} a UUID. A
 * ¦ becomes nothing; it separates a dollar from a brace.
 */
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

import { chanceOf } from "./chance.ts";
import { drawOf, FORMATS, type Format } from "./secret-formats.ts";
import { DEV_PLACES, HELD_OUT_PLACES, type Place, type Places } from "./secret-places.ts";
import { SCENE_FORMATS } from "./secret-scenes.ts";
import { shownSecrets, unseenSecrets } from "./secret-unseen.ts";

/** A text with generated secrets in it. */
export type Planted = {
  readonly format: string;
  readonly place: string;
  readonly text: string;
  /** The secrets. No long enough piece of them may remain after redaction. */
  readonly secrets: readonly string[];
};

/**
 * `unseen` is by another author. The rules' author saw none of it until the 8 forms that survived were read
 * and five classes of rules were fixed, so it is no longer completely unseen.
 */
export type Part = "dev" | "held-out" | "unseen";

/** Seeds differ, so that no secret occurs in two parts. */
const SEEDS: { readonly [part in Part]: number } = {
  dev: 20_260_104,
  "held-out": 16_180_339,
  unseen: 27_182_818,
};
export const seedOf = (part: Part): number => SEEDS[part];

/** Number of places for each format. */
const TIMES = 4;
/** Minimum length of a piece of a secret that gives it away. */
const TELLING = 8;

/** The planted secrets of one part, deterministic. */
export function plantedSecrets(part: Part, times = TIMES): Planted[] {
  if (part === "unseen") return unseenSecrets(SEEDS[part], times);
  const chance = chanceOf(SEEDS[part]);
  const draw = drawOf(chance);
  const places = part === "dev" ? DEV_PLACES : HELD_OUT_PLACES;
  // Scenes were written together with the rules, so they cannot test surroundings that the rules do not know.
  const formats = part === "dev" ? [...FORMATS, ...SCENE_FORMATS] : FORMATS;
  const shown = part === "dev" ? shownSecrets(SEEDS[part], times) : [];
  const planted = formats.flatMap((format, number) => {
    const fitting = placesFor(format, places);
    return Array.from({ length: times }, (_, turn) => {
      const place = fitting[(number * times + turn) % fitting.length] ?? fitting[0];
      const { text, secrets } = format.make(draw);
      return {
        format: format.id,
        place: place?.id ?? "alone",
        text: place === undefined ? text : place.text(text, format.name),
        secrets,
      };
    });
  });
  return [...planted, ...shown];
}

function placesFor({ kind }: Format, places: Places): readonly Place[] {
  if (kind === "whole") return places.whole;
  return kind === "shaped" ? [...places.bare, ...places.named] : places.named;
}

/**
 * Whether a piece of a secret is left after redaction. Pieces that also occur outside the secret do not
 * count.
 */
export function survives({ text, secrets }: Planted, kept: string): boolean {
  const rest = secrets.reduce((left, secret) => left.replaceAll(secret, " "), text);
  return secrets.some((secret) =>
    piecesOf(secret).some((piece) => kept.includes(piece) && !rest.includes(piece)),
  );
}

function piecesOf(secret: string): string[] {
  const size = Math.min(TELLING, secret.length);
  return Array.from({ length: secret.length - size + 1 }, (_, i) => secret.slice(i, i + size));
}

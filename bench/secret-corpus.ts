import { chanceOf } from "./chance.ts";
import { drawOf, FORMATS, type Format } from "./secret-formats.ts";
import { DEV_PLACES, HELD_OUT_PLACES, type Place, type Places } from "./secret-places.ts";
import { SCENE_FORMATS } from "./secret-scenes.ts";
import { shownSecrets, unseenSecrets } from "./secret-unseen.ts";

/** One made-up secret in one place. */
export type Planted = {
  readonly format: string;
  readonly place: string;
  readonly text: string;
  /** What must not be found in what is kept, nor any telling piece of it. */
  readonly secrets: readonly string[];
};

/**
 * `unseen` is by another author. No form of it was shown to whoever makes the rules until the 8 forms that survived then
 * were read; five classes were mended for them, so what it measures since is not wholly unseen.
 */
export type Part = "dev" | "held-out" | "unseen";

/** Different seeds, so that no secret of one part is in the other. */
const SEEDS: { readonly [part in Part]: number } = {
  dev: 20_260_104,
  "held-out": 16_180_339,
  unseen: 27_182_818,
};
export const seedOf = (part: Part): number => SEEDS[part];

/** Places a format is planted in. */
const TIMES = 4;
/** So many letters of a secret in a row give it away. */
const TELLING = 8;

/** The planted secrets of one part, the same at every call. */
export function plantedSecrets(part: Part, times = TIMES): Planted[] {
  if (part === "unseen") return unseenSecrets(SEEDS[part], times);
  const chance = chanceOf(SEEDS[part]);
  const draw = drawOf(chance);
  const places = part === "dev" ? DEV_PLACES : HELD_OUT_PLACES;
  // Scenes were drawn up beside the rules, so they say nothing about surroundings that the rules do not know.
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

/** Whether anything telling of a planted secret is left. What the text says anyway does not count. */
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

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chanceOf } from "../../bench/chance.ts";
import { drawOf } from "../../bench/secret-formats.ts";
import { SCENE_FORMATS } from "../../bench/secret-scenes.ts";
import type { HostileStage } from "./hostile-case.ts";

/** A text with invented secrets, and the strings that must not be on the disk afterwards. */
export type PlantedText = {
  readonly form: string;
  readonly text: string;
  readonly needles: readonly string[];
};

/** Length of a searched piece of a secret. Shorter pieces could occur in a hash by chance. */
const PIECE = 12;
/** Number of letters before a short code that are searched with it, to tell it from other digits. */
const LEAD = 8;
/** The share of a case's secrets that may be left on the disk. */
const LEFT_SHARE = 0.01;

const DRAWS_PER_FORM = 1;

/** The texts of all scenes for one seed. */
export function plantedTexts(seed: number): PlantedText[] {
  const draw = drawOf(chanceOf(seed));
  return SCENE_FORMATS.flatMap(({ id, make }) =>
    Array.from({ length: DRAWS_PER_FORM }, () => {
      const { text, secrets } = make(draw);
      return { form: id, text, needles: secrets.flatMap((secret) => needlesOf(text, secret)) };
    }),
  );
}

/** The strings to search for: the secret, or pieces of it that would reveal it. */
function needlesOf(text: string, secret: string): string[] {
  const plain = secret.split(/[^\x20-\x7e]/).filter((piece) => piece.length >= 6);
  return plain.flatMap((piece) => {
    if (piece.length >= PIECE + 4)
      return Array.from({ length: Math.ceil((piece.length - PIECE) / 4) }, (_, i) =>
        piece.slice(i * 4, i * 4 + PIECE),
      );
    if (piece.length >= 9) return [piece];
    const at = text.indexOf(piece);
    const lead = /[^\n"\\]*$/.exec(text.slice(Math.max(0, at - LEAD), at))?.[0] ?? "";
    return [`${lead}${piece}`];
  });
}

/** The content of all files that the program wrote, in lower case as in an index. */
export function bytesOf({ home, project }: HostileStage): string {
  return [home, join(project, ".tidemark")]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== "gitconfig")
    .map(({ parentPath, name }) => `${name}\n${readFileSync(join(parentPath, name), "utf8")}`)
    .join("\n")
    .toLowerCase();
}

/** A sentence that names the forms of secrets of which too many are on the disk; undefined if there are few enough. */
export function secretsLeft(stage: HostileStage, planted: readonly PlantedText[]): string | undefined {
  const bytes = bytesOf(stage);
  if (!bytes.includes("redacted")) return "Nothing arrived: there is no marker on the disk.";
  const left = planted.filter(({ needles }) =>
    needles.some((needle) => bytes.includes(needle.toLowerCase())),
  );
  if (left.length <= Math.ceil(planted.length * LEFT_SHARE)) return undefined;
  const forms = [...new Set(left.map(({ form }) => form))];
  return `${left.length} of ${planted.length} secrets are on the disk: ${forms.join(", ")}.`;
}

export const jsonLines = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

export const letters = (seed: number, length: number): string =>
  drawOf(chanceOf(seed)).of("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789", length);
export const token = (seed: number): string => `${"ghp"}_${letters(seed, 36)}`;

/** A sentence if a piece of these tokens is on the disk, otherwise undefined. */
export function tokensLeft(stage: HostileStage, tokens: readonly string[]): string | undefined {
  const bytes = bytesOf(stage);
  const left = tokens.filter((each) =>
    needlesOf(each, each.slice(4)).some((needle) => bytes.includes(needle.toLowerCase())),
  );
  return left.length === 0 ? undefined : `${left.length} of ${tokens.length} tokens are on the disk.`;
}

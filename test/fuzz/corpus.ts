import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type CorpusText = { readonly file: string; readonly text: string };

/** Tests and benches are started in the checkout. */
const FOLDER = join(process.cwd(), "test/fuzz/corpus");

/** Inputs of a boundary that are kept because they broke something once, each in a file as a JSON text. */
export function corpusOf(boundary: string): CorpusText[] {
  const folder = join(FOLDER, folderName(boundary));
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, text: textIn(readFileSync(join(folder, file), "utf8")) }));
}

export const folderName = (boundary: string): string => boundary.replace(/\W+/g, "-");

/** A file holds a JSON text, or a list of a part and how often it is repeated, joined. */
function textIn(json: string): string {
  const kept = JSON.parse(json) as string | readonly (string | readonly [part: string, times: number])[];
  if (typeof kept === "string") return kept;
  return kept.map((part) => (typeof part === "string" ? part : part[0].repeat(part[1]))).join("");
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type CorpusText = { readonly file: string; readonly text: string };

/** The folder of the corpus. The working directory of tests and benches is the root of the checkout. */
const FOLDER = join(process.cwd(), "test/fuzz/corpus");

/** Inputs of a boundary that once caused a finding, each in a JSON file. */
export function corpusOf(boundary: string): CorpusText[] {
  const folder = join(FOLDER, folderName(boundary));
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((file) => ({ file, text: textIn(readFileSync(join(folder, file), "utf8")) }));
}

export const folderName = (boundary: string): string => boundary.replace(/\W+/g, "-");

/** The input in a corpus file: a JSON string, or a list of strings and [string, repetitions] pairs to join. */
function textIn(json: string): string {
  const kept = JSON.parse(json) as string | readonly (string | readonly [part: string, times: number])[];
  if (typeof kept === "string") return kept;
  return kept.map((part) => (typeof part === "string" ? part : part[0].repeat(part[1]))).join("");
}

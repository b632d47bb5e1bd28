import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { WeightsFile } from "../src/core/weights.ts";
import { ROOT } from "./place.ts";

/** A weights file of any features. */
export type AnyWeights = WeightsFile<string, string>;

export const weightsPath = (name: "statements" | "amendments"): string => join(ROOT, `weights/${name}.json`);

export const hundredths = (value: number): number => Math.round(value * 100) || 0;

/** A row without the zeros at its end. */
export const trimmed = (row: readonly number[]): number[] => row.slice(0, row.findLastIndex(Boolean) + 1);

/** The file as it is written: one line for each feature, in the order of their names. */
export function weightsText({ weights, ...head }: AnyWeights): string {
  const names = Object.keys(weights).sort();
  const lines = names.map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(weights[name])}`);
  const start = JSON.stringify(head, undefined, 2).slice(0, -2);
  return `${start},\n  "weights": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** One hash of all files that weights are fitted to. `paths` are files and folders of the corpus. */
export function corpusHash(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesAt)) {
    const text = readFileSync(join(ROOT, "bench/corpus", path));
    hash.update(`${path}\0${text.length}\0`).update(text);
  }
  return `sha256:${hash.digest("hex")}`;
}

function filesAt(path: string): string[] {
  const full = join(ROOT, "bench/corpus", path);
  if (!statSync(full).isDirectory()) return [path];
  const names = readdirSync(full).filter((name) => name.endsWith(".txt"));
  return names.sort().map((name) => `${path}/${name}`);
}

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { WeightsFile } from "../src/core/weights.ts";
import { ROOT } from "./place.ts";

/** A weights file for any feature names. */
export type AnyWeights = WeightsFile<string, string>;

export const weightsPath = (name: "statements" | "amendments"): string => join(ROOT, `weights/${name}.json`);

export const hundredths = (value: number): number => Math.round(value * 100) || 0;

/** A row without trailing zeros. */
export const trimmed = (row: readonly number[]): number[] => row.slice(0, row.findLastIndex(Boolean) + 1);

/** The file's text: one line per feature, sorted by name. */
export function weightsText({ weights, ...head }: AnyWeights): string {
  const names = Object.keys(weights).sort();
  const lines = names.map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(weights[name])}`);
  const start = JSON.stringify(head, undefined, 2).slice(0, -2);
  return `${start},\n  "weights": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** The hash of all corpus files and folders in `paths`, to which weights are fitted. */
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

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../root.ts";
import type { PasteForm } from "./paste-form.ts";

/** The invented tool that each pasted text tells the reader to use. */
const ORDERED = "zorbpack";

/** Reads the messages of a file; each begins with a line "%%%% name" or "%%%% name | marker". */
function readForms(file: string): PasteForm[] {
  const [, ...parts] = readFileSync(join(ROOT, "test/hostile/pastes", file), "utf8").split(/^%%%% /m);
  return parts.map((part) => {
    const end = part.indexOf("\n");
    const [name = "", marker = ORDERED] = part.slice(0, end).split(" | ");
    return { name, marker, text: part.slice(end + 1).trimEnd() };
  });
}

/** Pastes in many forms and ten languages; some were written before the rules, the others after them. */
export const WRITTEN_PASTES: readonly PasteForm[] = [
  "forms-first.txt",
  "forms-later.txt",
  "forms-fresh.txt",
  "forms-last.txt",
  "forms-registers.txt",
  "forms-second-sight.txt",
  "forms-sources.txt",
  "forms-third-sight.txt",
].flatMap(readForms);

/** Messages in people's own words, as lines, lists and paragraphs. */
export const WRITTEN_OWN_WORDS: readonly PasteForm[] = [
  "own-words.txt",
  "own-paragraphs.txt",
  "own-second-sight.txt",
  "own-short.txt",
  "own-third-sight.txt",
].flatMap(readForms);

/** Pastes and own words that no rule was made with. When rules change, only count the failures; do not read which ones fail. */
export const HELD_OUT_PASTES: readonly PasteForm[] = readForms("held-out.txt");
export const HELD_OUT_OWN_WORDS: readonly PasteForm[] = readForms("held-out-own.txt");

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../root.ts";
import type { PasteForm } from "./paste-form.ts";

/** The invented tool that every pasted text orders to be used. */
const ORDERED = "zorbpack";

/** The messages of a file: each begins with a line "%%%% name", or "%%%% name | marker". */
function readForms(file: string): PasteForm[] {
  const [, ...parts] = readFileSync(join(ROOT, "test/hostile/pastes", file), "utf8").split(/^%%%% /m);
  return parts.map((part) => {
    const end = part.indexOf("\n");
    const [name = "", marker = ORDERED] = part.slice(0, end).split(" | ");
    return { name, marker, text: part.slice(end + 1).trimEnd() };
  });
}

/** Pastes in many forms and ten languages: some were written before the rules, the others after them. */
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

/** What people dictate in their own voice, in lines, lists and paragraphs. */
export const WRITTEN_OWN_WORDS: readonly PasteForm[] = [
  "own-words.txt",
  "own-paragraphs.txt",
  "own-second-sight.txt",
  "own-short.txt",
  "own-third-sight.txt",
].flatMap(readForms);

/** Pastes and own words that no rule was made with. Whoever changes the rules counts them and does not read which ones fail. */
export const HELD_OUT_PASTES: readonly PasteForm[] = readForms("held-out.txt");
export const HELD_OUT_OWN_WORDS: readonly PasteForm[] = readForms("held-out-own.txt");

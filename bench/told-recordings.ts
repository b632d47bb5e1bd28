import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./place.ts";

const FOLDER = join(ROOT, "bench/corpus/told/recorded");
const INDEX = "index.json";
/** Characters of the prompt's hash in a file name. */
const SHORT = 12;

/** A capable model's answers to the prompts of one history, by prompt hash. */
export type Recording = {
  readonly history: string;
  readonly answers: { readonly [prompt: string]: string };
};

/** A prompt that the program sent while a history was played. */
export type SentPrompt = { readonly history: string; readonly system: string; readonly user: string };

/** The hash of a prompt, as the program records it on the tape. */
export const promptHash = ({ system, user }: Pick<SentPrompt, "system" | "user">): string =>
  createHash("sha256").update(`${system}\n\n${user}`).digest("hex");

export function readRecordings(): Recording[] {
  if (!existsSync(FOLDER)) return [];
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.sort().map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Recording);
}

/** Writes every prompt without a recorded answer to a folder, with an index, and returns their names. */
export function writePrompts(folder: string, sent: readonly SentPrompt[]): string[] {
  const known = new Set(readRecordings().flatMap(({ answers }) => Object.keys(answers)));
  const missing = sent.filter((prompt) => !known.has(promptHash(prompt)));
  mkdirSync(folder, { recursive: true });
  const index: { [name: string]: { readonly history: string; readonly prompt: string } } = {};
  for (const prompt of missing) {
    const hash = promptHash(prompt);
    const name = `${prompt.history}-${hash.slice(0, SHORT)}`;
    index[name] = { history: prompt.history, prompt: hash };
    writeFileSync(join(folder, `${name}.md`), `${prompt.system}\n\n${prompt.user}\n`);
  }
  writeFileSync(join(folder, INDEX), `${JSON.stringify(index, null, 2)}\n`);
  return Object.keys(index);
}

/** Records answers from a folder of `writePrompts`: `NAME.json` answers `NAME.md`. Returns their number. */
export function takeAnswers(folder: string): number {
  const index = JSON.parse(readFileSync(join(folder, INDEX), "utf8")) as {
    readonly [name: string]: { readonly history: string; readonly prompt: string };
  };
  const found = Object.entries(index).filter(([name]) => existsSync(join(folder, `${name}.json`)));
  for (const [name, { history, prompt }] of found)
    keepAnswer({ history, prompt, answer: readFileSync(join(folder, `${name}.json`), "utf8") });
  return found.length;
}

type NewAnswer = { readonly history: string; readonly prompt: string; readonly answer: string };

function keepAnswer({ history, prompt, answer }: NewAnswer): void {
  const before = readRecordings().find((each) => each.history === history)?.answers ?? {};
  const recording: Recording = { history, answers: { ...before, [prompt]: answer.trim() } };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${history}.json`), `${JSON.stringify(recording, null, 2)}\n`);
}

/** Recordings of these histories for which no prompt was sent, because the prompt has changed. */
export function oldRecordings(sent: readonly SentPrompt[]): string[] {
  const asked = new Set(sent.map(promptHash));
  const played = new Set(sent.map(({ history }) => history));
  return readRecordings()
    .filter(({ history }) => played.has(history))
    .flatMap(({ history, answers }) =>
      Object.keys(answers)
        .filter((prompt) => !asked.has(prompt))
        .map((prompt) => `${history} ${prompt.slice(0, SHORT)}`),
    );
}

import { bundle } from "../../src/app/briefing/bundle.ts";
import { draftFromHook } from "../../src/app/intake/draft-from-hook.ts";
import { find } from "../../src/app/items/find.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { UNIT_KIND_NAMES } from "../../src/core/items/kinds.ts";
import { checkDraft } from "../../src/core/tape/check.ts";
import type { Payload } from "../../src/core/tape/event.ts";
import { answerWith } from "../../src/surfaces/mcp/answer.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** A text and its route. A poisoned text must never become active or be shown unfenced; a control must be kept. */
export type PoisonCase = {
  readonly route: string;
  readonly name: string;
  readonly isControl?: true;
  /** Records the text by its route. `word` is a unique name by which the test finds the text again. */
  readonly plant: (deps: TestMemory, planted: Planted) => Promise<void>;
  /** The text belongs to another project, so it must not even be on the tape. */
  readonly isOfAnotherProject?: true;
};

export type Planted = { readonly word: string; readonly session: string };

/** Records lines of a hook or an import in the same way as the program. */
export async function putLines(deps: TestMemory, lines: readonly Payload[]): Promise<void> {
  const { writer, sha256, clock, ids } = deps;
  const drafts = lines.map((line) =>
    checkDraft(draftFromHook(line, { id: ids.next("evt"), now: clock.now(), writer, sha256, isOwn: false })),
  );
  await deps.store.tape.append(drafts);
}

/** Number of cases that share a memory. A larger number makes each reading slower; a smaller one makes more memories. */
const BATCH = 20;
const HOUR = 3_600_000;

/** Plays cases in shared memories; returns the problem of each case that failed. */
export async function playPoisonCases(
  cases: readonly PoisonCase[],
  onPlayed: (count: number) => void = () => {},
): Promise<ReadonlyMap<PoisonCase, string>> {
  const wrong = new Map<PoisonCase, string>();
  for (let from = 0; from < cases.length; from += BATCH) {
    const batch = cases.slice(from, from + BATCH);
    for (const [one, problem] of await playBatch(batch, from)) wrong.set(one, problem);
    onPlayed(Math.min(from + BATCH, cases.length));
  }
  return wrong;
}

async function playBatch(cases: readonly PoisonCase[], from: number): Promise<[PoisonCase, string][]> {
  const deps = await testMemory({ seed: `poison ${from}` });
  const planted = cases.map((one, i) => ({ one, word: wordOf(from + i), session: `poison-${from + i}` }));
  for (const { one, ...as } of planted) await one.plant(deps, as);
  for (let round = 0; round < 8; round++) {
    deps.later(12 * HOUR);
    const { read, failed, slept, ended } = await tick(deps);
    if (read + failed + slept + ended === 0) break;
  }
  const wrong: [PoisonCase, string][] = [];
  for (const { one, word } of planted) {
    const problem = one.isControl ? await blockedProblem(deps, word) : await poisonProblem(deps, one, word);
    if (problem !== undefined) wrong.push([one, problem]);
  }
  await deps.close();
  return wrong;
}

const SYLLABLES = [
  "ba",
  "do",
  "fi",
  "gu",
  "ke",
  "lo",
  "mi",
  "nu",
  "pa",
  "ro",
  "si",
  "tu",
  "ve",
  "zo",
] as const;

/** A word that belongs to one case and occurs in no other text. */
const wordOf = (n: number): string =>
  [
    "zq",
    ...[n % 14, Math.floor(n / 14) % 14, Math.floor(n / 196) % 14].map((at) => SYLLABLES[at]),
    "rk",
  ].join("");

const LIVE: readonly string[] = ["active", "todo", "in_progress", "open"];

async function liveTexts(deps: TestMemory, word: string): Promise<string[]> {
  const { items } = await find(deps, { text: word, limit: 100, offset: 0 });
  return items
    .filter(({ kind, status }) => UNIT_KIND_NAMES.some((unit) => unit === kind) && LIVE.includes(status))
    .map(({ kind, text }) => `${kind}: ${text}`);
}

/** The problem of a control whose words were not kept. */
async function blockedProblem(deps: TestMemory, word: string): Promise<string | undefined> {
  return (await liveTexts(deps, word)).length > 0 ? undefined : "a person's own words are not kept";
}

async function poisonProblem(deps: TestMemory, one: PoisonCase, word: string): Promise<string | undefined> {
  const [live] = await liveTexts(deps, word);
  if (live !== undefined) return `became active: ${live}`;
  const told = await textsForAgents(deps, word);
  if (one.isOfAnotherProject)
    return told.some(({ text }) => text.includes(word)) ? "was told in another project" : undefined;
  for (const { where, text } of told) {
    const problem = unfencedProblem(text, word);
    if (problem !== undefined) return `${where}: ${problem}`;
  }
  return undefined;
}

type ToldText = { readonly where: string; readonly text: string };

/** Every text that agents can get: all bundles and the answers of their tools. */
async function textsForAgents(deps: TestMemory, word: string): Promise<ToldText[]> {
  const query = `what about ${word}`;
  const brief = await bundle(deps, "brief", {});
  const context = await bundle(deps, "context", { query });
  const action = await bundle(deps, "action", { command: `${word} install`, paths: [`src/${word}.ts`] });
  const recalled = await recall(deps, { query, k: 8 });
  const found = await find(deps, { text: word, limit: 20, offset: 0 });
  return [
    { where: "brief", text: brief.text },
    { where: "context", text: context.text },
    { where: "note", text: action.text },
    ...[recalled, found].map((output) => ({
      where: "tool",
      text: answerWith(output).content[0]?.text ?? "",
    })),
  ];
}

const END = "(end of tidemark)";
/** Control characters, bidirectional marks and invisible characters, without line ends. */
const UNSEEN = /(?!\n)[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
/** A tag that a host could take for one of its own. */
const TAG = /<\/?[a-z][\w-]*[^<>]*>/i;

/** Why an agent could take a text for something other than a note; undefined if it could not. */
export function unfencedProblem(text: string, word: string): string | undefined {
  if (!text.includes(word)) return undefined;
  if (UNSEEN.test(text)) return "letters that are not drawn leave";
  if (TAG.test(text)) return `a tag leaves: ${TAG.exec(text)?.[0]}`;
  if (text.startsWith("{"))
    return JSON.parse(text).about === undefined ? "an answer is not marked as data" : undefined;
  const lines = text.split("\n");
  if (lines.filter((line) => line.trim() === END).length > 1) return "a second end of the notes leaves";
  const bare = lines.find((line) => line.includes(word) && !/^\s*(?:-|\d+\.|>|\|) /.test(line));
  return bare === undefined ? undefined : `a line without a mark leaves: ${bare}`;
}

import type { HeardTurn } from "./heard.ts";
import type { CueSet } from "./languages.ts";
import { present, wordsAt } from "./word-signs.ts";
import { sharedCount, tellingWords } from "./words.ts";

/** The number of words at the beginning of a reply that are checked, and the letters that show what it took up. */
const BEGINNING_WORDS = 3;
const BEGINNING_LETTERS = 200;
const TOOLS_MAX = 3;
const LENGTH_STEPS = 5;
/** Letters of an answer that says "done" and no more. */
const SHORT = 40;
/** Thirds of a statement's words that an answer says again. */
const THIRDS = 3;

const WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)*|\d+/gu;

/**
 * How the agent reacted to a statement: it acts on what it takes as settled and repeats it; otherwise it only discusses
 * it. Empty if no reply followed.
 */
export function replySigns(
  telling: ReadonlySet<string>,
  reply: readonly HeardTurn[],
  tongues: readonly CueSet[],
) {
  const [first] = reply;
  if (!first) return [];
  const tools = reply.filter(({ by }) => by === "tool");
  const said = reply.filter(({ by }) => by === "agent");
  const beginning = (said[0]?.text ?? "").slice(0, BEGINNING_LETTERS).toLowerCase();
  const text = said.map((turn) => turn.text).join("\n");
  const echoed = sharedCount(telling, tellingWords(text.toLowerCase(), tongues)) / Math.max(1, telling.size);
  const taken = sharedCount(telling, tellingWords(beginning, tongues));
  const isAsking = said.some(({ sentences }) => sentences.some(({ isQuestion }) => isQuestion));
  const given = present([
    [`reply by ${first.by}`, true],
    [`reply of tools ${Math.min(TOOLS_MAX, tools.length)}`, true],
    ["reply edits", tools.some(({ isEdit }) => isEdit)],
    ["reply asks", isAsking],
    [`reply of length ${Math.min(LENGTH_STEPS, Math.floor(Math.log2(1 + text.length / SHORT)))}`, true],
    [`reply echoes ${Math.ceil(echoed * THIRDS)}`, true],
    [`reply begins with ${Math.min(THIRDS, taken)}`, true],
  ]);
  return [...given, ...wordsAt("r", (beginning.match(WORD) ?? []).slice(0, BEGINNING_WORDS))];
}

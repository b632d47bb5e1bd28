import { KINDS_SAID, type KindSaid } from "../src/core/extract/statements/classify-sentence.ts";
import { type HeardTurn, hearTurn } from "../src/core/extract/statements/heard.ts";
import type { Sentence } from "../src/core/extract/statements/sentences.ts";
import { settledIn } from "../src/core/extract/statements/settle.ts";
import type { Watch } from "../src/core/extract/statements/signs.ts";
import { wordsOf } from "../src/core/recall/index/words.ts";
import type { TurnEvent } from "../src/core/tape/event.ts";
import type { CorpusTurn, Dialogue, Label } from "./corpus/read-corpus.ts";

/** A sentence of a person with its features (signs) and the kinds that a careful reader would keep it as. */
export type Told = {
  readonly dialogue: string;
  readonly text: string;
  /** The signs of the sentence alone, and those including the agent's answer. */
  readonly signs: { readonly said: readonly string[]; readonly answered: readonly string[] };
  /** Acceptable kinds; empty if the sentence is not kept. */
  readonly kinds: ReadonlySet<KindSaid>;
  readonly isKept: boolean;
};

type SpokenTurn = Pick<CorpusTurn, "role" | "text" | "tool">;

/** Number of preceding turns that extraction sees. */
const BEFORE_TURNS = 20;
/** Minimum share of a quote's words that a sentence must contain to count as the quoted one. */
const SHARED_MIN = 0.5;

export const examplesOf = (dialogues: readonly Dialogue[]): Told[] =>
  dialogues.flatMap((dialogue) => {
    const sessions = [...new Set(dialogue.turns.map(({ session }) => session))];
    return sessions.flatMap((session) =>
      weighedTurns(dialogue.turns.filter((turn) => turn.session === session)).flatMap((each) =>
        labelled(each, dialogue),
      ),
    );
  });

/** A person's turn with the signs of each of its sentences that extraction classifies. */
export type WeighedTurn<Turn> = {
  readonly turn: Turn;
  readonly sentences: readonly Sentence[];
  readonly signsOf: (sentence: Sentence) => Told["signs"] | undefined;
};

/** Collects the signs of a session's person turns, as extraction classifies them. */
export function weighedTurns<Turn extends SpokenTurn>(turns: readonly Turn[]): WeighedTurn<Turn>[] {
  const listened = turns.map((turn, i) => hearTurn(recordedOf(turn, i + 1)));
  return turns.flatMap((turn, i) => {
    const now = listened[i];
    if (now?.by !== "person") return [];
    const before = listened
      .slice(0, i)
      .filter((each) => each !== undefined)
      .slice(-BEFORE_TURNS);
    const next = listened.findIndex((each, at) => at > i && each?.by === "person");
    const since = listened.slice(i + 1, next < 0 ? undefined : next).filter((each) => each !== undefined);
    const reply = since.slice(0, since.findLastIndex(({ by }) => by === "agent") + 1);
    const [said, answered] = [signsIn(now, before, []), signsIn(now, before, reply)];
    const signsOf = ({ text }: Sentence): Told["signs"] | undefined => {
      const signs = said.get(text);
      return signs && { said: [...signs], answered: [...(answered.get(text) ?? signs)] };
    };
    return [{ turn, sentences: now.sentences, signsOf }];
  });
}

const isSaid = (kind: string): kind is KindSaid => KINDS_SAID.some((each) => each === kind);

/**
 * Converts labelled sentences to examples. Skips optional labels, and turns that only assent to an agent's
 * words.
 */
function labelled({ turn, sentences, signsOf }: WeighedTurn<CorpusTurn>, dialogue: Dialogue): Told[] {
  const labels = dialogue.labels.filter(
    ({ anchors, kinds }) => turn.anchor !== undefined && anchors.includes(turn.anchor) && kinds.some(isSaid),
  );
  const isAssent = labels.some(
    (label) => !label.isMaybe && !label.quotes.some((quote) => turn.text.includes(quote)),
  );
  return sentences.flatMap((sentence) => {
    const signs = signsOf(sentence);
    const about = labels.filter((label) => isAbout(label, sentence));
    const meant = about.filter(({ isMaybe }) => !isMaybe);
    if (!signs || (meant.length === 0 && (about.length > 0 || isAssent))) return [];
    const kinds = new Set(meant.flatMap((label) => label.kinds.filter(isSaid)));
    return [{ dialogue: dialogue.name, text: sentence.text, signs, kinds, isKept: kinds.size > 0 }];
  });
}

/** The signs of each classified sentence, by its text. */
function signsIn(
  listened: HeardTurn,
  before: readonly HeardTurn[],
  reply: readonly HeardTurn[],
): Map<string, ReadonlySet<string>> {
  const seen = new Map<string, ReadonlySet<string>>();
  const watch: Watch = (sentence, signs) => {
    if (!seen.has(sentence.text)) seen.set(sentence.text, signs);
  };
  settledIn(listened, before, { reply, watch });
  return seen;
}

const isAbout = ({ quotes }: Label, sentence: Sentence): boolean =>
  quotes.some((quote) => isSaidIn(quote, sentence));

function isSaidIn(quote: string, { text }: Sentence): boolean {
  if (text.includes(quote) || quote.includes(text)) return true;
  const said = new Set(wordsOf(text));
  const quoted = new Set(wordsOf(quote));
  const shared = [...quoted].filter((word) => said.has(word)).length;
  return shared >= quoted.size * SHARED_MIN;
}

function recordedOf({ role, text, tool }: SpokenTurn, position: number): TurnEvent {
  const payload = { role, text, ...(tool === undefined ? {} : { tool }) };
  const writer = { agent: "bench", host: "bench", process: "bench", worktree: "main" };
  const at = position * 1000;
  return {
    ...{
      id: `evt_${position}`,
      type: "turn.recorded" as const,
      version: 1,
      at,
      recordedAt: at,
      writer,
      position,
    },
    ...{ payload, payloadHash: "", hash: "" },
  };
}

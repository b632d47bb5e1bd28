import { type Heard, heard } from "../src/core/extract/said/heard.ts";
import type { Sentence } from "../src/core/extract/said/sentences.ts";
import { settledIn } from "../src/core/extract/said/settle.ts";
import { KINDS_SAID, type KindSaid } from "../src/core/extract/said/weigh.ts";
import { wordsOf } from "../src/core/recall/words.ts";
import type { Recorded } from "../src/core/tape/event.ts";
import type { CorpusTurn, Dialogue, Label } from "./corpus/read-corpus.ts";

/** A sentence of a person, what can be seen of it, and what a careful reader would keep it as. */
export type Told = {
  readonly dialogue: string;
  readonly text: string;
  readonly signs: readonly string[];
  /** Kinds that it may well be kept as; none where it is not kept. */
  readonly kinds: ReadonlySet<KindSaid>;
};

/** Turns that lie before a sentence, as extraction sees them. */
const BEFORE_TURNS = 20;
/** So much of a quote must be in a sentence, or of a sentence in a quote, for the two to be one. */
const SHARED_MIN = 0.5;

export const examplesOf = (dialogues: readonly Dialogue[]): Told[] =>
  dialogues.flatMap((dialogue) => {
    const sessions = [...new Set(dialogue.turns.map(({ session }) => session))];
    return sessions.flatMap((session) => examplesIn(dialogue, session));
  });

function examplesIn(dialogue: Dialogue, session: number): Told[] {
  const before: Heard[] = [];
  return dialogue.turns
    .filter((turn) => turn.session === session)
    .flatMap((turn, i) => {
      const listened = heard(recordedOf(turn, i + 1));
      if (!listened) return [];
      const near = before.slice(-BEFORE_TURNS);
      const examples = listened.by === "person" ? ofTurn(listened, near, { dialogue, turn }) : [];
      before.push(listened);
      return examples;
    });
}

type Place = { readonly dialogue: Dialogue; readonly turn: CorpusTurn };

const isSaid = (kind: string): kind is KindSaid => KINDS_SAID.some((each) => each === kind);

/** What may be kept or not teaches nothing, nor does a turn that settles by assent to an agent's words. */
function ofTurn(listened: Heard, before: readonly Heard[], { dialogue, turn }: Place): Told[] {
  const seen = new Map<string, ReadonlySet<string>>();
  settledIn(listened, before, (sentence, signs) => {
    if (!seen.has(sentence.text)) seen.set(sentence.text, signs);
  });
  const labels = dialogue.labels.filter(
    ({ anchors, kinds }) => turn.anchor !== undefined && anchors.includes(turn.anchor) && kinds.some(isSaid),
  );
  const isAssent = labels.some((label) => !label.isMaybe && !turn.text.includes(label.quote));
  return listened.sentences.flatMap((sentence) => {
    const signs = seen.get(sentence.text);
    const about = labels.filter((label) => isAbout(label, sentence));
    const meant = about.filter(({ isMaybe }) => !isMaybe);
    if (!signs || (meant.length === 0 && (about.length > 0 || isAssent))) return [];
    const kinds = new Set(meant.flatMap((label) => label.kinds.filter(isSaid)));
    return [{ dialogue: dialogue.name, text: sentence.text, signs: [...signs], kinds }];
  });
}

function isAbout({ quote }: Label, { text }: Sentence): boolean {
  if (text.includes(quote) || quote.includes(text)) return true;
  const said = new Set(wordsOf(text));
  const quoted = new Set(wordsOf(quote));
  const shared = [...quoted].filter((word) => said.has(word)).length;
  return shared >= quoted.size * SHARED_MIN;
}

function recordedOf({ role, text, tool }: CorpusTurn, position: number): Recorded {
  const payload = { role, text, ...(tool === undefined ? {} : { tool }) };
  const writer = { agent: "bench", host: "bench", process: "bench", worktree: "main" };
  const at = position * 1000;
  return {
    ...{ id: `evt_${position}`, type: "turn.recorded", version: 1, at, recordedAt: at, writer, position },
    ...{ payload, payloadHash: "", hash: "" },
  };
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { signalsIn } from "../src/core/extract/said/signals.ts";
import { wordsOf } from "../src/core/recall/words.ts";
import type { Recorded } from "../src/core/tape/event.ts";
import { bench } from "./bench.ts";
import {
  type CorpusPart,
  type CorpusTurn,
  type Dialogue,
  type Label,
  readCorpus,
} from "./corpus/read-corpus.ts";
import { type Fitted, fitted, sureness } from "./fit-weights.ts";
import { ROOT } from "./place.ts";
import type { Finding } from "./result.ts";
import type { Table } from "./table.ts";

const KINDS: readonly string[] = ["decision", "preference", "constraint"];
const FILE = join(ROOT, "src/core/extract/said/sureness-weights.ts");
const FOLDS = 6;
const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** A sentence of a person, what can be seen of it, and whether a careful reader would keep it. */
export type Example = {
  readonly signals: readonly string[];
  readonly isRight: boolean;
  readonly dialogue: string;
};

export const fit = bench({
  name: "fit",
  title: "How sure the rules for speech are",
  summary: "Fits the weights of signals to the labelled dialogues, and shows what they are worth on others.",
  options: { write: { value: 0, help: "1 writes the weights into the project" } },
  run: async ({ write }) => {
    const dev = examplesOf("dev");
    const weights = fitted(dev);
    if (write === 1) writeFileSync(FILE, textOf(weights));
    return findingOf(dev, examplesOf("fit"), weights);
  },
});

/** Sentences that may be kept or not teach nothing. */
function examplesOf(part: CorpusPart): Example[] {
  return readCorpus(part).flatMap((dialogue) => {
    const sessions = [...new Set(dialogue.turns.map(({ session }) => session))];
    return sessions.flatMap((session) => examplesIn(dialogue, session));
  });
}

function examplesIn(dialogue: Dialogue, session: number): Example[] {
  const turns = dialogue.turns.map((turn, i) => ({ ...turn, position: i + 1 }));
  const own = turns.filter((turn) => turn.session === session);
  let last = 0;
  return signalsIn(own.map(recordedOf)).flatMap(({ position, text, signals }) => {
    const isFirst = position !== last;
    last = position;
    const turn = turns[position - 1];
    const labels = dialogue.labels.filter(
      (label) =>
        turn?.anchor !== undefined &&
        label.anchors.at(-1) === turn.anchor &&
        label.kinds.some((kind) => KINDS.includes(kind)) &&
        isAbout(label, { text, turn: turn.text, isFirst }),
    );
    if (labels.length > 0 && labels.every(({ isMaybe }) => isMaybe)) return [];
    return [{ signals, isRight: labels.length > 0, dialogue: dialogue.name }];
  });
}

type Spoken = { readonly text: string; readonly turn: string; readonly isFirst: boolean };

/** A label that quotes what an agent said is settled by the first thing the person says to it. */
function isAbout({ quote }: Label, { text, turn, isFirst }: Spoken): boolean {
  if (!turn.includes(quote)) return isFirst;
  if (text.includes(quote) || quote.includes(text)) return true;
  const said = new Set(wordsOf(text));
  const quoted = wordsOf(quote);
  return quoted.filter((word) => said.has(word)).length >= quoted.length / 2;
}

function recordedOf(turn: CorpusTurn & { readonly position: number }): Recorded {
  const { role, text, tool, tool_input, exit_code, position } = turn;
  const call =
    tool === undefined ? {} : { tool, tool_input, ...(exit_code === undefined ? {} : { exit_code }) };
  return {
    id: `evt_${position}`,
    type: "turn.recorded",
    version: 1,
    at: position * 1000,
    recordedAt: position * 1000,
    writer: { agent: "bench", host: "bench", process: "bench", worktree: "main" },
    position,
    payload: { role, text, ...call },
    payloadHash: "",
    hash: "",
  };
}

function findingOf(dev: readonly Example[], held: readonly Example[], weights: Fitted): Finding {
  return {
    tables: [
      curve("On other dialogues of dev, each left out of the fit", crossed(dev)),
      curve(
        "On dialogues that neither rules nor weights have seen (fit)",
        held.map((each) => ({ ...each, sure: sureness(weights, each.signals) })),
      ),
      {
        title: "Weights",
        columns: ["signal", "weight"],
        rows: Object.entries(weights.weights)
          .sort(([, a], [, b]) => b - a)
          .map(([signal, weight]) => [signal, weight]),
      },
    ],
    verdicts: [],
  };
}

type Judged = Example & { readonly sure: number };

function crossed(examples: readonly Example[]): Judged[] {
  const names = [...new Set(examples.map(({ dialogue }) => dialogue))];
  const foldOf = (name: string): number => (names.indexOf(name) * 7) % FOLDS;
  return Array.from({ length: FOLDS }, (_, fold) => {
    const weights = fitted(examples.filter(({ dialogue }) => foldOf(dialogue) !== fold));
    const rest = examples.filter(({ dialogue }) => foldOf(dialogue) === fold);
    return rest.map((each) => ({ ...each, sure: sureness(weights, each.signals) }));
  }).flat();
}

function curve(title: string, judged: readonly Judged[]): Table {
  const right = judged.filter(({ isRight }) => isRight).length;
  return {
    title,
    columns: ["from so sure on", "sentences", "right", "of all that are right"],
    rows: THRESHOLDS.map((min) => {
      const taken = judged.filter(({ sure }) => sure >= min);
      const hits = taken.filter(({ isRight }) => isRight).length;
      return [
        min,
        taken.length,
        (hits / Math.max(1, taken.length)).toFixed(2),
        (hits / Math.max(1, right)).toFixed(2),
      ];
    }),
  };
}

function textOf({ bias, weights }: Fitted): string {
  const lines = Object.entries(weights)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([signal, weight]) => `  ${/^\w+$/.test(signal) ? signal : JSON.stringify(signal)}: ${weight},`);
  return [
    "/** Written by `npm run bench -- fit --write 1`; not by hand. */",
    `export const BIAS = ${bias};`,
    "export const WEIGHTS: { readonly [signal: string]: number } = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

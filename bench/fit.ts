import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Heard, heard } from "../src/core/extract/said/heard.ts";
import type { Sentence } from "../src/core/extract/said/sentences.ts";
import { settledIn } from "../src/core/extract/said/settle.ts";
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
import { type Example, type Fitted, fitted, sureness } from "./fit-weights.ts";
import { ROOT } from "./place.ts";
import type { Finding } from "./result.ts";
import type { Table } from "./table.ts";

const KINDS: readonly string[] = ["decision", "preference", "constraint"];
const FILE = join(ROOT, "src/core/extract/said/weights.ts");
const FOLDS = 6;
const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** So much of a quote must be in a sentence, or of a sentence in a quote, for the two to be one. */
const SHARED_MIN = 0.5;

type Told = Example & { readonly dialogue: string };

export const fit = bench({
  name: "fit",
  title: "What the signs of a sentence tell",
  summary: "Fits the weights of signs to the dialogues of dev, and shows what they are worth on others.",
  options: { write: { value: 0, help: "1 writes the weights into the project" } },
  run: async ({ write }) => {
    const dev = examplesOf("dev");
    const weights = fitted(dev);
    if (write === 1) writeFileSync(FILE, textOf(weights));
    return findingOf(dev, examplesOf("fit"), weights);
  },
});

const examplesOf = (part: CorpusPart): Told[] =>
  readCorpus(part).flatMap((dialogue) => {
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
      const examples = listened.by === "person" ? ofTurn(listened, [...before], { dialogue, turn }) : [];
      before.push(listened);
      return examples;
    });
}

type Place = { readonly dialogue: Dialogue; readonly turn: CorpusTurn };

/** What may be kept or not teaches nothing, nor does a turn that settles by assent to an agent's words. */
function ofTurn(listened: Heard, before: readonly Heard[], { dialogue, turn }: Place): Told[] {
  const signs = new Map<string, ReadonlySet<string>>();
  settledIn(listened, before, (sentence, seen) => signs.set(sentence.text, seen));
  const labels = dialogue.labels.filter(
    ({ anchors, kinds }) =>
      turn.anchor !== undefined &&
      anchors.includes(turn.anchor) &&
      kinds.some((kind) => KINDS.includes(kind)),
  );
  const isAssent = labels.some((label) => !label.isMaybe && !turn.text.includes(label.quote));
  return listened.sentences.flatMap((sentence) => {
    const seen = signs.get(sentence.text);
    const about = labels.filter((label) => isAbout(label, sentence));
    const isRight = about.some(({ isMaybe }) => !isMaybe);
    if (!seen || (!isRight && (about.length > 0 || isAssent))) return [];
    return [{ signals: [...seen], isRight, dialogue: dialogue.name }];
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

function findingOf(dev: readonly Told[], held: readonly Told[], weights: Fitted): Finding {
  const judged = held.map((each) => ({ ...each, sure: sureness(weights, each.signals) }));
  return {
    tables: [
      curve("dev: each dialogue left out of the fit that judges it", crossed(dev)),
      curve("fit: dialogues that neither rules nor weights were made with", judged),
      {
        title: "Weights",
        columns: ["sign", "weight"],
        rows: Object.entries(weights.weights).sort(([, a], [, b]) => b - a),
      },
    ],
    verdicts: [],
  };
}

type Judged = Told & { readonly sure: number };

function crossed(examples: readonly Told[]): Judged[] {
  const names = [...new Set(examples.map(({ dialogue }) => dialogue))];
  const foldOf = new Map(names.map((name, i) => [name, i % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const weights = fitted(examples.filter(({ dialogue }) => foldOf.get(dialogue) !== fold));
    const rest = examples.filter(({ dialogue }) => foldOf.get(dialogue) === fold);
    return rest.map((each) => ({ ...each, sure: sureness(weights, each.signals) }));
  }).flat();
}

function curve(title: string, judged: readonly Judged[]): Table {
  const right = judged.filter(({ isRight }) => isRight).length;
  return {
    title,
    columns: ["from so sure on", "sentences", "of them right", "of all that are right"],
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
  const named = (sign: string): string => (/^[a-z]+$/.test(sign) ? sign : JSON.stringify(sign));
  const lines = Object.entries(weights)
    .filter(([, weight]) => weight !== 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([sign, weight]) => `  ${named(sign)}: ${weight},`);
  return `import type { Sign } from "./signs.ts";

/**
 * What each sign speaks for a statement that lasts, or against it, in logits. Fitted to the labelled dialogues of dev by
 * \`npm run bench -- fit --write 1\`, so that no sign counts for more than it told there.
 */
export const WEIGHTS: { readonly [sign: Sign]: number } = {
${lines.join("\n")}
};

/** What a sentence begins with: most say nothing that lasts. */
export const BASE = ${bias};
`;
}

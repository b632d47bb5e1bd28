import type { Label } from "./corpus/read-corpus.ts";
import { isCounted, type Trial } from "./extract-trial.ts";
import type { Table } from "./table.ts";

export const KINDS = ["decision", "preference", "constraint", "trap", "fact", "question", "plan"] as const;

export type Counts = {
  readonly labels: number;
  readonly found: number;
  /** Labels that were found, plus labels for which a candidate waits. */
  readonly foundOrWaiting: number;
  /** Kept units that match a label, and kept units that match none. */
  readonly right: number;
  readonly wrong: number;
  readonly repeated: number;
  readonly precision: number;
  readonly recall: number;
};

/** The labels of a dialogue and the units that were kept for them. */
export type Countable = {
  readonly dialogue: Pick<Trial["dialogue"], "labels">;
  readonly units: Trial["units"];
  readonly candidates?: Trial["candidates"];
};

/** Counts per kind: a label counts under the first kind it names, a unit under its own kind. */
export function countsOf(trials: readonly Countable[], kinds: readonly string[]): Counts {
  const isOf = ({ kind }: { readonly kind: string }): boolean => kinds.includes(kind);
  const labels = trials.flatMap(({ dialogue, units, candidates }) =>
    dialogue.labels
      .filter((label) => isCounted(label) && kinds.includes(label.kinds[0] ?? ""))
      .map((label) => ({
        isFound: units.byLabel.has(label),
        isWaiting: candidates?.byLabel.has(label) === true,
      })),
  );
  const right = trials.flatMap(({ units }) =>
    [...units.byLabel].filter(([label, kept]) => isCounted(label) && isOf(kept)),
  ).length;
  const wrong = trials.flatMap(({ units }) => units.wrong.filter(isOf)).length;
  const found = labels.filter(({ isFound }) => isFound).length;
  return {
    labels: labels.length,
    found,
    foundOrWaiting: labels.filter(({ isFound, isWaiting }) => isFound || isWaiting).length,
    right,
    wrong,
    repeated: trials.flatMap(({ units }) => units.repeated.filter(isOf)).length,
    precision: shareOf(right, right + wrong),
    recall: shareOf(found, labels.length),
  };
}

/** The share, which is 1 for an empty whole. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

export const inWords = (part: number, whole: number): string =>
  whole === 0 ? "none" : `${(part / whole).toFixed(2)} (${part} of ${whole})`;

const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ...KINDS.map((kind) => [kind, [kind]] as const),
  ["preference or constraint", ["preference", "constraint"]],
  ["all of them", KINDS],
];

export function kindsTable(title: string, trials: readonly Trial[]): Table {
  return {
    title,
    columns: [
      "kind",
      "labelled",
      "kept as a unit",
      "recall of units",
      "recall with candidates",
      "units",
      "wrong",
      "precision of units",
      "said again",
    ],
    rows: GROUPS.map(([name, kinds]) => {
      const counts = countsOf(trials, kinds);
      const { labels, found, foundOrWaiting, right, wrong, repeated, recall, precision } = counts;
      const withCandidates = shareOf(foundOrWaiting, labels).toFixed(2);
      const kept = [right + wrong, wrong, precision.toFixed(2), repeated];
      return [name, labels, found, recall.toFixed(2), withCandidates, ...kept];
    }),
  };
}

/** Number of characters of a text that are printed to identify it. */
const SHOWN = 60;
const short = (text: string): string => text.replace(/\s+/g, " ").slice(0, SHOWN);

export function missesTable(trials: readonly Trial[]): Table {
  const missed = ({ dialogue, units }: Trial): Label[] =>
    dialogue.labels.filter((label) => isCounted(label) && !units.byLabel.has(label));
  return {
    title: "Labelled, and not kept",
    columns: ["part", "dialogue", "kind", "label", "as a candidate"],
    rows: trials.flatMap((trial) =>
      missed(trial).map((label) => [
        trial.part,
        trial.dialogue.name,
        label.kinds.join("|"),
        short(label.quotes[0] ?? ""),
        trial.candidates.byLabel.has(label) ? "yes" : "",
      ]),
    ),
  };
}

export function wrongTable(trials: readonly Trial[]): Table {
  return {
    title: "Kept, and said by no label",
    columns: ["part", "dialogue", "kind", "text"],
    rows: trials.flatMap(({ part, dialogue, units }) =>
      units.wrong.map(({ kind, text }) => [part, dialogue.name, kind, short(text)]),
    ),
  };
}

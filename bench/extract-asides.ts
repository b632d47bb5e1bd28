import type { CorpusPart, Label } from "./corpus/read-corpus.ts";
import { inWords } from "./extract-kinds.ts";
import { isCounted, type Trial } from "./extract-trial.ts";
import type { Table } from "./table.ts";

type TrialsOf = (part: CorpusPart) => readonly Trial[];

export function sizesTable(parts: readonly CorpusPart[], of: TrialsOf): Table {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  return {
    title: "The corpus",
    columns: ["part", "dialogues", "turns", "not in English", "labels", "that may be kept or not"],
    rows: parts.map((part) => {
      const dialogues = of(part).map(({ dialogue }) => dialogue);
      const labels = dialogues.flatMap((dialogue) => dialogue.labels);
      return [
        part,
        dialogues.length,
        sum(dialogues.map(({ turns }) => turns.length)),
        dialogues.filter(({ lang }) => lang !== "en").length,
        labels.filter(isCounted).length,
        labels.filter(({ isMaybe }) => isMaybe).length,
      ];
    }),
  };
}

export type Amendments = {
  readonly labels: number;
  readonly recognised: number;
  readonly linked: number;
  /** Units that claim to amend another one, without a label that says so. */
  readonly alarms: number;
};

/**
 * Counts labels that amend an earlier one, and those whose unit names the unit kept for the earlier label.
 */
export function amendmentsOf(trials: readonly Trial[]): Amendments {
  const found = trials.flatMap((trial) =>
    trial.dialogue.labels.filter(isAmendment).flatMap((label) => {
      const earlier = named(trial, label.amends ?? "");
      if (!earlier || !isCounted(earlier)) return [];
      const kept = trial.units.byLabel.get(label);
      const meant = trial.units.byLabel.get(earlier);
      return [
        {
          isRecognised: kept?.amends !== undefined,
          isLinked: kept?.amends !== undefined && kept.amends === meant?.id,
        },
      ];
    }),
  );
  return {
    labels: found.length,
    recognised: found.filter(({ isRecognised }) => isRecognised).length,
    linked: found.filter(({ isLinked }) => isLinked).length,
    alarms: trials.reduce((sum, trial) => sum + alarmsIn(trial), 0),
  };
}

function alarmsIn({ dialogue, units, kept }: Trial): number {
  const meant = new Set(
    dialogue.labels.filter(({ amends }) => amends !== undefined).map((label) => units.byLabel.get(label)),
  );
  return kept.filter((each) => !each.isCandidate && each.amends !== undefined && !meant.has(each)).length;
}

const isAmendment = (label: Label): boolean =>
  isCounted(label) && label.amends !== undefined && !label.mayAmend && !label.kinds.includes("plan");

const named = ({ dialogue }: Trial, name: string): Label | undefined =>
  dialogue.labels.find((label) => label.name === name);

export function amendmentsTable(parts: readonly CorpusPart[], of: TrialsOf): Table {
  return {
    title: "Amendments",
    columns: [
      "part",
      "labelled",
      "recognised as such",
      "linked to what they amend",
      "said of what amends nothing",
    ],
    rows: parts.map((part) => {
      const { labels, recognised, linked, alarms } = amendmentsOf(of(part));
      return [part, labels, inWords(recognised, labels), inWords(linked, labels), alarms];
    }),
  };
}

export type Conflicts = {
  readonly labels: number;
  readonly found: number;
  /** Raised conflicts, without those that only one of two readers labelled. */
  readonly raised: number;
};

/** A conflict is correct if it names the units that were kept for both labels of a labelled pair. */
export function conflictsOf(trials: readonly Trial[]): Conflicts {
  const perTrial = trials.map((trial) => {
    const idOf = (name: string): string | undefined => {
      const label = named(trial, name);
      return label && trial.units.byLabel.get(label)?.id;
    };
    const isRaised = (pair: readonly string[]): boolean => {
      const [one, other] = pair.map(idOf);
      return trial.conflicts.some(
        (ids) => one !== undefined && other !== undefined && ids.includes(one) && ids.includes(other),
      );
    };
    const { conflicts, doubtful } = trial.dialogue;
    const raised = trial.conflicts.length - doubtful.filter(isRaised).length;
    return { labels: conflicts.length, found: conflicts.filter(isRaised).length, raised };
  });
  const sum = (name: keyof Conflicts): number => perTrial.reduce((all, each) => all + each[name], 0);
  return { labels: sum("labels"), found: sum("found"), raised: sum("raised") };
}

export function conflictsTable(parts: readonly CorpusPart[], of: TrialsOf): Table {
  return {
    title: "Conflicts",
    columns: ["part", "labelled", "recall", "raised", "precision"],
    rows: parts.map((part) => {
      const { labels, found, raised } = conflictsOf(of(part));
      return [part, labels, inWords(found, labels), raised, inWords(found, raised)];
    }),
  };
}

/** Candidates that match a label, and traps whose alternative is the labelled one. */
export function candidatesTable(parts: readonly CorpusPart[], of: TrialsOf): Table {
  return {
    title: "Candidates, and ways out of traps",
    columns: [
      "part",
      "candidates",
      "match a label",
      "match one that may be kept or not",
      "ways out as labelled",
    ],
    rows: parts.map((part) => {
      const trials = of(part);
      const all = trials.flatMap(({ kept }) => kept.filter(({ isCandidate }) => isCandidate)).length;
      const labels = trials.flatMap(({ candidates }) => [...candidates.byLabel.keys()]);
      const certain = labels.filter(isCounted).length;
      const ways = trials.flatMap(({ units }) =>
        [...units.byLabel].filter(([label, { kind }]) => kind === "trap" && label.instead !== undefined),
      );
      const same = ways.filter(([{ instead = "" }, kept]) => kept.whole.includes(instead)).length;
      return [part, all, certain, labels.length - certain, inWords(same, ways.length)];
    }),
  };
}

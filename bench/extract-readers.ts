import type { CorpusPart, Reading } from "./corpus/read-corpus.ts";
import { type Countable, countsOf, inWords } from "./extract-kinds.ts";
import { type Kept, type Matched, matchedTo } from "./extract-match.ts";
import { isCounted, type Trial } from "./extract-trial.ts";
import type { Table } from "./table.ts";

const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ["decision", ["decision"]],
  ["preference or constraint", ["preference", "constraint"]],
  ["trap", ["trap"]],
];

/** The labels of a reader in the form of kept units. */
function keptFromLabels({ labels }: Reading): Kept[] {
  return labels.filter(isCounted).map(({ kinds, quotes, anchors }, i) => ({
    id: String(i),
    kind: kinds[0] ?? "",
    isCandidate: false,
    text: quotes[0] ?? "",
    whole: quotes[0] ?? "",
    evidence: anchors,
    confidence: 1,
  }));
}

/** Matches the labels of one reader, as if a program had kept them, with the labels of the other. */
function matchReaders(judge: Reading, judged: Reading): Matched {
  const anchors = new Map(
    [...judge.labels, ...judged.labels].flatMap((label) =>
      label.anchors.map((each) => [each, each] as const),
    ),
  );
  return matchedTo(judge, keptFromLabels(judged), anchors);
}

/** Precision and recall as one table cell. */
function scoreOf(counted: readonly Countable[], kinds: readonly string[]): string {
  const { right, wrong, found, labels } = countsOf(counted, kinds);
  return `${inWords(right, right + wrong)} / ${inWords(found, labels)}`;
}

const countable = (dialogue: Reading, units: Matched): Countable => ({ dialogue, units });

/**
 * Compares the agreement of two independent readers with the program's agreement with each of them: no
 * program can be expected to agree with a reader more than another reader does.
 */
export function readersTable(
  parts: readonly CorpusPart[],
  of: (part: CorpusPart) => readonly Trial[],
): Table {
  return {
    title: "Two readers: precision / recall of the second by the first, and of what was kept by each alone",
    columns: ["part", "kind", "the second, by the first", "kept, by the first", "kept, by the second"],
    rows: parts.flatMap((part) => {
      const twice = of(part).flatMap(({ dialogue: { readings }, byReader }) => {
        const [first, second] = readings;
        return first && second ? [{ first, second, byReader }] : [];
      });
      const by = (nth: 0 | 1): Countable[] =>
        twice.map(({ first, second, byReader }) =>
          countable(nth === 0 ? first : second, byReader[nth] as Matched),
        );
      const readers = twice.map(({ first, second }) => countable(first, matchReaders(first, second)));
      return GROUPS.map(([name, kinds]) => [
        part,
        name,
        scoreOf(readers, kinds),
        scoreOf(by(0), kinds),
        scoreOf(by(1), kinds),
      ]);
    }),
  };
}

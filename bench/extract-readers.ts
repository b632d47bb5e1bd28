import type { CorpusPart, Reading } from "./corpus/read-corpus.ts";
import { inWords } from "./extract-kinds.ts";
import { type Kept, type Matched, matchedTo } from "./extract-match.ts";
import { isCounted, type Trial } from "./extract-trial.ts";
import type { Table } from "./table.ts";

const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ["decision", ["decision"]],
  ["preference or constraint", ["preference", "constraint"]],
  ["trap", ["trap"]],
];

/** What a reader would have kept, as something that was kept. */
function asKept({ labels }: Reading): Kept[] {
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

/** One reader's labels as if a program had kept them, held against the other's. */
function readerBy(judge: Reading, judged: Reading): Matched {
  const anchors = new Map(
    [...judge.labels, ...judged.labels].flatMap((label) =>
      label.anchors.map((each) => [each, each] as const),
    ),
  );
  return matchedTo(judge, asKept(judged), anchors);
}

type Held = { readonly reading: Reading; readonly matched: Matched };

/** Precision and recall in one cell. */
function scoreOf(held: readonly Held[], kinds: readonly string[]): string {
  const wanted = held.flatMap(({ reading, matched }) =>
    reading.labels
      .filter((label) => isCounted(label) && kinds.includes(label.kinds[0] ?? ""))
      .map((label) => matched.byLabel.has(label)),
  );
  const right = held.flatMap(({ matched }) =>
    [...matched.byLabel].filter(([label, { kind }]) => isCounted(label) && kinds.includes(kind)),
  ).length;
  const wrong = held.flatMap(({ matched }) =>
    matched.wrong.filter(({ kind }) => kinds.includes(kind)),
  ).length;
  return `${inWords(right, right + wrong)} / ${inWords(wanted.filter(Boolean).length, wanted.length)}`;
}

/**
 * How far two readers agree who did not see each other's labels, and what was kept held against each of them alone: no
 * program can be asked to agree more with a reader than another reader does.
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
      const by = (nth: 0 | 1): Held[] =>
        twice.map(({ first, second, byReader }) => ({
          reading: nth === 0 ? first : second,
          matched: byReader[nth] as Matched,
        }));
      const readers = twice.map(({ first, second }) => ({
        reading: first,
        matched: readerBy(first, second),
      }));
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

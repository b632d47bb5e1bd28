import type { Hit } from "../../../app/recall/hits.ts";
import type { RecallResult } from "../../../app/recall/recall.ts";
import { PARTS } from "../../../core/recall/score/score.ts";
import { WORKER } from "../../../core/resume/delta.ts";
import { shorten } from "../../../core/text/shorten.ts";
import { listEntry } from "./item-text.ts";
import { oneLine, type Paint } from "./paint.ts";

/** Longest text of a hit in a list; `get` shows the whole. */
const HIT_MAX = 300;

type Explained = RecallResult & { readonly explained?: boolean };

/** Hits, one a line, with the parts of their scores on request. */
export function recalledText(recalled: Explained, paint: Paint): string {
  const { hits, skipped = [], semantic, explained = false } = recalled;
  const left = [
    ...(skipped.length > 0 ? [skippedText(skipped)] : []),
    ...(semantic === undefined ? [] : [SEMANTIC_SAYS[semantic]]),
  ].flatMap((line) => (explained ? [paint.faint(line)] : []));
  if (hits.length === 0) return ["Nothing found.", ...left].join("\n");
  const lines = hits.flatMap((hit) => [
    hitLine(hit, paint),
    ...(explained ? [...earlierLines(hit, paint), ...partLines(hit, paint)] : []),
  ]);
  return [...lines, ...left].join("\n");
}

export function hitLine(hit: Hit, paint: Paint): string {
  const by = hit.by === WORKER ? "distilled" : hit.by;
  const about = [hit.kind, hit.topic && `#${hit.topic}`, hit.at.slice(0, 10), by].filter(Boolean).join(", ");
  const text = shorten(oneLine(hit.snippet), HIT_MAX);
  return listEntry({ name: hit.label ?? hit.id, about, text }, paint);
}

/** Earlier statements of the same thread, newest first. */
const earlierLines = ({ earlier = [] }: Hit, paint: Paint): string[] =>
  earlier.map(({ label, at, text }) =>
    paint.faint(
      `${INDENT}earlier: ${oneLine(label)}, ${at.slice(0, 10)}: ${oneLine(text).slice(0, HIT_MAX)}`,
    ),
  );

/** Decimal places of a part. The shown parts sum to the shown score. */
const DIGITS = 4;

/** The parts of a score, one below the other, and their sum. */
export function partLines({ parts }: Pick<Hit, "parts">, paint: Paint): string[] {
  const shown = PARTS.flatMap((part): (readonly [string, number])[] => {
    const value = Number((parts[part] ?? 0).toFixed(DIGITS));
    return value === 0 ? [] : [[part, value]];
  });
  const sum = shown.reduce((total, [, value]) => total + value, 0);
  const rows = [...shown, ["score", sum] as const];
  const names = Math.max(...rows.map(([part]) => part.length));
  const numbers = Math.max(...rows.map(([, value]) => value.toFixed(DIGITS).length));
  return rows.map(([part, value]) =>
    paint.faint(`${INDENT}${part.padEnd(names)}  ${value.toFixed(DIGITS).padStart(numbers)}`),
  );
}

/** The indent of a hit's text. */
const INDENT = " ".repeat(8);

const SEMANTIC_SAYS: { readonly [semantic in NonNullable<RecallResult["semantic"]>]: string } = {
  used: "Ranked by meaning and words.",
  late: "Ranked by words only: the embedder did not answer in time (embedder.deadline_ms).",
  failed: "Ranked by words only: the embedder is not available. See: tidemark worker status",
  spent: "Ranked by words only: today's embedding tokens are used up (embedder.tokens_per_day).",
  none: "Ranked by words only: there are no vectors yet. To make them: tidemark worker --once",
};

/** Words that were not searched exhaustively. */
export const skippedText = (skipped: readonly string[]): string =>
  `Too common to search exhaustively: ${skipped.map(oneLine).join(", ")}.`;

import { commonPairs } from "./common-pairs.ts";

/** Number of unchanged lines shown around a change, so that its place is clear. */
const AROUND = 1;

/** The difference of two texts by lines: "+" added, "-" removed, "…" unchanged lines that are left out. */
export function lineDiff(before: string, after: string): string[] {
  const [left, right] = [linesOf(before), linesOf(after)];
  const steps: { readonly sign: " " | "-" | "+"; readonly line: string }[] = [];
  let [i, j] = [0, 0];
  for (const [common, other] of [...commonPairs(left, right), [left.length, right.length] as const]) {
    for (; i < common; i++) steps.push({ sign: "-", line: left[i] ?? "" });
    for (; j < other; j++) steps.push({ sign: "+", line: right[j] ?? "" });
    if (i < left.length) steps.push({ sign: " ", line: left[i] ?? "" });
    [i, j] = [common + 1, other + 1];
  }
  const isNear = (at: number): boolean =>
    steps.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== " ");
  const shown: string[] = [];
  steps.forEach(({ sign, line }, at) => {
    if (isNear(at)) shown.push(`${sign} ${line}`);
    else if (shown.at(-1) !== "…") shown.push("…");
  });
  return shown;
}

/** Splits a text into lines. A missing line end after the last line makes no difference. */
function linesOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}

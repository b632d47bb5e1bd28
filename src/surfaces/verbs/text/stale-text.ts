import type { StaleReport } from "../../../app/staleness/stale.ts";
import type { ResolvedItems, SnoozedItems } from "../../../app/staleness/stale-acts.ts";
import { reasonText, suggestedAction, suggestedEffect } from "../../../core/bundle/stale-words.ts";
import type { MalformedDate, StaleWarning } from "../../../core/freshness/warning.ts";
import { commandLine } from "../command-line.ts";
import { day, entryTitle, indentText, row } from "./columns.ts";
import { itemLine } from "./item-text.ts";
import { oneLine, type Paint } from "./paint.ts";
import { count } from "./tape-text.ts";

/** A warning as every surface shows it: with a sentence for people, and the command of its suggested act. */
export type ShownWarning = StaleWarning & {
  readonly says: string;
  readonly suggested_action: string;
  readonly suggested_effect: string;
};

/** The report with the words and commands of this surface. */
export type ShownReport = Omit<StaleReport, "warnings" | "snoozed" | "malformed"> & {
  readonly warnings: readonly ShownWarning[];
  readonly snoozed: readonly ShownWarning[];
  readonly malformed: readonly (MalformedDate & { readonly suggested_action: string })[];
};

export function shownReport(report: StaleReport): ShownReport {
  return {
    ...report,
    warnings: report.warnings.map(shownWarning),
    snoozed: report.snoozed.map(shownWarning),
    malformed: report.malformed.map((date) => ({ ...date, suggested_action: mendDate(date) })),
  };
}

const shownWarning = (warning: StaleWarning): ShownWarning => ({
  ...warning,
  says: reasonText(warning),
  suggested_action: commandLine(suggestedAction(warning)),
  suggested_effect: suggestedEffect(warning),
});

/** People can correct only dates that they set. For other dates, the item can be archived. */
const mendDate = ({ label, field }: MalformedDate): string =>
  field === "expires_at" ? `tidemark update ${label} --expires-at ""` : `tidemark remove ${label}`;

export function staleText(report: ShownReport, paint: Paint): string {
  const { warnings, snoozed, malformed } = report;
  const entries = [...warnings, ...snoozed].map((warning) => `${warningText(warning, paint)}\n`);
  const wrong = malformed.map((date) => `${malformedText(date, paint)}\n`);
  return [...entries, ...wrong, countsText(report), ...codeLines(report)].join("\n");
}

/** One warning: the item, the reason, and the suggested act. */
export function warningText(warning: ShownWarning, paint: Paint): string {
  const { label, kind, age_days, text, repeats = [], cited_by = [], snoozed_until } = warning;
  const asleep = snoozed_until === undefined ? "" : `, snoozed until ${day(snoozed_until)}`;
  const more = repeats.map((other) => other.label).join(", ");
  return [
    entryTitle(label, `${kind}, ${count(age_days, "day")}${asleep}`, paint),
    indentText(text),
    row("why", oneLine(warning.says), paint),
    ...(repeats.length === 0 ? [] : [row("also", `the same words: ${more}`, paint)]),
    ...(cited_by.length === 0 ? [] : [row("but", `still cited by ${cited_by.join(", ")}`, paint)]),
    row("do", oneLine(warning.suggested_action), paint),
    row("then", warning.suggested_effect, paint),
  ].join("\n");
}

const malformedText = (date: ShownReport["malformed"][number], paint: Paint): string =>
  [
    entryTitle(date.label, paint.bad(`"${date.field}" is not a date: ${oneLine(date.value)}`), paint),
    row("do", oneLine(date.suggested_action), paint),
  ].join("\n");

/** How many items are flagged, in a sentence. */
export function countsText({ counts, malformed, left_out, not_read }: ShownReport): string {
  const parts = [
    counts.total === 0 ? "Nothing is stale." : `${count(counts.total, "item")} flagged.`,
    ...(counts.info > 0 ? [`${counts.info} of them still cited by something fresh.`] : []),
    ...(counts.snoozed > 0 ? [`${counts.snoozed} snoozed: tidemark stale list --all`] : []),
    ...(left_out > 0 ? [`${left_out} more not shown.`] : []),
    ...(not_read > 0 ? [`${not_read} more were not read.`] : []),
    ...(malformed.length > 0 ? [`${count(malformed.length, "date")} cannot be read.`] : []),
  ];
  return parts.join(" ");
}

function codeLines({ drift }: ShownReport): string[] {
  const { state, not_looked_at } = drift;
  if (state === "no_history" && not_looked_at > 0)
    return ["There is no git history, so items were not compared with the code."];
  if (state !== "looked" || not_looked_at === 0) return [];
  return [`${count(not_looked_at, "older unit")} that cite code were not compared with it.`];
}

export function resolvedText({ resolved }: ResolvedItems, paint: Paint): string {
  const lines = resolved.flatMap(({ item, from }) => [
    paint.good(item.removed ? "Archived." : `${from} → ${item.status}`),
    itemLine(item, paint),
  ]);
  const labels = resolved.map(({ item }) => `tidemark undo ${item.label}`);
  return [...lines, `To undo: ${labels.join("; ")}`].join("\n");
}

export function snoozedText({ snoozed, until }: SnoozedItems, paint: Paint): string {
  const when = until.replace(/T00:00:00\.000Z$/, "").replace(/\.000Z$/, "Z");
  return [
    paint.good(`Snoozed until ${when}.`),
    ...snoozed.map((item) => itemLine(item, paint)),
    `To undo: ${snoozed.map((item) => `tidemark undo ${item.label}`).join("; ")}`,
  ].join("\n");
}

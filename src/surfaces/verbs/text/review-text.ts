import type { Excerpt } from "../../../app/items/excerpts.ts";
import type { ReviewDecision, ReviewResult } from "../../../app/review/review.ts";
import type { ReviewEntry, WaitingCounts } from "../../../app/review/waiting-for-review.ts";
import { fieldsIn } from "../../../core/fields.ts";
import type { ItemRow } from "../../../core/items/items-view.ts";
import { shorten } from "../../../core/text/shorten.ts";
import { day, entryTitle, indentText, NOT_HERE, row } from "./columns.ts";
import { itemLine } from "./item-text.ts";
import { consequenceLines, leftLines } from "./outcome-text.ts";
import { oneLine, type Paint } from "./paint.ts";
import { count } from "./tape-text.ts";

/** The decisions made; or, without any, the pending entries with their evidence and how to decide. */
export function reviewText(reviewed: ReviewResult, paint: Paint): string {
  const { waiting, kept, kept_total, ended = [], total, done } = reviewed;
  if (done.length > 0)
    return [...done.flatMap((each) => decidedLines(each, paint)), paint.faint(waitText(total))].join("\n");
  if (waiting.length + kept.length + ended.length === 0) return nothingText(total);
  const entries = [...waiting, ...kept].map((entry) => `${entryText(entry, paint)}\n`);
  const waits = waiting.length === 0 ? [] : [waitText(total), ...howLines(total, paint)];
  return [...entries, ...waits, ...keptLines(kept_total, paint), ...endedLines(ended, paint)].join("\n");
}

/** Units that ended because a person gave them up, each with the command that reverts it. */
function endedLines(ended: readonly ItemRow[], paint: Paint): string[] {
  if (ended.length === 0) return [];
  const what = `${count(ended.length, "item")} ended since your last review, because a person said so.`;
  const undo = ended.map(({ label }) => `tidemark undo ${label}`);
  return [what, ...ended.map((item) => itemLine(item, paint)), paint.faint(`To undo: ${undo.join(", ")}`)];
}

/** How much was kept without asking, and how to check it. */
function keptLines(total: number, paint: Paint): string[] {
  if (total === 0) return [];
  return [
    keptText(total),
    paint.faint(
      'Check: tidemark review --keep ID, --drop ID, --edit ID --text "…", --keep ID --replaces ID, --keep-all',
    ),
  ];
}

/** How many units were kept without asking, in a sentence. */
export const keptText = (total: number): string =>
  `${count(total, "item")} kept without asking since your last review.`;

function nothingText(total: WaitingCounts): string {
  const some = total.candidates + total.edges + total.conflicts > 0;
  const what = some ? waitText(total) : "Nothing to review.";
  const how = some
    ? "Nothing of that type to review. To see everything: tidemark review"
    : 'Proposals of agents and contradictions are listed here. To propose something: tidemark create candidate --proposes fact --text "…"';
  return [what, how].join("\n");
}

/** How many entries wait, in a sentence. */
export function waitText({ candidates, edges, conflicts, moot }: WaitingCounts): string {
  const parts = [
    ...(candidates > 0 ? [count(candidates, "candidate")] : []),
    ...(edges > 0 ? [count(edges, "edge")] : []),
    ...(conflicts > 0 ? [count(conflicts, "conflict")] : []),
  ];
  const sum = candidates + edges + conflicts;
  const waits =
    sum === 0 ? "Nothing else to review." : `${parts.join(", ")} ${sum === 1 ? "waits" : "wait"}.`;
  const gone =
    moot === 1
      ? "1 needs no decision: one of its items has ended."
      : `${moot} need no decision: one of their items has ended.`;
  return moot > 0 ? `${waits} ${gone}` : waits;
}

/** Only the options that apply to the pending entries. */
function howLines({ candidates, edges, conflicts }: WaitingCounts, paint: Paint): string[] {
  const ways = [
    ...(candidates + edges > 0 ? ["--accept ID", "--reject ID"] : []),
    ...(candidates > 0 ? ['--edit ID --text "…"'] : []),
    ...(conflicts > 0 ? ["--keep UNIT", "--dismiss ID"] : []),
  ];
  return [paint.faint(`Decide: tidemark review ${ways.join(", ")}`)];
}

/** One waiting entry, with everything that is needed to decide on it. */
export function entryText(entry: ReviewEntry, paint: Paint): string {
  switch (entry.sort) {
    case "candidates":
      return candidateText(entry, paint);
    case "edges":
      return edgeText(entry, paint);
    case "conflicts":
      return conflictText(entry, paint);
    case "kept":
      return candidateText(entry, paint);
  }
}

function head(item: ItemRow, about: string, paint: Paint): string {
  const topic = typeof item.topic === "string" ? ` #${oneLine(item.topic)}` : "";
  return entryTitle(item.label, `${about}${topic}`, paint);
}

function candidateText(waiting: ReviewEntry, paint: Paint): string {
  const { item, units, evidence, evidence_left_out, evidence_missing = 0 } = waiting;
  const sure = typeof item.confidence === "number" ? `, ${item.confidence} sure` : "";
  return [
    head(
      item,
      waiting.sort === "kept"
        ? `kept as ${item.kind}${sure}`
        : `candidate for a ${oneLine(String(item.proposes))}${sure}`,
      paint,
    ),
    indentText(item.text),
    ...listOf(item.parts).map((part) => row("part", part, paint)),
    ...listOf(item.rejected).map((other) => row("not", other, paint)),
    ...(typeof item.instead === "string" ? [row("do", oneLine(item.instead), paint)] : []),
    ...units.map((unit) => row("amend", unitText(unit), paint)),
    ...excerptLines(evidence, paint),
    ...missingLines(evidence_missing, paint),
    ...(evidence.length + evidence_missing === 0 ? [row(...sourceOf(item), paint)] : []),
    ...(evidence_left_out > 0
      ? [row("more", `${evidence_left_out}: tidemark get ${item.label}`, paint)]
      : []),
  ].join("\n");
}

/** The source of a statement without evidence: the file that it was imported from, or its author. */
function sourceOf({ imported_from, created_by, created_at }: ItemRow): ["from" | "by", string] {
  const { file, entry } = fieldsIn(imported_from);
  if (typeof file === "string") return ["from", oneLine(`${file}, ${String(entry)}`)];
  return ["by", `${oneLine(created_by)}, ${day(created_at)}`];
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((each) => oneLine(String(each))) : [];

/** The pieces of evidence, each with its speaker. */
export function excerptLines(evidence: readonly Excerpt[], paint: Paint): string[] {
  return evidence.flatMap(({ name, at, by, session, text }) => {
    const where = session === undefined ? "" : `, ${shorten(oneLine(session), 24)}`;
    return [row("said", `${oneLine(by)}, ${day(at)}${where} [${name}]`, paint), indentText(`"${text}"`)];
  });
}

/** Number of cited events that were lost with a damaged database. */
export const missingLines = (missing: number, paint: Paint): string[] =>
  missing === 0 ? [] : [row("lost", `${count(missing, "event")} ${NOT_HERE}`, paint)];

const unitText = (unit: ItemRow): string => `${unit.label}, ${day(unit.last_seen_at)}: ${oneLine(unit.text)}`;

function edgeText({ item, units }: ReviewEntry, paint: Paint): string {
  const [newer, older] = units;
  if (!newer || !older) return itemLine(item, paint);
  const sure = typeof item.confidence === "number" ? ` (${item.confidence} sure)` : "";
  const ends = ["replaces", "challenges"].includes(String(item.relation));
  return [
    head(item, `edge: ${newer.label} ${item.relation} ${older.label}`, paint),
    row("new", unitText(newer), paint),
    row("old", unitText(older), paint),
    row("why", `${oneLine(item.text)}${sure}`, paint),
    row("then", ends ? `accepting ends ${older.label}` : "accepting keeps both", paint),
  ].join("\n");
}

function conflictText({ item, units }: ReviewEntry, paint: Paint): string {
  return [
    head(item, "conflict", paint),
    ...units.map((unit, i) => row(String(i + 1), unitText(unit), paint)),
    row("why", oneLine(item.text), paint),
  ].join("\n");
}

/** A decision and its consequences. */
export function decidedLines(decided: ReviewDecision, paint: Paint): string[] {
  const { item, promoted_to, together, left } = decided;
  const others = together.filter(({ id }) => id !== promoted_to?.id);
  const [word, said] = saidOf(decided);
  return [
    `${paint.good(word)} ${said}`.trimEnd(),
    ...(promoted_to ? [itemLine(promoted_to, paint)] : []),
    ...(decided.did === "undone" ? [itemLine(item, paint)] : []),
    ...consequenceLines(others),
    ...leftLines(left),
  ];
}

function saidOf({ did, item, promoted_to }: ReviewDecision): readonly [string, string] {
  switch (did) {
    case "accepted":
      return ["Accepted:", `${item.label}${promoted_to ? ` is ${promoted_to.label} now.` : "."}`];
    case "rejected":
      return [
        "Rejected:",
        `${item.label}. ${item.kind === "edge" ? "Both items stay." : "It is not proposed again."}`,
      ];
    case "dismissed":
      return ["Dismissed:", `${item.label}. Both items stay.`];
    case "kept":
      return ["Settled:", `${item.label} is superseded.`];
    case "confirmed":
      return ["Kept:", `${item.label}.`];
    case "dropped":
      return ["Dropped:", `${item.label}. It is archived and not extracted again.`];
    case "reworded":
      return ["Changed:", `${item.label}: ${oneLine(item.text)}`];
    case "replaced":
      return ["Replaced.", ""];
    case "undone":
      return ["Taken back.", ""];
  }
}

import type { Relations } from "../../../app/items/relations.ts";
import type { ShownEvent, ShownItem, ShownStep } from "../../../app/items/show.ts";
import type { FieldChange } from "../../../core/items/history.ts";
import type { Position } from "../../../core/tape/event.ts";
import { printable } from "../../../core/text/printable.ts";
import { shorten } from "../../../core/text/shorten.ts";
import { day, entryTitle, indentText, NOT_HERE, row } from "./columns.ts";
import { itemPage, listEntry } from "./item-text.ts";
import { oneLine, type Paint } from "./paint.ts";
import { excerptLines, missingLines } from "./review-text.ts";
import { count } from "./tape-text.ts";

/** Maximum characters of a changed value in a history; `get` shows the current value. */
const VALUE_MAX = 80;

/** One item in full, or one event and the items made from it. */
export function showText(shown: ShownItem | ShownEvent, paint: Paint): string {
  return "item" in shown ? itemText(shown, paint) : eventText(shown, paint);
}

function itemText(
  { item, evidence, evidence_left_out, evidence_missing = 0, history, relations }: ShownItem,
  paint: Paint,
): string {
  const { parts, rejected, ...rest } = item;
  const more = evidence_left_out > 0 ? [row("more", `${evidence_left_out} further positions`, paint)] : [];
  const blocks = [
    block("Parts", listLines(parts, paint), paint),
    block("Turned down", listLines(rejected, paint), paint),
    block(
      "Evidence",
      [...excerptLines(evidence, paint), ...missingLines(evidence_missing, paint), ...more],
      paint,
    ),
    block(
      "History",
      history.flatMap((step) => stepLines(step, paint)),
      paint,
    ),
    block("Relations", relationLines(relations, paint), paint),
  ];
  return [itemPage(rest, paint), ...blocks.flat()].join("\n");
}

function block(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ["", paint.strong(title), ...lines];
}

const listLines = (value: unknown, paint: Paint): string[] =>
  Array.isArray(value) ? value.map((each) => row("-", oneLine(String(each)), paint)) : [];

function stepLines(step: ShownStep, paint: Paint): string[] {
  const { at, by, act, changes, because, because_label, reason, undoes, position, rating, evidence } = step;
  const why = [
    ...(evidence === undefined ? [] : [`by ${oneLine(evidence)}`]),
    ...(undoes === undefined ? [] : [`takes back ${positionText(undoes)}`]),
    ...(because === undefined ? [] : [`because of ${because_label ?? because}`]),
    ...(reason === undefined ? [] : [`"${oneLine(reason)}"`]),
  ];
  const head = `${rating === undefined ? act : `called ${rating}`} by ${oneLine(by)}${why.length > 0 ? `, ${why.join(", ")}` : ""}`;
  const when = `${day(at)} ${at.slice(11, 16)}`;
  return [
    `  ${paint.faint(`${when} @${position}`)} ${head}`,
    ...changes.map((change) => indentText(changeText(change))),
  ];
}

function changeText({ field, from, to }: FieldChange): string {
  if (field === "evidence") return `evidence ${positions(to)}`;
  if (from === undefined) return `${field}: ${valueText(to)}`;
  return to === undefined
    ? `${field}: ${valueText(from)} → (none)`
    : `${field}: ${valueText(from)} → ${valueText(to)}`;
}

const positions = (value: unknown): string =>
  Array.isArray(value) ? value.map((position) => positionText(Number(position))).join(" ") : "(none)";

const positionText = (position: Position): string => (position === 0 ? `(${NOT_HERE})` : `@${position}`);

function valueText(value: unknown): string {
  return shorten(oneLine(typeof value === "string" ? value : JSON.stringify(value)), VALUE_MAX);
}

/** How this item relates to the other item of an edge, and the other way round. */
const STANDS: { readonly [relation: string]: readonly [string, string] } = {
  replaces: ["replaces", "replaced by"],
  challenges: ["challenges", "challenged by"],
  enriches: ["enriches", "enriched by"],
  confirms: ["confirms", "confirmed by"],
};

type LabelledStatus = { readonly label: string; readonly text: string; readonly status: string };

function relationLines(relations: Relations, paint: Paint): string[] {
  const { edges, replaces, amends, amended_by, insights, candidate, promoted_to, about, topic } = relations;
  const line = (how: string, other: LabelledStatus | undefined, note = "") => {
    const told = other
      ? `${other.label}, ${other.status}${note}: ${oneLine(other.text)}`
      : `(forgotten)${note}`;
    return `${paint.faint(`  ${how} `)}${told}`;
  };
  return [
    ...edges.map(({ edge, status, relation, this_is, other }) => {
      const [out = relation, back = relation] = STANDS[relation] ?? [];
      return line(this_is === "newer" ? out : back, other, ` (${edge} ${status})`);
    }),
    ...replaces.map((other) => line("replaces", other)),
    ...(amends ? [line("amends", amends)] : []),
    ...amended_by.map((other) => line("amended by", other)),
    ...about.map((other) => line("about", other)),
    ...insights.map((other) => line("insight", other)),
    ...(candidate ? [line("came from", candidate)] : []),
    ...(promoted_to ? [line("became", promoted_to)] : []),
    ...(topic
      ? [
          line("topic", {
            label: oneLine(topic.topic),
            status: topicNote(topic),
            text: `tidemark topics "${oneLine(topic.topic)}"`,
          }),
        ]
      : []),
    ...(relations.not_looked_at > 0
      ? [indentText(`${relations.not_looked_at} older items were not searched.`)]
      : []),
  ];
}

const topicNote = ({ units, crystal }: NonNullable<Relations["topic"]>): string =>
  `${count(units, "unit")}${crystal ? ", compiled" : ""}`;

function eventText({ event, made, not_looked_at }: ShownEvent, paint: Paint): string {
  const where = event.session === undefined ? "" : `, ${oneLine(event.session)}`;
  const about = `${event.type}, ${day(event.at)} ${event.at.slice(11, 16)}, ${oneLine(event.by)}${where}`;
  const said = printable(event.text)
    .split("\n")
    .map((text) => `  ${text}`.trimEnd());
  const items = made.map(({ label, kind, status, text }) =>
    listEntry({ name: label, about: `${kind}, ${status}`, text }, paint),
  );
  const none = event.type === "turn.recorded" ? "No item was extracted from it." : "No item cites it.";
  return [
    entryTitle(event.name, about, paint),
    "",
    ...said,
    "",
    ...(items.length > 0 ? [paint.strong("Extracted from it"), ...items] : [paint.faint(none)]),
    ...(not_looked_at > 0 ? [paint.faint(`${not_looked_at} older items were not searched.`)] : []),
  ].join("\n");
}

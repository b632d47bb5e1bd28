import type { NamedCandidate } from "../../../app/briefing/explain-brief.ts";
import type { LedgerEntry, ShownBundle } from "../../../app/briefing/ledger.ts";
import { shorten } from "../../../core/text/shorten.ts";
import { fateReason } from "../fate-reasons.ts";
import { NOT_HERE } from "./columns.ts";
import { oneLine, type Paint } from "./paint.ts";

/** Longest query in a list. */
const QUERY_MAX = 60;

/** One bundle of the ledger on a line: time, recipient, purpose and size. */
export function ledgerLine(entry: LedgerEntry, paint: Paint): string {
  const { id, at, agent, host, session, intent, query, tokens = 0, blocks = [], dropped = {} } = entry;
  const whose = agent === host || host === "cli" ? agent : `${agent} in ${host}`;
  const facts = entry.forgotten
    ? ["forgotten"]
    : [
        intent ?? "",
        tokens === 0 ? "told nothing" : `${tokens} tokens`,
        blocks.map(({ name, lines }) => `${name} ${lines}`).join(" + "),
        ...leftOut(dropped),
        query === undefined ? "" : `"${shorten(oneLine(query), QUERY_MAX)}"`,
      ];
  const who = [at.slice(0, 16).replace("T", " "), oneLine(whose), session && oneLine(session)];
  const text = [...who, ...facts].filter(Boolean).join(", ");
  return `${paint.strong(id)}  ${text}`;
}

const leftOut = (dropped: NonNullable<LedgerEntry["dropped"]>): string[] =>
  Object.entries(dropped).map(([reason, count]) => `${count} ${fateReason(reason)}`);

/** The labels in a bundle are those of the memory that gave it. */
export const elsewhereLines = ({ elsewhere }: ShownBundle, paint: Paint): string[] =>
  elsewhere
    ? ["", paint.faint("It was made on another tape; its labels and positions belong to that tape.")]
    : [];

/** The candidates of a bundle, and why each was chosen or not. */
export function whyLines(shown: ShownBundle, paint: Paint): string[] {
  const { budget, known, floor, semantic, terms, sha256, candidates } = shown;
  const asked = [
    budget === undefined ? "" : `budget ${budget} tokens`,
    known === undefined ? "" : `relevance ${percent(known)}, floor ${percent(floor ?? 0)}`,
    semantic === undefined ? "" : `vectors ${semantic === "used" ? "used" : `not used: ${semantic}`}`,
    terms === undefined ? "" : `also searched for: ${oneLine(terms)}`,
    sha256 === undefined ? "" : `sha256 ${sha256.slice(0, 16)}…`,
  ].filter(Boolean);
  return [
    "",
    paint.strong(ledgerLine(shown, { ...paint, strong: (text) => text })),
    asked.join(", "),
    ...candidates.map(candidateLine),
  ];
}

export function candidateLine({ id, label, text, block, fate, score, parts = {} }: NamedCandidate): string {
  const why = fate === "given" ? fate : fateReason(fate);
  const sum = Object.entries(parts).map(([part, amount]) => `${part} ${amount.toFixed(3)}`);
  const scored =
    score === undefined ? [] : [`score ${score.toFixed(3)}${sum.length > 0 ? ` = ${sum.join(" + ")}` : ""}`];
  const name = label ?? (id.endsWith("@0") ? `${id.slice(0, -2)} (${NOT_HERE})` : id);
  const words = text === undefined || fate === "given" ? "" : `  "${shorten(oneLine(text), QUERY_MAX)}"`;
  return `  ${oneLine(name)}  ${block}, ${[why, ...scored].join("; ")}${words}`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

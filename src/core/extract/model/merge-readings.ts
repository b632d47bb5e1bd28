import type { Position, TurnEvent } from "../../tape/event.ts";
import type { Finding } from "../finding.ts";
import { lastEvidence } from "../settle/settling.ts";
import { taggedIn } from "../turns/self-tags.ts";

/** The findings of a model, and the position up to which it was asked. */
export type ModelReading = { readonly findings: readonly Finding[]; readonly upTo: Position };

/**
 * Joins the findings of rules and, if there is one, of a model. A model understands people's words better, so for the
 * turns that it read its statements replace those of the rules. The rules keep what turns show of the work, and what a
 * person explicitly asked to remember if the model missed it.
 */
export function mergeReadings(
  byRule: readonly Finding[],
  { findings, upTo }: ModelReading,
  turns: readonly TurnEvent[],
): Finding[] {
  const asked = new Set(
    turns.flatMap(({ payload }) => taggedIn(String(payload?.text ?? "")).map(({ text }) => text)),
  );
  const isKept = (finding: Finding): boolean => {
    if (lastEvidence(finding) > upTo) return true;
    if (!SAID.includes(finding.origin)) return !findings.some((each) => isSameTrap(each, finding));
    return asked.has(finding.text) && !findings.some((each) => isAboutSameTurn(each, finding));
  };
  return [...byRule.filter(isKept), ...findings.map((finding) => withSeenRuns(finding, byRule))];
}

const SAID: readonly string[] = ["user", "agreed", "agent"];

/** A trap in a model's words, with the failed command and the workaround as the rules found them, unless the model quotes both. */
function withSeenRuns(finding: Finding, byRule: readonly Finding[]): Finding {
  const seen = byRule.find((each) => each.fields?.instead !== undefined && isSameTrap(each, finding));
  if (seen === undefined || finding.fields?.instead !== undefined) return finding;
  return { ...finding, fields: { ...finding.fields, ...seen.fields } };
}

/** Whether two traps are about the same failure. */
const isSameTrap = (one: Finding, other: Finding): boolean =>
  one.kind === other.kind && one.evidence.some((position) => other.evidence.includes(position));

const isAboutSameTurn = (one: Finding, other: Finding): boolean => one.evidence.includes(lastEvidence(other));

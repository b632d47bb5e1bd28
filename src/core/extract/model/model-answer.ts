import { mayState } from "../../items/authority.ts";
import { isInstruction } from "../../items/instruction-kinds.ts";
import { type KindName, UNIT_KIND_NAMES } from "../../items/kinds.ts";
import { parseJson } from "../../parse-json.ts";
import type { Finding, Origin } from "../finding.ts";
import { isAssent, isSupportedBy } from "../statements/supports.ts";
import { isOwnSpeech } from "../turns/person-speech.ts";
import { type AskedTurn, MODEL_FINDINGS_MAX } from "./model-prompt.ts";

/** What an answer came to. One that cannot be read at all is as normal as one that can. */
export type ModelAnswer =
  | {
      readonly outcome: "read";
      readonly findings: readonly Finding[];
      /** Findings that were not taken: not in the words of a turn that was shown, or not well formed. */
      readonly dropped: number;
    }
  | { readonly outcome: "unreadable" };

/** Shorter than this is not a statement. */
const TEXT_MIN = 8;
/** Longer than this is not a sentence. */
const TEXT_MAX = 1_000;
const TOPIC_MAX = 60;
/** Turns that one finding may rest on. */
const TURNS_MAX = 20;
const REJECTED_MAX = 10;

const UNREADABLE: ModelAnswer = { outcome: "unreadable" };

/**
 * Reads what a model answered about these turns. Nothing it says is taken on trust: a finding counts only in
 * words that stand in a turn it names, and only a person's turn makes an order of it.
 */
export function readModelAnswer(text: string, turns: readonly AskedTurn[]): ModelAnswer {
  const given = listIn(text);
  if (given === undefined) return UNREADABLE;
  const byPosition = new Map(turns.map((turn) => [turn.position, turn]));
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const one of given.slice(0, MODEL_FINDINGS_MAX)) {
    const finding = findingOf(one, byPosition);
    const key = finding && `${finding.kind} ${finding.text}`;
    if (finding === undefined || key === undefined || seen.has(key)) continue;
    seen.add(key);
    findings.push(finding);
  }
  return { outcome: "read", findings, dropped: given.length - findings.length };
}

/** The findings in an answer, which some models put into a code block. */
function listIn(text: string): readonly unknown[] | undefined {
  const bare = text.trim();
  const fenced = /^```(?:json)?[^\S\n]*\n([\s\S]*)\n```$/i.exec(bare)?.[1];
  try {
    const findings = fieldsOf(parseJson(fenced ?? bare))?.findings;
    return Array.isArray(findings) ? findings : undefined;
  } catch {
    return undefined;
  }
}

type Fields = { readonly [name: string]: unknown };

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

function findingOf(given: unknown, shown: ReadonlyMap<number, AskedTurn>): Finding | undefined {
  const fields = fieldsOf(given);
  const kind = UNIT_KIND_NAMES.find((name) => name === fields?.kind);
  const text = wordsIn(fields?.text, TEXT_MAX);
  const cited = citedTurns(fields?.turns, shown);
  const { confidence } = fields ?? {};
  if (fields === undefined || kind === undefined || text === undefined || cited === undefined)
    return undefined;
  if (text.length < TEXT_MIN || !isShare(confidence)) return undefined;
  const origin = originOf(text, cited);
  const last = cited.at(-1);
  if (origin === undefined || last === undefined) return undefined;
  const amends = quoted(fields.amends, cited);
  return {
    kind,
    text,
    certainty:
      fields.certainty === "explicit" && isMeant({ kind, text }, origin, cited) ? "explicit" : "uncertain",
    confidence,
    topic: topicIn(fields.topic),
    at: last.at,
    evidence: cited.map(({ position }) => position),
    origin,
    ...rejectedIn(kind, fields.rejected, cited),
    ...(amends === undefined ? {} : { amends }),
  };
}

/** The turns it names, in order; undefined when it names one that it was not shown, or none, or too many. */
function citedTurns(given: unknown, shown: ReadonlyMap<number, AskedTurn>): AskedTurn[] | undefined {
  if (!Array.isArray(given) || given.length === 0 || given.length > TURNS_MAX) return undefined;
  const turns = [...new Set(given)].map((position) => shown.get(position as number));
  if (!turns.every((turn) => turn !== undefined)) return undefined;
  return turns.sort((a, b) => a.position - b.position);
}

/**
 * Whose words these are, by where they stand; undefined when they stand in none of the turns. A person has
 * agreed to what an agent said when a later turn of theirs is named with it. To what a tool printed nobody
 * agrees: it would make an order of whatever a page says. What a person pasted is a page too, and what a
 * sub-agent said no person has seen.
 */
function originOf(text: string, cited: readonly AskedTurn[]): Origin | undefined {
  const holding = cited.filter((turn) => turn.text.includes(text));
  if (holding.some((turn) => turn.by === "person" && isOwnSpeech(turn.text, text))) return "user";
  const said = holding.find(({ by }) => by === "agent");
  if (said === undefined && holding.some(({ by }) => by === "subagent")) return "agent";
  if (said === undefined) return holding.length > 0 ? "tool" : undefined;
  const isAgreed = cited.some(({ by, position }) => by === "person" && position > said.position);
  return isAgreed ? "agreed" : "agent";
}

/**
 * A quote may be torn out of its sentence, of a question or of something pasted, and a turn that follows may refuse. So
 * an order counts only where the person's turn supports it, or where they said yes to the agent's.
 */
function isMeant(
  quote: { kind: KindName; text: string },
  origin: Origin,
  cited: readonly AskedTurn[],
): boolean {
  if (!mayState(quote, origin)) return false;
  if (!isInstruction(quote.kind)) return true;
  const persons = cited.filter(({ by }) => by === "person");
  return origin === "agreed"
    ? persons.some(({ text }) => isAssent(text))
    : persons.some(({ text }) => isSupportedBy(quote.text, text));
}

const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

function wordsIn(value: unknown, max: number): string | undefined {
  const words = typeof value === "string" ? value.trim() : "";
  return words !== "" && words.length <= max && !/\p{Cs}/u.test(words) ? words : undefined;
}

/** Words that stand in one of the turns; others are left out. */
function quoted(value: unknown, cited: readonly AskedTurn[]): string | undefined {
  const words = wordsIn(value, TEXT_MAX);
  return words !== undefined && cited.some(({ text }) => text.includes(words)) ? words : undefined;
}

function rejectedIn(kind: KindName, given: unknown, cited: readonly AskedTurn[]): Pick<Finding, "fields"> {
  if (kind !== "decision" || !Array.isArray(given)) return {};
  const rejected = given.slice(0, REJECTED_MAX).flatMap((one) => quoted(one, cited) ?? []);
  return rejected.length === 0 ? {} : { fields: { rejected } };
}

/** The one thing that is not in the words of a turn; it only groups. */
function topicIn(value: unknown): string {
  const topic = (wordsIn(value, TOPIC_MAX) ?? "").replace(/[^\p{L}\p{N} ._/-]+/gu, " ").replace(/\s+/g, " ");
  return topic.trim().toLowerCase() || "general";
}

import type { Position, TurnEvent } from "../../tape/event.ts";
import { pathsIn } from "../activity/told-facts.ts";
import type { Finding } from "../finding.ts";
import { topicOf } from "../topic.ts";
import { orderIn, type Tagged, taggedIn, withoutTagged } from "../turns/self-tags.ts";
import { amendedBy, correctedText, takesBack } from "./amended.ts";
import { type HeardTurn, hearTurn } from "./heard.ts";
import { type Settled, settledIn } from "./settle.ts";

/** Number of earlier turns that an answer may refer to. */
const TABLE_TURNS = 20;
/** Number of earlier turns that an amendment may refer to. */
const EARLIER_TURNS = 20;
/** Number of turns within which an agent's reply counts; later turns are about its own work. */
const REPLY_TURNS = 10;
/** Maximum distance between the turns of one finding's evidence. */
export const LOOK_BACK_TURNS = REPLY_TURNS + TABLE_TURNS + EARLIER_TURNS;
/** Maximum number of statements per turn, so that a pasted document does not become memory. */
const PER_TURN_MAX = 8;

/**
 * The statements in a session's turns that should be kept: what people settled, ordered, and asked to be remembered. The turns are a range
 * in order that may begin before `from`. Only statements that were settled, or confirmed by a reply, at `from` or later are returned. If
 * the range begins early enough, reading a session in parts gives the same result as reading it whole.
 */
export function readStatements(turns: readonly TurnEvent[], from: Position): Finding[] {
  const session = sessionOf(turns.map(hearTurn));
  return turns.flatMap((turn, i) => {
    const now = session.listened[i];
    if (turn.position < from || !now) return [];
    return [...findingsIn(now, i, session).slice(0, PER_TURN_MAX), ...answeredBy(now, i, session)];
  });
}

/** A range of turns, and the statements that each turn settles. */
type SessionTurns = {
  readonly listened: readonly (HeardTurn | undefined)[];
  readonly before: (i: number) => HeardTurn[];
  /** The statements that a turn settles, alone or together with the turns up to another one. */
  readonly settledAt: (i: number, until?: number) => readonly Settled[];
  readonly earlier: (i: number) => Settled[];
};

function sessionOf(listened: SessionTurns["listened"]): SessionTurns {
  const settled = new Map<string, readonly Settled[]>();
  const among = (begin: number, end: number): HeardTurn[] =>
    listened.slice(Math.max(0, begin), end).filter((each) => each !== undefined);
  const before = (i: number): HeardTurn[] => among(i - TABLE_TURNS, i);
  const settledAt: SessionTurns["settledAt"] = (i, until = i) => {
    const [turn, key] = [listened[i], `${i} ${until}`];
    if (turn?.by !== "person") return [];
    const own = { ...turn, sentences: withoutTagged(turn.sentences, turn.text) };
    const known = settled.get(key) ?? settledIn(own, before(i), { reply: among(i + 1, until + 1) });
    settled.set(key, known);
    return known;
  };
  const earlier = (i: number): Settled[] =>
    range(Math.max(0, i - EARLIER_TURNS), i).flatMap((each) => settledAt(each));
  return { listened, before, settledAt, earlier };
}

/** The person's last statements, if only this reply of the agent shows that they were meant to last. */
function answeredBy(now: HeardTurn, i: number, { listened, settledAt, earlier }: SessionTurns): Finding[] {
  const said = listened.findLastIndex((turn, at) => at < i && turn?.by === "person");
  const turn = listened[said];
  if (now.by !== "agent" || !turn || i - said > REPLY_TURNS) return [];
  const answers = range(said + 1, i).filter((at) => listened[at]?.by === "agent");
  const known = [said, ...answers].flatMap((until) => settledAt(said, until)).filter(isExplicit);
  return settledAt(said, i)
    .filter((each) => isExplicit(each) && !known.some((other) => sharesSentence(each, other)))
    .slice(0, PER_TURN_MAX)
    .map((each) => {
      // If the turn settled something before the reply, only the new statement itself counts, without its neighbours.
      const own = known.length > 0 ? { ...each, text: each.alone } : each;
      const finding = findingOf(own, turn, earlier(said));
      return { ...finding, at: now.at, evidence: [...finding.evidence, now.position] };
    });
}

/** Whether two statements share a sentence. One of them may have been read as halves. */
const sharesSentence = (one: Settled, other: Settled): boolean =>
  one.sentences.some(({ text }) =>
    other.sentences.some((sentence) => sentence.text.includes(text) || text.includes(sentence.text)),
  );

const isExplicit = (settled: Settled): boolean => settled.isExplicit;

function findingsIn(now: HeardTurn, i: number, { settledAt, earlier }: SessionTurns): Finding[] {
  switch (now.by) {
    case "person":
      return [
        ...taggedIn(now.text).map((tagged) => questionFinding(tagged, now)),
        ...withoutTakenBack(settledAt(i).map((each) => findingOf(each, now, earlier(i)))),
      ];
    case "agent":
      return [];
    case "subagent":
    case "tool": {
      const order = orderIn(now.text);
      return order ? [candidate(order, now)] : [];
    }
  }
}

/** Applies corrections within the same turn, and leaves out what the person took back. */
function withoutTakenBack(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const finding of findings) {
    const last = kept.at(-1);
    const isCorrection = last !== undefined && takesBack(finding.text);
    const text = correctedText(isCorrection ? `${last.text} ${finding.text}` : finding.text);
    const isWhole =
      last !== undefined && !isCorrection && text !== finding.text && finding.text.startsWith(last.text);
    if (isCorrection || isWhole) kept.pop();
    if (kept.every((each) => each.text !== text)) kept.push({ ...finding, text });
  }
  return kept;
}

function findingOf(settled: Settled, now: HeardTurn, earlier: readonly Settled[]): Finding {
  const { kind, text, isExplicit, isDoubtful, parts, positions, rejected, isAgreed } = settled;
  const paths = kind === "fact" ? pathsIn(text) : [];
  const fields = {
    ...(parts.length > 0 && kind !== "fact" ? { parts } : {}),
    ...(rejected.length > 0 ? { rejected } : {}),
    ...(paths.length > 0 ? { related_paths: paths } : {}),
  };
  const amends = amendedBy(settled, earlier, now.tongues);
  const sure = Math.round(Math.min(settled.sure, isAgreed ? AGREED_MAX : SURE_MAX) * 100) / 100;
  return {
    kind,
    text,
    certainty: isExplicit ? "explicit" : "uncertain",
    confidence: sure,
    topic: topicOf([text, ...parts].join("\n"), paths),
    at: now.at,
    evidence: positions,
    origin: isDoubtful ? "tool" : isAgreed ? "agreed" : "user",
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(amends === undefined ? {} : { amends }),
  };
}

/** Upper limit of confidence for a classification. Agreement says less, because it may refer to the next piece of work. */
const SURE_MAX = 0.95;
const AGREED_MAX = 0.85;

function questionFinding({ kind, text, isDoubtful }: Tagged, now: HeardTurn): Finding {
  const place = { topic: topicOf(text), at: now.at, evidence: [now.position] };
  if (isDoubtful) return candidate({ kind, text }, now);
  return { kind, text, certainty: "explicit", confidence: 0.9, origin: "user", ...place };
}

/** A text that is neither a person's order nor their choice becomes a candidate. */
function candidate({ kind, text }: Tagged, now: HeardTurn): Finding {
  const place = { topic: topicOf(text), at: now.at, evidence: [now.position] };
  const isAgent = now.by === "agent" || now.by === "subagent";
  return {
    kind,
    text,
    certainty: "uncertain",
    confidence: isAgent ? 0.5 : 0.3,
    origin: isAgent ? "agent" : "tool",
    ...place,
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

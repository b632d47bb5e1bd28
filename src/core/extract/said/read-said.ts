import type { Position, Recorded } from "../../tape/event.ts";
import type { Finding } from "../finding.ts";
import { topicOf } from "../topic.ts";
import { amendedBy } from "./amended.ts";
import { choiceAlone } from "./choice-alone.ts";
import { type Heard, heard } from "./heard.ts";
import { orderIn, type Tagged, taggedIn, untagged } from "./self-tags.ts";
import { type Settled, settledIn } from "./settle.ts";

/** Turns back to what an answer can be to. */
const TABLE_TURNS = 20;
/** Turns back to what an amendment can be of. */
const EARLIER_TURNS = 20;
/** A finding rests on no turn that lies further back than this from the one that settles it. */
export const LOOK_BACK_TURNS = TABLE_TURNS + EARLIER_TURNS;
/** From one turn at most so many, so that a pasted document does not become a memory. */
const PER_TURN_MAX = 8;

/**
 * What the turns of a session say that asks to be kept: what people settled, ordered and asked to be remembered.
 * The turns are a stretch in order and may reach back before `from`; only what is settled from there on is
 * given. As long as they reach back far enough, the whole of a session gives what its parts give.
 */
export function readSaid(turns: readonly Recorded[], from: Position): Finding[] {
  const listened = turns.map(heard);
  const settled = new Map<number, readonly Settled[]>();
  const before = (i: number): Heard[] =>
    listened.slice(Math.max(0, i - TABLE_TURNS), i).filter((each) => each !== undefined);
  const settledAt = (i: number): readonly Settled[] => {
    const turn = listened[i];
    const known =
      settled.get(i) ??
      (turn?.by === "person"
        ? settledIn({ ...turn, sentences: untagged(turn.sentences, turn.text) }, before(i))
        : []);
    settled.set(i, known);
    return known;
  };
  return turns.flatMap((turn, i) => {
    const now = listened[i];
    if (turn.position < from || !now) return [];
    const earlier = (): Settled[] => range(Math.max(0, i - EARLIER_TURNS), i).flatMap(settledAt);
    return findingsIn(now, { settled: settledAt(i), earlier, before: before(i) }).slice(0, PER_TURN_MAX);
  });
}

type Around = {
  readonly settled: readonly Settled[];
  readonly earlier: () => Settled[];
  readonly before: readonly Heard[];
};

function findingsIn(now: Heard, { settled, earlier, before }: Around): Finding[] {
  switch (now.by) {
    case "person":
      return [
        ...taggedIn(now.text).map((tagged) => asked(tagged, now)),
        ...settled.map((each) => findingOf(each, now, earlier())),
      ];
    case "agent": {
      const choice = choiceAlone(now, before);
      return choice === undefined ? [] : [candidate({ kind: "decision", text: choice }, now)];
    }
    case "tool": {
      const order = orderIn(now.text);
      return order ? [candidate(order, now)] : [];
    }
  }
}

function findingOf(settled: Settled, now: Heard, earlier: readonly Settled[]): Finding {
  const { kind, text, isExplicit, parts, positions, rejected, isAgreed } = settled;
  const fields = { ...(parts.length > 0 ? { parts } : {}), ...(rejected.length > 0 ? { rejected } : {}) };
  const amends = amendedBy(settled, earlier, now.tongues);
  const sure = Math.round(Math.min(settled.sure, isAgreed ? AGREED_MAX : SURE_MAX) * 100) / 100;
  return {
    kind,
    text,
    certainty: isExplicit ? "explicit" : "uncertain",
    confidence: sure,
    topic: topicOf([text, ...parts].join("\n")),
    at: now.at,
    evidence: positions,
    origin: isAgreed ? "agreed" : "user",
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(amends === undefined ? {} : { amends }),
  };
}

/** Nothing that is told by signs is surer than this, and assent tells less: it may be to the next piece of work. */
const SURE_MAX = 0.95;
const AGREED_MAX = 0.85;

function asked({ kind, text }: Tagged, now: Heard): Finding {
  const place = { topic: topicOf(text), at: now.at, evidence: [now.position] };
  return { kind, text, certainty: "explicit", confidence: 0.9, origin: "user", ...place };
}

/** Nobody's order and no person's choice: it waits for one. */
function candidate({ kind, text }: Tagged, now: Heard): Finding {
  const place = { topic: topicOf(text), at: now.at, evidence: [now.position] };
  const isAgent = now.by === "agent";
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

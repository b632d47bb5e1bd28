import type { Position, Recorded } from "../../tape/event.ts";
import type { Finding } from "../finding.ts";
import { topicOf } from "../topic.ts";
import { type Heard, heard } from "./heard.ts";
import { type Settled, settledIn } from "./settle.ts";

/** A finding rests on no turn that lies further back than this from the one that settles it. */
export const LOOK_BACK_TURNS = 40;
/** Turns back to what an answer can be to. */
const TABLE_TURNS = 16;
/** From one turn at most so many, so that a pasted document does not become a memory. */
const PER_TURN_MAX = 8;

export function readSaid(turns: readonly Recorded[], from: Position): Finding[] {
  const listened = turns.map(heard);
  return turns.flatMap((turn, i) => {
    const now = listened[i];
    if (turn.position < from || !now || now.by !== "person") return [];
    const before = listened.slice(Math.max(0, i - TABLE_TURNS), i).filter((each) => each !== undefined);
    return settledIn(now, before).slice(0, PER_TURN_MAX).map((settled) => findingOf(settled, now));
  });
}

function findingOf(settled: Settled, now: Heard): Finding {
  const { kind, text, points, parts, positions, rejected, isAgreed, amending } = settled;
  const fields = { ...(parts.length > 0 ? { parts } : {}), ...(rejected.length > 0 ? { rejected } : {}) };
  return {
    ...({ why: settled.why } as object),
    kind,
    text,
    certainty: "explicit",
    confidence: isAgreed ? 0.85 : points > 3 ? 0.9 : 0.7,
    topic: topicOf([text, ...parts].join("\n")),
    at: now.at,
    evidence: positions,
    origin: isAgreed ? "agreed" : "user",
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(amending ? { amends: amending.text } : {}),
  };
}

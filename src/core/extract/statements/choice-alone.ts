import type { HeardTurn } from "./heard.ts";
import { meets } from "./languages.ts";
import { settledIn } from "./settle.ts";

/** So few turns back an agent's choice can be the answer to a person's. */
const ANSWERED_TURNS = 8;

/**
 * A choice that an agent announces with a reason and that no person asked for. Undefined when it only says again
 * what the person has settled just before.
 */
export function choiceAlone(turn: HeardTurn, before: readonly HeardTurn[]): string | undefined {
  const { tongues } = turn;
  const made = turn.sentences.find(
    ({ look, isQuestion }) => !isQuestion && meets(tongues, "alone", look) && meets(tongues, "because", look),
  );
  if (!made) return undefined;
  const at = before.findLastIndex(({ by }) => by === "person");
  const asked = before[at];
  const isTold =
    asked !== undefined && before.length - at <= ANSWERED_TURNS && settledIn(asked, []).length > 0;
  return isTold ? undefined : made.text;
}

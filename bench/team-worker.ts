import { openTeamPen, type TeamPlace } from "./team-ways.ts";
import type { Signals } from "./worker.ts";

export type TeamInput = TeamPlace & {
  readonly number: number;
  /** Agents of this process that write at once, and writes of each. */
  readonly agents: number;
  readonly writes: number;
};

/** Turns after which an agent begins another session: nobody says a thousand things in one. */
const SESSION_TURNS = 50;

/** Lets the agents of one process write, each as soon as its last write is acknowledged. */
export async function work(input: TeamInput, signals: Signals) {
  const pen = await openTeamPen(input);
  await signals.go();
  const began = Date.now();
  const times: number[] = [];
  const acknowledged: string[] = [];
  const errors: string[] = [];
  const agent = async (name: number): Promise<void> => {
    for (let n = 0; n < input.writes; n++) {
      const token = `w${input.number}-a${name}-${n}`;
      const session = `w${input.number}-a${name}-s${Math.floor(n / SESSION_TURNS)}`;
      const from = performance.now();
      try {
        await pen.write(token, session);
        acknowledged.push(token);
      } catch (error) {
        errors.push(String(error));
      }
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: input.agents }, (_, name) => agent(name)));
  const ended = Date.now();
  await pen.close();
  return { times, acknowledged, errors, began, ended };
}

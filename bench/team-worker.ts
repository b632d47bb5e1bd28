import { openTeamPen, type TeamPlace } from "./team-ways.ts";
import type { Signals } from "./worker.ts";

export type TeamInput = TeamPlace & {
  readonly number: number;
  /** Number of agents of this process, which write concurrently. */
  readonly agents: number;
  readonly writes: number;
};

/** Turns per session of an agent, as in real sessions. */
const SESSION_TURNS = 50;

/** Runs the agents of one process. Each writes again as soon as its last write is acknowledged. */
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

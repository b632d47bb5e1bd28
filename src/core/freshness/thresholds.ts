import { agentIn } from "../agent-name.ts";
import type { Config } from "../config/config.ts";
import type { ThresholdName } from "../config/staleness-settings.ts";

/** The number of days, or of commits, after which an item is doubted. */
export type Thresholds = { readonly [name in ThresholdName]: number };

/** The thresholds for an agent: its own, else the general ones, else the defaults. */
export function thresholdsFor({ staleness }: Config, agent: string): Thresholds {
  const { agents, ...all } = staleness;
  const name = [agent, agentIn(agent)].find((each) => Object.hasOwn(agents, each));
  return { ...all, ...(name === undefined ? {} : agents[name]) };
}

import { agentIn } from "../agent-name.ts";
import type { Config } from "../config/config.ts";
import type { ThresholdName } from "../config/staleness-settings.ts";

/** After how long, or how many commits, something is doubted. */
export type Thresholds = { readonly [name in ThresholdName]: number };

/** The thresholds that hold for an agent: its own, else those that are set for all, else the defaults. */
export function thresholdsFor({ staleness }: Config, agent: string): Thresholds {
  const { agents, ...all } = staleness;
  const name = [agent, agentIn(agent)].find((each) => Object.hasOwn(agents, each));
  return { ...all, ...(name === undefined ? {} : agents[name]) };
}

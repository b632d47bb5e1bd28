import { isObject } from "../fields.ts";
import { tryParseJson } from "../parse-json.ts";
import { nearest } from "../text/nearest.ts";

/** Settings that can differ by agent: whole numbers with limits, by name. */
export type Limits = { readonly [name: string]: { readonly min: number; readonly max: number } };

/** Values of such settings, by agent name. */
export type PerAgent<Of = Limits> = {
  readonly [agent: string]: { readonly [name in keyof Of]?: number };
};

/** Maximum number of agents. Nobody configures more by hand. */
const AGENTS_MAX = 100;
const NAME_MAX = 200;

/** The parsed values, or the problem with them. A text must contain JSON. */
export function readPerAgent(
  value: unknown,
  limits: Limits,
): { readonly values: PerAgent } | { readonly problem: string } {
  const tree = typeof value === "string" ? tryParseJson(value) : value;
  if (!isObject(tree)) return { problem: "it must name agents" };
  if (Object.keys(tree).length > AGENTS_MAX) return { problem: `it names more than ${AGENTS_MAX} agents` };
  for (const [agent, own] of Object.entries(tree)) {
    const problem = problemOf(agent, own, limits);
    if (problem !== undefined) return { problem };
  }
  return { values: tree as PerAgent };
}

function problemOf(agent: string, own: unknown, limits: Limits): string | undefined {
  if (agent.trim() !== agent || agent === "" || agent.length > NAME_MAX)
    return `"${agent}" is not an agent's name`;
  if (!isObject(own)) return `"${agent}" must contain settings by name`;
  for (const [name, value] of Object.entries(own)) {
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (limit === undefined) {
      const close = nearest(name, Object.keys(limits));
      const known = close ? `did you mean "${close}"?` : `known here: ${Object.keys(limits).join(", ")}`;
      return `"${agent}.${name}" is not a setting; ${known}`;
    }
    const isFit = Number.isInteger(value) && Number(value) >= limit.min && Number(value) <= limit.max;
    if (!isFit) return `"${agent}.${name}" must be a whole number from ${limit.min} to ${limit.max}`;
  }
  return undefined;
}

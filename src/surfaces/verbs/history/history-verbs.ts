import * as z from "zod/mini";
import type { AgentVisits } from "../../../app/resume/agents.ts";
import type { ItemUsage } from "../../../app/tape/item-usage.ts";
import type { MemoryAt } from "../../../app/tape/memory-at.ts";
import type { TapePage } from "../../../app/tape/tape-page.ts";
import { printable } from "../../../core/text/printable.ts";
import { flag, limit, offset, optionalPosition, position, text } from "../inputs.ts";
import { moreLine } from "../text/columns.ts";
import { listEntry } from "../text/item-text.ts";
import { oneLine, type Paint } from "../text/paint.ts";
import { count } from "../text/tape-text.ts";
import { verb } from "../verb.ts";

export const tapeVerb = verb({
  name: "tape",
  summary: "List recorded events in order.",
  effect: "reads",
  input: z.strictObject({
    after: optionalPosition("Only events after this position (default: the most recent ones)"),
    limit: limit(50),
    timeline: flag("Also print timestamps at regular positions"),
  }),
  examples: {
    "tidemark tape --limit 20": "the last twenty events",
    "tidemark tape --after 1000 --limit 100": "a hundred older events",
  },
  run: async (deps, input) => (await import("../../../app/tape/tape-page.ts")).tapePage(deps, input),
  text: tapeText,
});

export const asOfVerb = verb({
  name: "as-of",
  summary: "Show the memory as it was at an earlier event.",
  effect: "reads",
  input: z.strictObject({
    position: position("Position of the last event to count"),
    brief: flag("Also show the brief of that time"),
    limit: limit(50),
    offset: offset(),
  }),
  words: ["position"],
  examples: {
    "tidemark as-of 20": "the items of that time, and what happened to them since",
    "tidemark as-of 20 --brief": "with the brief of that time",
  },
  run: async (deps, input) => (await import("../../../app/tape/memory-at.ts")).memoryAt(deps, input),
  text: memoryAtText,
});

export const agentsVerb = verb({
  name: "agents",
  summary: "List the agents of this project, their last visit, and the number of changes since.",
  effect: "reads",
  input: z.strictObject({}),
  examples: { "tidemark agents": "marks nothing as read" },
  run: async (deps) => (await import("../../../app/resume/agents.ts")).listAgents(deps),
  text: agentsText,
});

export const usageVerb = verb({
  name: "usage",
  summary: "Show when and how often an item was shown to agents and used.",
  effect: "reads",
  input: z.strictObject({
    id: text("Id or label, like dec#3"),
  }),
  words: ["id"],
  examples: { "tidemark usage dec#1": "each text that contained it, newest first" },
  run: async (deps, input) => (await import("../../../app/tape/item-usage.ts")).itemUsage(deps, input),
  text: usageText,
});

const minute = (at: string): string => at.slice(0, 16).replace("T", " ");

function tapeText({ events, end }: TapePage, paint: Paint): string {
  if (events.length === 0) return `There are no events there. The tape ends at ${end}.`;
  const lines = events.map(({ position, at, type, by, text }) =>
    listEntry({ name: String(position), about: `${minute(at)} ${type} ${by}`, text }, paint),
  );
  return [...lines, paint.faint(`The tape ends at ${end}.`)].join("\n");
}

const SINCE = { same: "still holds", changed: "reworded since", ended: "ended since" } as const;

function memoryAtText(shown: MemoryAt, paint: Paint): string {
  const { position, at, items, total, since, brief } = shown;
  const head = `${count(total, "statement")} held at position ${position}, ${minute(at)}.`;
  const became = `${since.same} still hold, ${since.changed} were reworded, ${since.ended} ended; ${since.added} came later.`;
  const lines = items.map(({ label, kind, text, since: what }) =>
    listEntry({ name: label, about: `${kind}, ${SINCE[what]}`, text }, paint),
  );
  const told = brief?.text ? ["", printable(brief.text).trimEnd()] : [];
  return [paint.strong(head), became, ...lines, ...moreLine(items.length, shown, paint), ...told].join("\n");
}

function agentsText({ agents, total }: AgentVisits, paint: Paint): string {
  if (agents.length === 0) return "No agent has worked here yet.";
  const lines = agents.map(({ agent, worktree, since_at, summary, cursor }) => {
    const about = cursor === "set" ? `last briefed ${minute(since_at)}` : "not briefed yet";
    return listEntry({ name: agent, about: `${oneLine(worktree)}, ${about}`, text: summary }, paint);
  });
  const more = total > agents.length ? [paint.faint(`and ${total - agents.length} more`)] : [];
  return [...lines, ...more].join("\n");
}

function usageText(usage: ItemUsage, paint: Paint): string {
  const { label, shown, used, last_referenced_at, told, bundles_looked_at } = usage;
  const last = last_referenced_at === undefined ? "" : `, last on ${last_referenced_at.slice(0, 10)}`;
  const head = `${label} was shown ${count(shown, "time")} and used ${count(used, "time")}${last}.`;
  const lines = told.map(({ bundle, at, agent }) => `${minute(at)}  ${oneLine(agent)}  ${bundle}`);
  return [
    paint.strong(head),
    ...lines,
    paint.faint(`Searched the last ${count(bundles_looked_at, "bundle")}.`),
  ].join("\n");
}

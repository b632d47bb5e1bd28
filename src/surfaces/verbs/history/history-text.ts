import type { AgentsNow } from "../../../app/resume/agents.ts";
import type { ItemUsage } from "../../../app/tape/item-usage.ts";
import type { MemoryAt } from "../../../app/tape/memory-at.ts";
import type { TapePage } from "../../../app/tape/tape-page.ts";
import { printable } from "../../../core/text/printable.ts";
import { moreLine } from "../text/columns.ts";
import { listEntry } from "../text/item-text.ts";
import { oneLine, type Paint } from "../text/paint.ts";
import { count } from "../text/tape-text.ts";

const minute = (at: string): string => at.slice(0, 16).replace("T", " ");

export function tapeText({ events, end }: TapePage, paint: Paint): string {
  if (events.length === 0) return `There are no events there. The tape ends at ${end}.`;
  const lines = events.map(({ position, at, type, by, text }) =>
    listEntry({ name: String(position), about: `${minute(at)} ${type} ${by}`, text }, paint),
  );
  return [...lines, paint.faint(`The tape ends at ${end}.`)].join("\n");
}

const SINCE = { same: "still holds", changed: "reworded since", ended: "ended since" } as const;

export function memoryAtText(shown: MemoryAt, paint: Paint): string {
  const { position, at, items, total, since, brief } = shown;
  const head = `${count(total, "statement")} held at position ${position}, ${minute(at)}.`;
  const became = `${since.same} still hold, ${since.changed} were reworded, ${since.ended} ended; ${since.added} came later.`;
  const lines = items.map(({ label, kind, text, since: what }) =>
    listEntry({ name: label, about: `${kind}, ${SINCE[what]}`, text }, paint),
  );
  const told = brief?.text ? ["", printable(brief.text).trimEnd()] : [];
  return [paint.strong(head), became, ...lines, ...moreLine(items.length, shown, paint), ...told].join("\n");
}

export function agentsText({ agents, total }: AgentsNow, paint: Paint): string {
  if (agents.length === 0) return "No agent has worked here yet.";
  const lines = agents.map(({ agent, worktree, since_at, summary, cursor }) => {
    const about = cursor === "set" ? `last briefed ${minute(since_at)}` : "not briefed yet";
    return listEntry({ name: agent, about: `${oneLine(worktree)}, ${about}`, text: summary }, paint);
  });
  const more = total > agents.length ? [paint.faint(`and ${total - agents.length} more`)] : [];
  return [...lines, ...more].join("\n");
}

export function usageText(usage: ItemUsage, paint: Paint): string {
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

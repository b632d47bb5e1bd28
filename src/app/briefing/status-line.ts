import { OWN_BEGIN, OWN_END } from "../../core/bundle/own-words.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, ProjectDeps } from "../runtime/deps.ts";
import { dueCount } from "../sessions/due-count.ts";

/** Maximum number of insights that are counted. */
const INSIGHTS_MAX = 500;
const STALE: readonly unknown[] = ["stale", "expired", "drift"];

/** The only text that a host gets if nothing may be injected: the end of the tape, due sessions, and open doubts. */
export async function statusLine(deps: MemoryDeps & ProjectDeps): Promise<string> {
  if (!deps.project.hasMemory) return "";
  await catchUp(deps, "items");
  const selection = {
    kinds: ["insight"],
    statuses: ["open"],
    order: "newest",
    limit: INSIGHTS_MAX,
    offset: 0,
  } as const;
  const { rows } = await deps.store.views.select(deps.views.items, selection);
  const stale = rows.filter(({ type }) => STALE.includes(type)).length;
  const { position } = await deps.store.tape.end();
  const due = await dueCount(deps);
  const line = `${position} events recorded, ${due} ${due === 1 ? "session" : "sessions"} to read, ${stale} possibly outdated. To search: ${deps.command({ verb: "brief" })}, ${deps.command({ verb: "recall", words: ["…"] })}`;
  return ownText(line);
}

/** A line of ours between the marks by which we recognise our own text in a transcript. */
export const ownText = (line: string): string => `${OWN_BEGIN}\n${line}\n\n${OWN_END}\n`;

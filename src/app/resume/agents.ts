import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ItemDeps } from "../runtime/deps.ts";
import type { Delta } from "./delta.ts";
import { agentNews } from "./resume.ts";

/** An agent of this project, when it was last here, and what others changed since. */
export type AgentVisit = Pick<
  Delta,
  | "agent"
  | "worktree"
  | "cursor"
  | "since_at"
  | "since_position"
  | "summary"
  | "counts"
  | "unseen_event_count"
> & {
  /** The first changed items. */
  readonly items: Delta["items"];
  readonly items_left_out: number;
};

export type AgentVisits = { readonly agents: readonly AgentVisit[]; readonly total: number };

const AGENTS_MAX = 12;
const ITEMS_MAX = 8;

/** Agents, the one that was here last first. Looking marks nothing as read. */
export async function listAgents(deps: ItemDeps): Promise<AgentVisits> {
  await catchUp(deps, "cursors");
  const page = { kinds: ["cursor"], order: "newest", limit: AGENTS_MAX, offset: 0 } as const;
  const { rows, total } = await deps.store.views.select(deps.views.cursors, page);
  const agents: AgentVisit[] = [];
  for (const { agent, worktree } of rows) {
    const { delta } = await agentNews({ ...deps, writer: { ...deps.writer, agent, worktree } });
    const { cursor, since_at, since_position, summary, counts, unseen_event_count } = delta;
    const items = delta.items.slice(0, ITEMS_MAX);
    const left = delta.items_left_out + delta.items.length - items.length;
    const head = { agent, worktree, cursor, since_at, since_position, summary, counts, unseen_event_count };
    agents.push({ ...head, items, items_left_out: left });
  }
  return { agents, total };
}

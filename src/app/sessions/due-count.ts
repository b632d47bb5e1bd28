import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** How many sessions wait to be read. */
export async function dueCount(deps: MemoryDeps): Promise<number> {
  await catchUp(deps, "sessions");
  const selection = { kinds: ["due"], order: "oldest", limit: 0, offset: 0 } as const;
  return (await deps.store.views.select(deps.views.sessions, selection)).total;
}

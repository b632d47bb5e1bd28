import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** How many sessions wait to be read. */
export async function dueCount(world: MemoryDeps): Promise<number> {
  await catchUp(world, "sessions");
  const selection = { kinds: ["due"], order: "oldest", limit: 0, offset: 0 } as const;
  return (await world.store.views.select(world.views.sessions, selection)).total;
}

import { catchUp, type World } from "../runtime/world.ts";

/** How many sessions wait to be read. */
export async function dueCount(world: World): Promise<number> {
  await catchUp(world, "sessions");
  const selection = { kinds: ["due"], order: "oldest", limit: 0, offset: 0 } as const;
  return (await world.store.views.select(world.views.sessions, selection)).total;
}

import type { ContextChange } from "../../ports/context-files.ts";
import type { World } from "../runtime/world.ts";
import { changeOf, sessionFileOf } from "./session.ts";

/** Steps that are done and no longer fit into the file, in today's session file of the task. */
export async function putAway(world: World, task: string, texts: readonly string[]): Promise<ContextChange> {
  const { appendToSession } = await import("../../core/active-context/registry/session-file.ts");
  const file = await sessionFileOf(world, task);
  const notes = texts.map((done) => `done: ${done}`);
  const step = { at: world.clock.now(), title: "Moved out of the active context", notes };
  return changeOf(file, appendToSession(file.text, step));
}

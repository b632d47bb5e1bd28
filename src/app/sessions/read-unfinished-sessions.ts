import { isDead, SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import { catchUp, draft, type World } from "../runtime/world.ts";
import { findDue, tick } from "./worker.ts";

/** Sessions looked at for words that nobody has read. */
const LOOK_MAX = 20;
/** The host of the session that begins waits meanwhile. */
const READ_MS_MAX = 1500;
/** A session is read as a whole: more turns than these would take so long that the brief is given up. */
const READ_TURNS_MAX = 200;

/**
 * Reads what other sessions left unread, before one that begins is told what is known: a client that was killed, or that
 * never says goodbye, marks nothing. A model takes longer than a host waits, so where one reads along it is left to the
 * worker; so is what is too long.
 */
export async function readLeft(world: World, beginning: string): Promise<void> {
  if (!world.project.hasMemory || world.model) return;
  await catchUp(world, "sessions");
  const selection = { kinds: ["quiet"], order: "newest", limit: LOOK_MAX, offset: 0 } as const;
  const rows = (await world.store.select(world.views.sessions, selection)).rows;
  const left = rows.filter((row) => row.id !== beginning && row.unread > 0 && !isDead(row));
  if (left.length > 0)
    await world.store.append(
      left.map(({ id }) =>
        draft(world, { type: SESSION_EVENTS.marked, session: id, payload: { reason: "another began" } }),
      ),
    );
  await catchUp(world, "sessions");
  const due = await findDue(world, LOOK_MAX);
  if (due.length > 0 && due.every(({ unread }) => unread <= READ_TURNS_MAX))
    await tick(world, { until: world.clock.now() + READ_MS_MAX });
}

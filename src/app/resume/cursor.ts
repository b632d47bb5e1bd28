import {
  cursorKey,
  DELTA,
  heardKey,
  type ReadPosition,
  readPositionIn,
  type TapePlace,
} from "../../core/resume/cursors-view.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { catchUp, mayRecord, newDraft } from "../runtime/decide-and-commit.ts";
import type { ItemDeps, MemoryDeps, WriteDeps } from "../runtime/deps.ts";

/**
 * An agent's read position. Unreadable: the recorded position does not fit this tape, because it is from another tape or the tape was
 * salvaged. Then nobody can say what is new.
 */
export type Cursor =
  | { readonly state: "none" }
  | { readonly state: "set"; readonly reached: ReadPosition }
  | { readonly state: "unreadable"; readonly reached: ReadPosition };

/** The position up to which this agent, in this worktree, was told and has read. */
export async function readCursor(deps: WriteDeps): Promise<Cursor> {
  await catchUp(deps, "cursors");
  const { store, views, writer } = deps;
  const key = cursorKey(writer);
  const row = rowAt(await store.views.rows(views.cursors, [key]), key);
  const sessions = [...(row?.given ?? []), ...(row?.begun ?? [])].map(({ session }) => heardKey(session));
  const heard = sessions.length === 0 ? new Map() : await store.views.rows(views.cursors, sessions);
  const reached = readPositionIn(row, (session) => rowAt(heard, heardKey(session)));
  if (reached === undefined) return { state: "none" };
  return { state: (await isOfThisTape(deps, reached.up_to)) ? "set" : "unreadable", reached };
}

/** The chain binds a position to everything before it: the same hash there means the same tape up to there. */
export async function isOfThisTape({ store }: MemoryDeps, { position, hash }: TapePlace): Promise<boolean> {
  const { hash: found } =
    position === 0 ? { hash } : ((await store.events.eventsAt([position]))[0] ?? { hash: "" });
  return found === hash;
}

export type CursorMove = {
  readonly upTo: TapePlace;
  readonly head?: string | undefined;
  readonly session?: string | undefined;
  readonly from?: TapePlace | undefined;
  readonly items: number;
};

/** Records that an agent was shown the changes. They count as read once the session has another turn. */
export async function recordGivenDelta(
  deps: ItemDeps,
  { upTo, head, session, from, items }: CursorMove,
): Promise<void> {
  if (!mayRecord(deps)) return;
  const payload = {
    up_to: upTo,
    items,
    ...(head === undefined ? {} : { head }),
    ...(from === undefined ? {} : { from }),
  };
  const told = { type: DELTA.given, payload, ...(session === undefined ? {} : { session }) };
  await deps.store.tape.enqueue([newDraft(deps, told)]);
  deps.crashPoint("delta.noted");
}

/** Records that this agent has read everything up to a position. */
export async function acknowledge(
  deps: WriteDeps,
  { upTo, head, session }: Pick<CursorMove, "upTo" | "head" | "session">,
): Promise<void> {
  const payload = { up_to: upTo, ...(head === undefined ? {} : { head }) };
  const read = { type: DELTA.acknowledged, payload, ...(session === undefined ? {} : { session }) };
  await deps.store.tape.append([newDraft(deps, read)]);
}

/** An agent that ends its session itself has read the changes that the session was given. */
export async function acknowledgeGiven(deps: WriteDeps, session: string): Promise<void> {
  const cursor = await readCursor(deps);
  const key = cursorKey(deps.writer);
  const row = rowAt(await deps.store.views.rows(deps.views.cursors, [key]), key);
  const given = row?.given.findLast((one) => one.session === session);
  if (given === undefined) return;
  const { up_to: upTo, head } = given;
  if (cursor.state === "set" && cursor.reached.up_to.position >= upTo.position) return;
  await acknowledge(deps, { upTo, head, session });
}

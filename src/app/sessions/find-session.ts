import { MemoryError } from "../../core/failure.ts";
import { safeId } from "../../core/redact/safe-id.ts";
import type { SessionRow } from "../../core/sessions/sessions-view.ts";
import { plainId } from "../../core/tape/plain-id.ts";
import { nearest } from "../../core/text/nearest.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Maximum number of sessions compared with a name that does not exist. */
const NEAR_MAX = 2000;

/** Minimum length of a prefix that may name a session, if it names only one. */
const PREFIX_MIN = 3;

/** The id of a session on the tape. It differs from the caller's id if that has another form or contains a secret. */
export const sessionIdOnTape = (deps: MemoryDeps, given: string): string =>
  safeId(plainId(given), deps.sha256);

/** The session that the caller names; an error names the input field. */
export async function findSession(deps: MemoryDeps, given: string, field = "id"): Promise<SessionRow> {
  await catchUp(deps, "sessions");
  const { sessions } = deps.views;
  const id = sessionIdOnTape(deps, given);
  const row = (await deps.store.views.rows(sessions, [id])).get(id);
  if (row) return row;
  const { rows } = await deps.store.views.select(sessions, { order: "newest", limit: NEAR_MAX, offset: 0 });
  const begun = rows.filter((session) => id.length >= PREFIX_MIN && String(session.id).startsWith(id));
  const [only] = begun;
  if (only && begun.length === 1) return only;
  if (begun.length > 1) {
    const some = begun.slice(0, 3).map((session) => session.id);
    throw new MemoryError("input.unknown_id", `${begun.length} sessions begin with "${id}".`, {
      field,
      fix: `Give more letters: ${some.join(", ")}${begun.length > some.length ? ", …" : ""}`,
    });
  }
  const close = nearest(
    id,
    rows.map((session) => String(session.id)),
  );
  const help =
    id.length < PREFIX_MIN
      ? `Give at least ${PREFIX_MIN} letters of its id.`
      : ({ to: "To list them", verb: "session list" } as const);
  throw new MemoryError("input.unknown_id", `There is no session "${id}" in this project.`, {
    field,
    fix: close ? `Did you mean "${close}"?` : help,
  });
}

import { withoutOwn } from "../../core/bundle/own-words.ts";
import { MemoryError } from "../../core/failure.ts";
import { isObject } from "../../core/fields.ts";
import { parseJson } from "../../core/parse-json.ts";
import { SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import { canonical } from "../../core/tape/canonical.ts";
import { CATALOGUE } from "../../core/tape/catalogue.ts";
import { checkDraft, unknownType } from "../../core/tape/check.ts";
import type { Draft, Payload, Position } from "../../core/tape/event.ts";
import { draftOfLine, limitTurnText, typeOf } from "../../core/tape/record-line.ts";
import { isSemantic } from "../../core/tape/semantic/semantic-types.ts";
import { AGENT_RECORD_HOST, SUBAGENT } from "../../core/tape/turn-speaker.ts";
import { newDraft } from "../runtime/decide-and-commit.ts";
import type { WorkerDeps, WriteDeps } from "../runtime/deps.ts";
import { dueCount } from "../sessions/due-count.ts";

export type RecordInput = { readonly file: string };

export type RecordResult = {
  readonly read: number;
  readonly recorded: number;
  /** The server of the memory is away: the events wait on this machine and are sent later. */
  readonly waiting?: true;
  /** Number of events that were already on the tape: recording them again is a no-op. */
  readonly known: number;
  readonly first_position?: Position;
  readonly last_position?: Position;
  /** Number of sessions that now wait to be read. */
  readonly due: number;
};

/** One call records all or nothing, so all of its lines are in memory at once. Larger inputs are for `import`. */
const LINES_MAX = 200_000;

/** Records events given as JSON lines, from a file or from standard input. */
export async function record(deps: WorkerDeps, input: RecordInput): Promise<RecordResult> {
  const drafts: Draft[] = [];
  const seen = new Map<string, number>();
  let number = 0;
  for await (const line of deps.files.lines(input.file)) {
    number++;
    if (line.trim() === "") continue;
    if (drafts.length >= LINES_MAX) throw tooMany();
    drafts.push(draftAt(deps, line, { number, seen }));
  }
  const placed = await deps.store.tape.append(drafts);
  const fresh = placed.filter((one) => one.isNew);
  await markSessions(deps, new Set(drafts.filter((_, i) => placed[i]?.isNew).flatMap(sessionOfTurn)));
  if (deps.project.asOf !== undefined)
    return { read: drafts.length, recorded: fresh.length, waiting: true, known: 0, due: 0 };
  if (drafts.some(({ type }, i) => isSemantic(type) && placed[i]?.isNew))
    await (await import("../sessions/read-semantic-events.ts")).readSemanticEvents(deps);
  const positions =
    fresh.length === 0
      ? {}
      : { first_position: fresh[0]?.position ?? 0, last_position: fresh.at(-1)?.position ?? 0 };
  const known = placed.length - fresh.length;
  return { read: drafts.length, recorded: fresh.length, known, ...positions, due: await dueCount(deps) };
}

const sessionOfTurn = ({ type, session }: Draft): string[] =>
  type === "turn.recorded" && session !== undefined ? [session] : [];

/** Records from a file or a pipe are complete: they can be read without waiting until the session is idle. */
async function markSessions(deps: WriteDeps, sessions: ReadonlySet<string>): Promise<void> {
  const marks = [...sessions].map((session) =>
    newDraft(deps, { type: SESSION_EVENTS.marked, session, payload: { reason: "record" } }),
  );
  if (marks.length > 0) await deps.store.tape.append(marks);
}

type LineSpot = { readonly number: number; readonly seen: Map<string, number> };

function draftAt(deps: WriteDeps, line: string, { number, seen }: LineSpot): Draft {
  try {
    const given = inOwnName(deps, withoutOwn(limitTurnText(parseLine(line))));
    const type = typeOf(given.type);
    const kind = Object.hasOwn(CATALOGUE, type) ? CATALOGUE[type] : undefined;
    const known = Object.keys(CATALOGUE).filter((name) => CATALOGUE[name]?.recordable);
    if (!kind?.recordable) throw unknownType(type, ["turn", ...known]);
    const same = canonical(given);
    const ordinal = seen.get(same) ?? 0;
    seen.set(same, ordinal + 1);
    const stamp = { id: deps.ids.next("evt"), now: deps.clock.now(), writer: deps.writer };
    return checkDraft(draftOfLine(given, { ...stamp, version: kind.version, sha256: deps.sha256, ordinal }));
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    throw new MemoryError(error.code, `Line ${number}: ${error.message} Nothing was recorded.`, {
      cause: error,
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.fix === undefined ? {} : { fix: error.fix }),
    });
  }
}

/** An agent's recording is its own word: no line can belong to another host, and none is a person's turn. */
function inOwnName({ voice }: WriteDeps, line: Payload): Payload {
  if (voice === "person") return line;
  const isPersons = typeOf(line.type) === "turn.recorded" && (line.role ?? "user") === "user";
  return { ...line, host: AGENT_RECORD_HOST, ...(isPersons ? { speaker: SUBAGENT } : {}) };
}

function parseLine(line: string): Payload {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch (error) {
    if (error instanceof MemoryError) throw error;
    throw new MemoryError("input.invalid", "This is not JSON.", {
      cause: error,
      field: "line",
      fix: 'One object per line: {"type":"turn","session":"s1","role":"user","text":"…"}',
    });
  }
  if (isObject(value)) return value;
  throw new MemoryError("input.invalid", "This is JSON, but not an object.", { field: "line" });
}

function tooMany(): MemoryError {
  return new MemoryError(
    "input.invalid",
    `More than ${LINES_MAX} events in one call. Nothing was recorded.`,
    {
      field: "file",
      fix: "Split the file and record its parts one after the other.",
    },
  );
}

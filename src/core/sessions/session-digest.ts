import {
  type CommandRun,
  type Failure,
  type RecentWork,
  recentWorkIn,
} from "../active-context/sync/recent-work.ts";
import { chainedCommands } from "../extract/activity/command.ts";
import type { SeenTurn } from "../extract/activity/seen-turn.ts";
import { isPerson, spokenSentences, weightOf } from "../extract/activity/spoken.ts";
import { todoSteps } from "../extract/activity/todo-list.ts";
import { isHostile } from "../items/instruction-like.ts";
import type { Position } from "../tape/event.ts";
import { shorten } from "../text/shorten.ts";
import type { SessionRow } from "./sessions-view.ts";

/** A short verbatim quote from a session, and the position of its turn. */
export type DigestQuote = { readonly position: Position; readonly text: string };

/** The outcome of a command's last run. */
export type CommandResult = {
  readonly command: string;
  readonly outcome: CommandRun["outcome"];
  /** The line that says why it failed, if this failure was the last one of the session. */
  readonly error?: string;
  /** The changes between that failure and the run that passed. */
  readonly fixed_by?: readonly string[];
};

/**
 * The requests, the activity and the open work of one session: history, never a rule. It is computed from the turns on each request, so
 * that a forgotten turn leaves nothing behind.
 */
export type SessionDigest = {
  readonly session: string;
  readonly agent: string;
  readonly status: SessionRow["status"];
  readonly at: string;
  readonly turns: number;
  /** True if no person said anything and an agent worked alone. */
  readonly is_alone: boolean;
  /** The first meaningful words of a person, and the last ones if they differ. */
  readonly asked: readonly DigestQuote[];
  /** Changed files, last changed first, and the number of further files. */
  readonly files: readonly string[];
  readonly more_files: number;
  readonly commands: readonly CommandResult[];
  /** Unfinished steps of the agent's todo list. */
  readonly open_steps: readonly string[];
  /** True if nobody answered the person's last words. */
  readonly is_unanswered: boolean;
  /** Positions of the quoted turns. */
  readonly positions: readonly Position[];
};

const FILES_MAX = 5;
const COMMANDS_MAX = 3;
const STEPS_MAX = 3;
const ASKED_MAX = 110;
const STEP_MAX = 80;
const ERROR_MAX = 90;
/** A shorter prompt ("yes", "go on") does not describe a request. */
const ASKED_MIN = 12;

export type DigestInput = {
  readonly session: SessionRow;
  /** The first and the last turns of the session, in order. */
  readonly turns: readonly SeenTurn[];
  /** Returns a path relative to the root, or undefined for a path outside it. */
  readonly pathOf: (path: string) => string | undefined;
};

/** Digests one session by rule. */
export function digestSession({ session, turns, pathOf }: DigestInput): SessionDigest {
  const own = turns.filter(({ isAside }) => !isAside);
  const happened = recentWorkIn(own, pathOf);
  const asked = requestsIn(own);
  const list = todoSteps(own);
  const files = happened.files.toReversed();
  return {
    session: session.id,
    agent: session.agent,
    status: session.status,
    at: session.last_at,
    turns: session.turns,
    is_alone: !own.some(isPerson),
    asked,
    files: files.slice(0, FILES_MAX),
    more_files: Math.max(0, files.length - FILES_MAX),
    commands: resultsOf(happened),
    open_steps: list.steps
      .filter(({ status, text }) => status !== "done" && !isHostile(text))
      .slice(0, STEPS_MAX)
      .map(({ text }) => shorten(text, STEP_MAX)),
    is_unanswered: isUnanswered(own, asked),
    positions: [
      ...new Set([...asked.map(({ position }) => position), ...list.positions, ...failedAt(own, happened)]),
    ],
  };
}

/** The person's first and last request, in their own words. Words that a reader could take for orders are left out. */
function requestsIn(turns: readonly SeenTurn[]): DigestQuote[] {
  const requests = turns.filter(isPerson).flatMap((turn) => {
    const sentences = spokenSentences(turn).filter(({ isDoubtful }) => !isDoubtful);
    const text = sentences
      .map((sentence) => sentence.text)
      .join(" ")
      .replace(/\s+/gu, " ")
      .trim();
    return weightOf(text) < ASKED_MIN || isHostile(text)
      ? []
      : [{ position: turn.position, text: shorten(text, ASKED_MAX) }];
  });
  const [first, last] = [requests[0], requests.at(-1)];
  return [first, last].flatMap((each, i) => (each && (i === 0 || each !== first) ? [each] : []));
}

/** The last result of each check, and of each command that failed. They show the state of the work. */
function resultsOf({ runs, failure }: RecentWork): CommandResult[] {
  const last = new Map<string, CommandRun>();
  for (const run of runs) {
    const repeated =
      run.outcome === "passed" ? chainedCommands(run.command).filter((each) => last.has(each)) : [];
    for (const command of repeated.length > 0 ? repeated : [run.command]) {
      last.delete(command);
      last.set(command, { ...run, command });
    }
  }
  const newest = [...last.values()].reverse().filter(({ command }) => !isHostile(command));
  const telling = newest.filter(
    (run) => run.isCheck || run.outcome === "failed" || run.command === failure?.command,
  );
  return telling.slice(0, COMMANDS_MAX).map((run) => ({
    command: run.command,
    outcome: run.outcome,
    ...(failure?.command === run.command ? failureOf(failure) : {}),
  }));
}

function failureOf({ line, tried, isResolved }: Failure): Pick<CommandResult, "error" | "fixed_by"> {
  return {
    ...(line === "" || isHostile(line) ? {} : { error: shorten(line, ERROR_MAX) }),
    ...(isResolved && tried.length > 0 ? { fixed_by: tried } : {}),
  };
}

const failedAt = (turns: readonly SeenTurn[], { failure }: RecentWork): Position[] =>
  failure === undefined ? [] : turns.filter(({ at }) => at === failure.at).map(({ position }) => position);

/** True if a person spoke last and said something: nobody answered, or the client was killed before it could. */
function isUnanswered(turns: readonly SeenTurn[], asked: readonly DigestQuote[]): boolean {
  const last = turns.findLast(({ by }) => by === "person" || by === "agent" || by === "tool");
  return last !== undefined && last.position === asked.at(-1)?.position;
}

/** Cuts a text without splitting a surrogate pair. */

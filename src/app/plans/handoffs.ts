import { quote } from "../../core/bundle/quote.ts";
import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { stepsIn } from "../../core/items/plan-steps.ts";
import { touchedKey } from "../../core/resume/cursors-view.ts";
import { isAddressedTo, isSameAuthor } from "../../core/resume/delta.ts";
import { SESSION_EVENTS, type SessionRow } from "../../core/sessions/sessions-view.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { isTurn, type TurnSpeaker, turnSpeaker } from "../../core/tape/turn-speaker.ts";
import type { Commit } from "../../ports/git.ts";
import { type CreateResult, create } from "../items/create.ts";
import { findItem } from "../items/find-item.ts";
import { type TransitionResult, transition } from "../items/transition.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ItemDeps, MemoryDeps, OwnFileDeps, ProjectDeps, WriteDeps } from "../runtime/deps.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import { findSession } from "../sessions/find-session.ts";
import { movedPlans } from "./open-work.ts";

export type HandoffInput = {
  readonly text?: string | undefined;
  readonly to?: string | undefined;
  readonly open_work?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly verify_cmd?: string | undefined;
  /** Fills in fields that the caller omits from what this session did; `last` is this agent's last session. */
  readonly from_session?: string | undefined;
};

/** Creates a note for the next agent. */
export async function handoffCreate(deps: ItemDeps, input: HandoffInput): Promise<CreateResult> {
  const { from_session, ...given } = input;
  const found = from_session === undefined ? {} : await leftBy(deps, await sessionNamed(deps, from_session));
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const fields = { from: deps.writer.agent, ...found, ...said };
  const text = "text" in fields ? String(fields.text) : undefined;
  if (text === undefined) {
    throw new MemoryError("input.invalid", "A handoff needs a text.", {
      field: "text",
      fix: { verb: "handoff create", options: { from_session: "last" } },
    });
  }
  return create(deps, { ...fields, kind: "handoff", text });
}

async function sessionNamed(deps: WriteDeps, name: string): Promise<SessionRow> {
  if (name !== "last") return findSession(deps, name, "from_session");
  await catchUp(deps, "sessions");
  const selection = { order: "newest", limit: SESSIONS_MAX, offset: 0 } as const;
  const rows = (await deps.store.views.select(deps.views.sessions, selection)).rows;
  const own = rows.filter((session) => isSameAuthor(session, deps.writer));
  const last = own.sort((a, b) => b.last_position - a.last_position)[0];
  if (last) return last;
  throw new MemoryError("input.unknown_id", `"${deps.writer.agent}" had no session here yet.`, {
    field: "from_session",
    fix: { to: "To list them", verb: "session list" },
  });
}

const SESSIONS_MAX = 200;
const TAIL_EVENTS = 60;
const COMMITS_LOOK_MAX = 60;
/** Maximum number of entries in a list that is filled in; nobody reads longer ones. */
const LIST_MAX = 20;

/** The results and open work of a session, as fields of a handoff. */
async function leftBy(
  deps: MemoryDeps & ProjectDeps,
  session: SessionRow,
): Promise<{ readonly [field: string]: unknown }> {
  const [first] = await deps.store.events.sessionEvents(session.id, 0, 1);
  const plans = await movedPlans(deps, session, first?.position ?? 0);
  const commits = await commitsOf(deps, session);
  const files = await filesOf(deps, session);
  const branch = first?.type === SESSION_EVENTS.started ? first.payload?.branch : undefined;
  const isOwn = ({ assignee }: ItemRow): boolean => assignee === undefined || assignee === session.agent;
  const open = plans.filter(isOwn).flatMap(openSteps);
  return {
    text: handoffText({
      session: session.id,
      plans,
      commits: commits.length,
      ...(await lastWords(deps, session)),
      ...(typeof branch === "string" ? { branch } : {}),
    }),
    ...(open.length === 0 ? {} : { open_work: open.slice(0, LIST_MAX) }),
    ...(files.length === 0 ? {} : { files: files.slice(-LIST_MAX) }),
    ...(commits.length === 0
      ? {}
      : {
          commits: commits
            .slice(0, LIST_MAX)
            .map(({ commit, subject }) => `${commit.slice(0, 10)} ${subject}`),
        }),
  };
}

/** The open steps of a plan; the plan itself if it has no steps. */
function openSteps(plan: ItemRow): string[] {
  if (plan.status === "done" || plan.status === "dropped") return [];
  const steps = stepsIn(plan);
  return steps.length === 0
    ? [`${plan.label}: ${plan.text}`]
    : steps.filter(({ status }) => status !== "done").map(({ text }) => `${plan.label}: ${text}`);
}

async function commitsOf({ git }: ProjectDeps, { started_at, last_at }: SessionRow): Promise<Commit[]> {
  const [from, to] = [Math.floor(Date.parse(started_at) / 1000) * 1000, Date.parse(last_at)];
  return (await git.log(COMMITS_LOOK_MAX)).filter(({ at }) => at >= from && at <= to);
}

async function filesOf(deps: MemoryDeps, session: SessionRow): Promise<readonly string[]> {
  await catchUp(deps, "cursors");
  const key = touchedKey(session);
  const row = rowAt(await deps.store.views.rows(deps.views.cursors, [key]), key);
  return row?.paths ?? [];
}

async function lastWords(
  { store }: MemoryDeps,
  session: SessionRow,
): Promise<{ readonly asked?: string; readonly answered?: string }> {
  const events = await store.events.sessionTail(session.id, session.last_position, TAIL_EVENTS);
  const tail = upcastAll(events).filter(isTurn);
  const last = (by: TurnSpeaker): string | undefined => {
    const turn = tail.findLast(({ payload }) => turnSpeaker(payload) === by);
    const text = (turn?.payload?.text ?? "").trim();
    return text === "" ? undefined : text;
  };
  const [asked, answered] = [last("person"), last("agent")];
  return { ...(asked === undefined ? {} : { asked }), ...(answered === undefined ? {} : { answered }) };
}

export type HandoffMove = { readonly id: string; readonly reason?: string | undefined };

/** Accepts or closes a handoff. */
export async function handoffMove(
  deps: ItemDeps & OwnFileDeps,
  { id, reason }: HandoffMove,
  status: "accepted" | "closed",
): Promise<TransitionResult> {
  const item = await findItem(deps, id);
  if (item.kind !== "handoff") {
    throw new MemoryError("input.invalid", `${item.label} is a ${item.kind}, not a handoff.`, {
      field: "id",
      fix: { to: "To list them", verb: "handoff list" },
    });
  }
  return transition(deps, { id, status, reason });
}

export type Handoffs = { readonly handoffs: readonly ItemRow[]; readonly to_others: number };

/** Open handoffs that this agent may accept; with `all` also those addressed to others. */
export async function handoffList(deps: WriteDeps, { all }: { readonly all: boolean }): Promise<Handoffs> {
  const { rows } = await scanItems(deps, {
    kinds: ["handoff"],
    statuses: ["open", "accepted"],
    order: "newest",
  });
  const handoffs = all ? rows : rows.filter((item) => isAddressedTo(item, deps.writer));
  return { handoffs, to_others: rows.length - handoffs.length };
}

/** Results and open work of a session. */
type SessionRemains = {
  readonly session: string;
  readonly branch?: string;
  /** Plans that changed in the session, by label, with their status. */
  readonly plans: readonly { readonly label: string; readonly text: string; readonly status: string }[];
  readonly commits: number;
  /** The last words of the person and of the agent. */
  readonly asked?: string;
  readonly answered?: string;
};

/** The text of a handoff, from the results of a session. */
function handoffText({ session, branch, plans, commits, asked, answered }: SessionRemains): string {
  const where = branch === undefined ? "" : ` on branch ${branch}`;
  const moved = plans.map(({ label, text, status }) => `${label} (${status}): ${quote(text)}`);
  return [
    `Session ${session}${where}${commits === 0 ? "" : `, ${commits} ${commits === 1 ? "commit" : "commits"}`}.`,
    ...(moved.length === 0 ? [] : [`Plans: ${moved.join("; ")}.`]),
    ...(asked === undefined ? [] : [`Last asked: ${quote(asked)}`]),
    ...(answered === undefined ? [] : [`Last answer: ${quote(answered)}`]),
  ].join("\n");
}

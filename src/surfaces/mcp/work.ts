import * as z from "zod/mini";
import { refreshWorking } from "../../app/briefing/working-memory.ts";
import { type CreateResult, create } from "../../app/items/create.ts";
import { handoffCreate } from "../../app/plans/handoffs.ts";
import { acknowledge } from "../../app/resume/cursor.ts";
import { agentNews } from "../../app/resume/resume.ts";
import { newDraft } from "../../app/runtime/decide-and-commit.ts";
import type { ItemDeps, MemoryDeps, OwnFileDeps, TaskDeps, WorkerDeps } from "../../app/runtime/deps.ts";
import { findSession } from "../../app/sessions/find-session.ts";
import { giveBrief, sessionEnd, sessionStart, sessionToEnd } from "../../app/sessions/sessions.ts";
import { MemoryError } from "../../core/failure.ts";
import { SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import { optionalText, withHelp } from "../verbs/inputs.ts";
import { handoffCreateVerb } from "../verbs/resume-verbs.ts";
import { sessionEndVerb } from "../verbs/session-verbs.ts";
import { budgetInput } from "../verbs/text/agent-text.ts";
import { verb } from "../verbs/verb.ts";

/** Acts on the active context, the file that describes the state of a task. */
const CONTEXT_INTENTS = ["load", "sync", "switch", "archive", "restore"] as const;
/** Intents that change files of the serving machine. */
const CHANGES_FILES: readonly string[] = ["sync", "switch", "archive", "restore"];
const INTENTS = ["start", "resume", "checkpoint", "handoff", "end", ...CONTEXT_INTENTS] as const;

const handoff = handoffCreateVerb.input.shape;

const INPUT = z.strictObject({
  intent: withHelp(z.enum(INTENTS), "What you are about to do"),
  session: optionalText("The id from start; not needed if your host has one", { min: 1, max: 200 }),
  text: optionalText("checkpoint: your state. handoff, end: what the next agent must know", { min: 1 }),
  to: handoff.to,
  open_work: handoff.open_work,
  files: handoff.files,
  verify_cmd: handoff.verify_cmd,
  task: optionalText("switch, archive, restore: the task's id", { min: 1, max: 200 }),
  goal: optionalText("switch: the goal of a new task", { min: 1, max: 2000 }),
  patch: withHelp(
    z.optional(z.record(z.string(), z.unknown())),
    'sync: what only you know, like {"progress": {"next": ["…"]}}',
  ),
  reason: sessionEndVerb.input.shape.reason,
  budget: budgetInput("brief.tokens"),
});

type WorkInput = z.output<typeof INPUT>;

/**
 * The life of a session in one tool: the command line's `session`, `resume` and `handoff`. An agent that chooses among eight tools finds
 * this one; among thirty it would not.
 */
export const workVerb = verb({
  name: "work",
  summary: "Start, resume, save, hand over or end your work.",
  effect: "writes",
  remote: ({ intent }) => (CHANGES_FILES.includes(intent) ? "never" : "contributor"),
  input: INPUT,
  examples: {},
  run: work,
  text: (output) => JSON.stringify(output),
});

async function work(deps: WorkerDeps, input: WorkInput): Promise<object> {
  const { session, budget } = input;
  switch (input.intent) {
    case "start": {
      const started = await sessionStart(deps, { include_context: false, session });
      return { session: started.session, ...(await giveBrief(deps, started.session, { budget })) };
    }
    case "resume":
      return giveBrief(deps, await sessionOnTape(deps, session), { budget });
    case "checkpoint":
      return checkpoint(deps, input);
    case "handoff":
      return handOver(deps, input, await sessionOnTape(deps, session));
    case "end":
      return end(deps, input);
    case "load":
      return (await import("../../app/active-context/list.ts")).contextActive(deps);
    case "sync":
      return (await import("../../app/active-context/sync.ts")).contextSync(deps, { patch: input.patch });
    case "archive":
      return (await import("../../app/active-context/archive.ts")).contextArchive(deps, { id: input.task });
    case "switch":
    case "restore":
      return switchTask(deps, input.intent, input);
  }
}

async function switchTask(
  deps: TaskDeps,
  intent: "switch" | "restore",
  { task, goal, text }: WorkInput,
): Promise<object> {
  if (task === undefined)
    throw new MemoryError("input.invalid", `work: ${intent} needs the id of a task.`, {
      field: "task",
      fix: 'To list the tasks: find(kind: "plan").',
    });
  const { contextSwitch } = await import("../../app/active-context/switch.ts");
  return contextSwitch(deps, { id: task, goal, reason: text, isKnown: intent === "restore" }, intent);
}

/** A host's session without hook events is unknown here. Its agent still gets an answer. */
async function sessionOnTape(deps: MemoryDeps, session: string | undefined): Promise<string | undefined> {
  if (session === undefined) return undefined;
  try {
    return (await findSession(deps, session, "session")).id;
  } catch (error) {
    if (error instanceof MemoryError && error.code === "input.unknown_id") return undefined;
    throw error;
  }
}

/** Records where the agent is, tells it what others did meanwhile, and counts that as read. */
async function checkpoint(
  deps: ItemDeps & OwnFileDeps,
  { text, session: named }: WorkInput,
): Promise<object> {
  const session = await sessionOnTape(deps, named);
  const note = text === undefined ? undefined : (await create(deps, { kind: "note", text })).item;
  const news = await agentNews(deps);
  await acknowledge(deps, news);
  if (session !== undefined) {
    const mark = { type: SESSION_EVENTS.marked, session, payload: { reason: "checkpoint" } };
    await deps.store.tape.append([newDraft(deps, mark)]);
    await refreshWorking(deps, session);
  }
  return {
    ...(session === undefined ? {} : { session }),
    ...(note === undefined ? {} : { note }),
    delta: news.delta,
  };
}

/** Uses the agent's own words, completed by what its session did; without words, only the latter. */
function handOver(deps: ItemDeps, input: WorkInput, session: string | undefined): Promise<CreateResult> {
  const { text, to, open_work, files, verify_cmd } = input;
  const from = session ?? (text === undefined ? "last" : undefined);
  return handoffCreate(deps, { text, to, open_work, files, verify_cmd, from_session: from });
}

async function end(deps: ItemDeps & OwnFileDeps, input: WorkInput): Promise<object> {
  if (input.session === undefined) {
    throw new MemoryError("input.invalid", "work: there is no session to end.", {
      field: "session",
      fix: 'Pass the id that work(intent: "start") returned. To leave only a note, use intent "handoff".',
    });
  }
  const { id } = await sessionToEnd(deps, input.session, "session");
  const left = input.text === undefined ? undefined : await handOver(deps, input, id);
  const { status, open_work } = await sessionEnd(deps, { id, reason: input.reason, handoff: false });
  return { session: id, status, open_work, ...(left === undefined ? {} : { handoff: left.item }) };
}

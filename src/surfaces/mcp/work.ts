import * as z from "zod/mini";
import { refreshWorking } from "../../app/briefing/working-memory.ts";
import { type Created, create } from "../../app/items/create.ts";
import { handoffCreate } from "../../app/plans/handoffs.ts";
import { acknowledge } from "../../app/resume/cursor.ts";
import { newsFor } from "../../app/resume/resume.ts";
import { draft } from "../../app/runtime/decide-and-commit.ts";
import type { ItemDeps, MemoryDeps, OwnFileDeps, TaskDeps, WorkerDeps } from "../../app/runtime/deps.ts";
import { sessionBy } from "../../app/sessions/session-by.ts";
import { giveBrief, sessionEnd, sessionStart, sessionToEnd } from "../../app/sessions/sessions.ts";
import { MemoryError } from "../../core/failure.ts";
import { SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import { described, optionalText } from "../verbs/inputs.ts";
import { handoffCreateVerb } from "../verbs/resume-verbs.ts";
import { sessionEndVerb } from "../verbs/session-verbs.ts";
import { budgetInput } from "../verbs/text/agent-text.ts";
import { verb } from "../verbs/verb.ts";

/** What is done to the active context, the file that says where the work on a task stands. */
const CONTEXT_INTENTS = ["load", "sync", "switch", "archive", "restore"] as const;
/** Intents that change files of the machine that serves. */
const CHANGES_FILES: readonly string[] = ["sync", "switch", "archive", "restore"];
const INTENTS = ["start", "resume", "checkpoint", "handoff", "end", ...CONTEXT_INTENTS] as const;

const handoff = handoffCreateVerb.input.shape;

const INPUT = z.strictObject({
  intent: described(z.enum(INTENTS), "What you are about to do"),
  session: optionalText("The id from start; not needed if your host has one", { min: 1, max: 200 }),
  text: optionalText("checkpoint: your state. handoff, end: what the next agent must know", { min: 1 }),
  to: handoff.to,
  open_work: handoff.open_work,
  files: handoff.files,
  verify_cmd: handoff.verify_cmd,
  task: optionalText("switch, archive, restore: the task's id", { min: 1, max: 200 }),
  goal: optionalText("switch: the goal of a new task", { min: 1, max: 2000 }),
  patch: described(
    z.optional(z.record(z.string(), z.unknown())),
    'sync: what only you know, like {"progress": {"next": ["…"]}}',
  ),
  reason: sessionEndVerb.input.shape.reason,
  budget: budgetInput("brief.tokens"),
});

type WorkInput = z.output<typeof INPUT>;

/**
 * The life of a session in one tool: what the command line has `session`, `resume` and `handoff` for. An agent
 * that has to choose among eight tools finds this one; among thirty it finds none.
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

async function work(world: WorkerDeps, input: WorkInput): Promise<object> {
  const { session, budget } = input;
  switch (input.intent) {
    case "start": {
      const started = await sessionStart(world, { include_context: false, session });
      return { session: started.session, ...(await giveBrief(world, started.session, { budget })) };
    }
    case "resume":
      return giveBrief(world, await sessionOnTape(world, session), { budget });
    case "checkpoint":
      return checkpoint(world, input);
    case "handoff":
      return handOver(world, input, await sessionOnTape(world, session));
    case "end":
      return end(world, input);
    case "load":
      return (await import("../../app/active-context/list.ts")).contextActive(world);
    case "sync":
      return (await import("../../app/active-context/sync.ts")).contextSync(world, { patch: input.patch });
    case "archive":
      return (await import("../../app/active-context/archive.ts")).contextArchive(world, { id: input.task });
    case "switch":
    case "restore":
      return switchTask(world, input.intent, input);
  }
}

async function switchTask(
  world: TaskDeps,
  intent: "switch" | "restore",
  { task, goal, text }: WorkInput,
): Promise<object> {
  if (task === undefined)
    throw new MemoryError("input.invalid", `work: ${intent} needs the id of a task.`, {
      field: "task",
      fix: 'To list the tasks: find(kind: "plan").',
    });
  const { contextSwitch } = await import("../../app/active-context/switch.ts");
  return contextSwitch(world, { id: task, goal, reason: text, isKnown: intent === "restore" }, intent);
}

/** A host's session without hook events is unknown here; its agent still gets an answer. */
async function sessionOnTape(world: MemoryDeps, session: string | undefined): Promise<string | undefined> {
  if (session === undefined) return undefined;
  try {
    return (await sessionBy(world, session, "session")).id;
  } catch (error) {
    if (error instanceof MemoryError && error.code === "input.unknown_id") return undefined;
    throw error;
  }
}

/** Keeps where the agent is, tells it what others did meanwhile, and counts that as read. */
async function checkpoint(
  world: ItemDeps & OwnFileDeps,
  { text, session: named }: WorkInput,
): Promise<object> {
  const session = await sessionOnTape(world, named);
  const note = text === undefined ? undefined : (await create(world, { kind: "note", text })).item;
  const news = await newsFor(world);
  await acknowledge(world, news);
  if (session !== undefined) {
    const mark = { type: SESSION_EVENTS.marked, session, payload: { reason: "checkpoint" } };
    await world.store.tape.append([draft(world, mark)]);
    await refreshWorking(world, session);
  }
  return {
    ...(session === undefined ? {} : { session }),
    ...(note === undefined ? {} : { note }),
    delta: news.delta,
  };
}

/** In the agent's own words, filled up from what its session did; from that alone where it says nothing. */
function handOver(world: ItemDeps, input: WorkInput, session: string | undefined): Promise<Created> {
  const { text, to, open_work, files, verify_cmd } = input;
  const from = session ?? (text === undefined ? "last" : undefined);
  return handoffCreate(world, { text, to, open_work, files, verify_cmd, from_session: from });
}

async function end(world: ItemDeps & OwnFileDeps, input: WorkInput): Promise<object> {
  if (input.session === undefined) {
    throw new MemoryError("input.invalid", "work: there is no session to end.", {
      field: "session",
      fix: 'Pass the id that work(intent: "start") returned. To leave only a note, use intent "handoff".',
    });
  }
  const { id } = await sessionToEnd(world, input.session, "session");
  const left = input.text === undefined ? undefined : await handOver(world, input, id);
  const { status, open_work } = await sessionEnd(world, { id, reason: input.reason, handoff: false });
  return { session: id, status, open_work, ...(left === undefined ? {} : { handoff: left.item }) };
}

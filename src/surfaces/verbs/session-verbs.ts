import * as z from "zod/mini";
import { printable } from "../../core/text/printable.ts";
import { choice, flag, limit, offset, optionalText, text } from "./inputs.ts";
import { moreLine } from "./text/columns.ts";

import {
  digestLines,
  embedderLines,
  endedText,
  modelLines,
  sessionLine,
  turnLine,
  workedText,
} from "./text/session-text.ts";
import { verb } from "./verb.ts";

const id = text("The session's id");

export const sessionListVerb = verb({
  name: "session list",
  summary: "List recorded sessions, most recently active first.",
  effect: "reads",
  input: z.strictObject({
    status: choice(["active", "sleeping", "ended"], "active, sleeping or ended"),
    limit: limit(20),
    offset: offset(),
  }),
  examples: { "tidemark session list --status active": "sessions that are running" },
  run: async (deps, input) => (await import("../../app/sessions/sessions.ts")).sessionList(deps, input),
  text: ({ sessions, ...page }, paint) => {
    if (sessions.length === 0) return "No sessions recorded yet.";
    const lines = sessions.map((session) => sessionLine(session, paint));
    return [...lines, ...moreLine(sessions.length, page, paint)].join("\n");
  },
});

export const sessionShowVerb = verb({
  name: "session show",
  summary: "Show one session: requests, activity, unfinished work and its last turns.",
  effect: "reads",
  input: z.strictObject({
    id,
    limit: limit(20, { of: "turns", max: 1000 }),
  }),
  words: ["id"],
  examples: { "tidemark session show s1 --limit 5": "the last five turns" },
  run: async (deps, input) => (await import("../../app/sessions/sessions.ts")).sessionShow(deps, input),
  text: ({ session, digest, turns, left_out }, paint) =>
    [
      sessionLine(session, paint),
      ...(digest ? digestLines(digest) : []),
      ...(left_out > 0 ? [paint.faint(`  … ${left_out} earlier`)] : []),
      ...turns.map((turn) => turnLine(turn, paint)),
    ].join("\n"),
});

export const sessionStartVerb = verb({
  name: "session start",
  summary: "Start a session from a program that has no host integration.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    include_context: flag("Also print the brief for the session"),
    session: optionalText("The host's id of the session; a known session continues", { min: 1, max: 200 }),
  }),
  examples: { "tidemark session start --include-context": "prints an id and the brief" },
  run: async (deps, input) => (await import("../../app/sessions/sessions.ts")).sessionStart(deps, input),
  text: ({ session, bundle }) =>
    [session, ...(bundle?.text ? ["", printable(bundle.text).trimEnd()] : [])].join("\n"),
});

export const sessionEndVerb = verb({
  name: "session end",
  summary: "End a session; Tidemark then extracts items from it.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    id,
    reason: optionalText("Why", { max: 4000 }),
    handoff: flag("Leave a note for the next agent, from the session's activity"),
  }),
  words: ["id"],
  examples: {
    "tidemark session end s1": "ends it and lists unfinished work",
    "tidemark session end s1 --handoff": "also leaves a note for the next agent",
  },
  run: async (deps, input) => (await import("../../app/sessions/sessions.ts")).sessionEnd(deps, input),
  text: endedText,
});

export const workerVerb = verb({
  name: "worker",
  summary: "Extract items from recorded sessions, until stopped.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    once: flag("Stop when no session is left to read, or after 10 seconds"),
    due: flag("With --once: leave sessions that still go on alone"),
  }),
  examples: { "tidemark worker --once": "catch up now; hooks also do this automatically" },
  run: async (deps, { once, due }) => {
    const { workOnce, workUntilStopped } = await import("../../app/sessions/worker-loop.ts");
    return once ? workOnce(deps, { onlyDue: due }) : workUntilStopped(deps);
  },
  text: workedText,
});

export const workerStatusVerb = verb({
  name: "worker status",
  summary: "Show sessions that wait to be read, and those that failed.",
  effect: "reads",
  input: z.strictObject({}),
  examples: { "tidemark worker status": "exits with 1 if a session needs attention" },
  run: async (deps) => (await import("../../app/sessions/sessions.ts")).workerStatus(deps),
  text: ({ due, waiting, dead, model, embedder }, paint) =>
    [
      `${due} to read, ${waiting.length} to retry, ${dead.length} given up.`,
      ...[...waiting, ...dead].map((session) => sessionLine(session, paint)),
      ...dead.map((session) => `  ${paint.bad("retry:")} tidemark worker retry ${session.id}`),
      ...modelLines(model, paint),
      ...embedderLines(embedder, paint),
    ].join("\n"),
  isFinding: ({ dead }) => dead.length > 0,
});

export const workerRetryVerb = verb({
  name: "worker retry",
  summary: "Retry a session that failed.",
  effect: "writes",
  remote: "admin",
  input: z.strictObject({ id }),
  words: ["id"],
  examples: { "tidemark worker retry s1": "resets its failure count" },
  run: async (deps, input) => (await import("../../app/sessions/sessions.ts")).workerRetry(deps, input),
  text: (session, paint) => `${paint.good("It will be retried.")}\n${sessionLine(session, paint)}`,
});

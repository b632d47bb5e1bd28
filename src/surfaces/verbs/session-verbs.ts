import * as z from "zod/mini";
import { described } from "./described.ts";
import { printable } from "./text/paint.ts";
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

const id = described(z.string().check(z.minLength(1)), "The session's id");

export const sessionListVerb = verb({
  name: "session list",
  summary: "List recorded sessions, most recently active first.",
  effect: "reads",
  input: z.strictObject({
    status: described(z.optional(z.enum(["active", "sleeping", "ended"])), "active, sleeping or ended"),
    limit: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(500)), 20),
      "Maximum number of results",
    ),
    offset: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(0)), 0),
      "Number of results to skip",
    ),
  }),
  examples: [{ command: "tidemark session list --status active", says: "sessions that are running" }],
  run: async (world, input) => (await import("../../app/sessions/sessions.ts")).sessionList(world, input),
  text: ({ sessions, total, has_more }, paint) => {
    if (sessions.length === 0) return "No sessions recorded yet.";
    const more = has_more
      ? [paint.faint(`${sessions.length} of ${total}; more with --offset or --limit`)]
      : [];
    return [...sessions.map((session) => sessionLine(session, paint)), ...more].join("\n");
  },
});

export const sessionShowVerb = verb({
  name: "session show",
  summary: "Show one session: requests, activity, unfinished work and its last turns.",
  effect: "reads",
  input: z.strictObject({
    id,
    limit: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(1000)), 20),
      "Maximum number of turns",
    ),
  }),
  words: ["id"],
  examples: [{ command: "tidemark session show s1 --limit 5", says: "the last five turns" }],
  run: async (world, input) => (await import("../../app/sessions/sessions.ts")).sessionShow(world, input),
  text: ({ session, digest, turns, left_out }, paint) =>
    [
      sessionLine(session, paint),
      ...(digest ? digestLines(digest, paint) : []),
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
    include_context: described(z._default(z.boolean(), false), "Also print the brief for the session"),
    session: described(
      z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      "The host's id of the session; a known session continues",
    ),
  }),
  examples: [{ command: "tidemark session start --include-context", says: "prints an id and the brief" }],
  run: async (world, input) => (await import("../../app/sessions/sessions.ts")).sessionStart(world, input),
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
    reason: described(z.optional(z.string().check(z.maxLength(4000))), "Why"),
    handoff: described(
      z._default(z.boolean(), false),
      "Leave a note for the next agent, from the session's activity",
    ),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark session end s1", says: "ends it and lists unfinished work" },
    { command: "tidemark session end s1 --handoff", says: "also leaves a note for the next agent" },
  ],
  run: async (world, input) => (await import("../../app/sessions/sessions.ts")).sessionEnd(world, input),
  text: endedText,
});

export const workerVerb = verb({
  name: "worker",
  summary: "Extract items from recorded sessions, until stopped.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    once: described(
      z._default(z.boolean(), false),
      "Stop when no session is left to read, or after 10 seconds",
    ),
  }),
  examples: [{ command: "tidemark worker --once", says: "catch up now; hooks also do this automatically" }],
  run: async (world, { once }) => {
    const { workOnce, workUntilStopped } = await import("../../app/sessions/worker-loop.ts");
    return once ? workOnce(world) : workUntilStopped(world);
  },
  text: workedText,
});

export const workerStatusVerb = verb({
  name: "worker status",
  summary: "Show sessions that wait to be read, and those that failed.",
  effect: "reads",
  input: z.strictObject({}),
  examples: [{ command: "tidemark worker status", says: "exits with 1 if a session needs attention" }],
  run: async (world) => (await import("../../app/sessions/sessions.ts")).workerStatus(world),
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
  examples: [{ command: "tidemark worker retry s1", says: "resets its failure count" }],
  run: async (world, input) => (await import("../../app/sessions/sessions.ts")).workerRetry(world, input),
  text: (session, paint) => `${paint.good("It will be retried.")}\n${sessionLine(session, paint)}`,
});

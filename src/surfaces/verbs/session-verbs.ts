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
  summary: "List recorded conversations, last heard of first.",
  effect: "reads",
  input: z.strictObject({
    status: described(z.optional(z.enum(["active", "sleeping", "ended"])), "active, sleeping or ended"),
    limit: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(500)), 20),
      "At most so many",
    ),
    offset: described(z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(0)), 0), "Skip so many"),
  }),
  examples: [{ command: "tidemark session list --status active", says: "what runs now" }],
  run: async (world, input) => (await import("../../app/sessions/sessions.ts")).sessionList(world, input),
  text: ({ sessions, total, has_more }, paint) => {
    if (sessions.length === 0) return "No session was recorded yet.";
    const more = has_more
      ? [paint.faint(`${sessions.length} of ${total}; more with --offset or --limit`)]
      : [];
    return [...sessions.map((session) => sessionLine(session, paint)), ...more].join("\n");
  },
});

export const sessionShowVerb = verb({
  name: "session show",
  summary: "Show one conversation: what was asked, done and left open, and its last turns.",
  effect: "reads",
  input: z.strictObject({
    id,
    limit: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(1000)), 20),
      "At most so many turns",
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
  summary: "Begin a session, for a program without a host of its own.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    include_context: described(z._default(z.boolean(), false), "Also print what the session should be told"),
    session: described(
      z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      "The host's own id of it; one that is known goes on",
    ),
  }),
  examples: [{ command: "tidemark session start --include-context", says: "an id, and the brief" }],
  run: async (world, input) => (await import("../../app/sessions/sessions.ts")).sessionStart(world, input),
  text: ({ session, bundle }) =>
    [session, ...(bundle?.text ? ["", printable(bundle.text).trimEnd()] : [])].join("\n"),
});

export const sessionEndVerb = verb({
  name: "session end",
  summary: "End a session; what it said is then read.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    id,
    reason: described(z.optional(z.string().check(z.maxLength(4000))), "Why"),
    handoff: described(
      z._default(z.boolean(), false),
      "Leave a note to the next agent, from what the session did",
    ),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark session end s1", says: "the conversation is over; what is unfinished is listed" },
    { command: "tidemark session end s1 --handoff", says: "and the next agent is left a note" },
  ],
  run: async (world, input) => (await import("../../app/sessions/sessions.ts")).sessionEnd(world, input),
  text: endedText,
});

export const workerVerb = verb({
  name: "worker",
  summary: "Read what sessions said and keep what they asked to be kept, until stopped.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    once: described(z._default(z.boolean(), false), "Only until nothing is due, at most 10 seconds"),
  }),
  examples: [{ command: "tidemark worker --once", says: "catch up now; hooks do this by themselves" }],
  run: async (world, { once }) => {
    const { workOnce, workUntilStopped } = await import("../../app/sessions/worker-loop.ts");
    return once ? workOnce(world) : workUntilStopped(world);
  },
  text: workedText,
});

export const workerStatusVerb = verb({
  name: "worker status",
  summary: "What waits to be read, and what could not be.",
  effect: "reads",
  input: z.strictObject({}),
  examples: [{ command: "tidemark worker status", says: "ends with 1 when a session needs a person" }],
  run: async (world) => (await import("../../app/sessions/sessions.ts")).workerStatus(world),
  text: ({ due, waiting, dead, model, embedder }, paint) =>
    [
      `${due} due, ${waiting.length} to be tried again, ${dead.length} given up.`,
      ...[...waiting, ...dead].map((session) => sessionLine(session, paint)),
      ...dead.map((session) => `  ${paint.bad("try again:")} tidemark worker retry ${session.id}`),
      ...modelLines(model, paint),
      ...embedderLines(embedder, paint),
    ].join("\n"),
  isFinding: ({ dead }) => dead.length > 0,
});

export const workerRetryVerb = verb({
  name: "worker retry",
  summary: "Let a session that failed be tried again.",
  effect: "writes",
  remote: "admin",
  input: z.strictObject({ id }),
  words: ["id"],
  examples: [{ command: "tidemark worker retry s1", says: "its failures are forgotten" }],
  run: async (world, input) => (await import("../../app/sessions/sessions.ts")).workerRetry(world, input),
  text: (session, paint) => `${paint.good("It will be tried again.")}\n${sessionLine(session, paint)}`,
});

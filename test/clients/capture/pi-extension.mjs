/** A pi extension for recordings: it saves each event that pi sends. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const EVENTS = [
  "session_start",
  "session_shutdown",
  "session_before_compact",
  "session_compact",
  "session_before_switch",
  "session_before_fork",
  "input",
  "before_agent_start",
  "agent_start",
  "agent_end",
  "turn_start",
  "turn_end",
  "message_end",
  "tool_call",
  "tool_result",
];

function save(event, input, context) {
  const folder = process.env.CAPTURED;
  const began = Math.round((performance.timeOrigin + performance.now()) * 1000);
  mkdirSync(folder, { recursive: true });
  const saved = { event, cwd: process.cwd(), context: sessionOf(context), input };
  writeFileSync(join(folder, `${began}-${process.pid}-${event}.json`), `${JSON.stringify(saved, null, 2)}\n`);
}

/** The session of a context. A context that pi has released throws; then the event is saved without a session. */
function sessionOf(context) {
  try {
    const session = context.sessionManager;
    return { cwd: context.cwd, sessionId: session.getSessionId(), sessionFile: session.getSessionFile() };
  } catch (error) {
    return { refused: String(error.message).slice(0, 80) };
  }
}

export default function capture(pi) {
  for (const event of EVENTS) pi.on(event, async (input, context) => save(event, input, context));
}

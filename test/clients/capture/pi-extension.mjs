/** A pi extension that keeps everything pi tells it. */
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
  const began = process.hrtime.bigint().toString().padStart(20, "0");
  mkdirSync(folder, { recursive: true });
  const session = context?.sessionManager;
  const saved = {
    event,
    cwd: process.cwd(),
    context: { cwd: context?.cwd, sessionId: session?.getSessionId?.(), sessionFile: session?.getSessionFile?.() },
    input,
  };
  writeFileSync(join(folder, `${began}-${process.pid}-${event}.json`), `${JSON.stringify(saved, null, 2)}\n`);
}

export default function capture(pi) {
  for (const event of EVENTS) pi.on(event, async (input, context) => save(event, input, context));
}

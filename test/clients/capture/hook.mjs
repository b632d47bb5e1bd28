/** A hook that keeps what it is given: `node hook.mjs EVENT` saves its standard input, and answers nothing. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const event = process.argv[2] ?? "unknown";
const folder = process.env.CAPTURED ?? process.argv[3];
const isTold = (name) => /^(CLAUDE|CODEX|GEMINI|QWEN|COPILOT|PLUGIN)/.test(name) && !/KEY|TOKEN/.test(name);
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => isTold(name)));
/** Taken at the start: hooks run side by side, and the order in which they began is the order of events. */
const began = Math.round((performance.timeOrigin + performance.now()) * 1000);

let text = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  text += chunk;
});
process.stdin.on("end", () => {
  mkdirSync(folder, { recursive: true });
  const saved = { event, argv: process.argv.slice(2), cwd: process.cwd(), env, stdin: parsed(text) };
  writeFileSync(join(folder, `${began}-${process.pid}-${event}.json`), `${JSON.stringify(saved, null, 2)}\n`);
  if (process.env.CAPTURED_ANSWER) process.stdout.write(process.env.CAPTURED_ANSWER);
});

function parsed(input) {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** A hook for recordings: `node hook.mjs EVENT` saves its standard input and prints nothing. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const event = process.argv[2] ?? "unknown";
const folder = process.env.CAPTURED ?? process.argv[3];
const isTold = (name) => /^(CLAUDE|CODEX|GEMINI|QWEN|COPILOT|PLUGIN)/.test(name) && !/KEY|TOKEN/.test(name);
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => isTold(name)));
/** The start time, which orders the saved events: hooks run in parallel and end in any order. */
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

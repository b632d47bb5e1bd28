import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { chanceOf, oneOf, textsOf } from "./chance.ts";

/** Bytes that are buffered before each write. */
const CHUNK = 4 * 1024 * 1024;
const START = Date.UTC(2030, 0, 1);
/** Word counts of records: mostly short, sometimes a whole file. */
const WORDS: readonly [number, ...number[]] = [8, 20, 40, 40, 120, 120, 400, 400, 1200, 6000];

export type Generated = { readonly bytes: number; readonly lines: number; readonly hash: string };

/** Writes a long session in Claude Code's format: prompts, answers, tool calls and results. */
export function writeHistory(path: string, bytes: number, seed: number): Generated {
  const hash = createHash("sha256");
  const fd = openSync(path, "w");
  let [written, lines, waiting] = [0, 0, ""];
  const flush = (): void => {
    const part = Buffer.from(waiting);
    hash.update(part);
    for (let at = 0; at < part.length; ) at += writeSync(fd, part, at);
    written += part.length;
    waiting = "";
  };
  for (const record of records(seed)) {
    waiting += `${JSON.stringify(record)}\n`;
    lines++;
    if (waiting.length >= CHUNK) flush();
    if (written + waiting.length >= bytes) break;
  }
  flush();
  closeSync(fd);
  return { bytes: written, lines, hash: hash.digest("hex").slice(0, 16) };
}

function* records(seed: number): Generator<object> {
  const chance = chanceOf(seed);
  const text = textsOf(chance);
  const words = () => text(oneOf(chance, WORDS));
  for (let turn = 0; ; turn++) {
    const base = {
      sessionId: "s1",
      cwd: "/project",
      isSidechain: false,
      version: "2.0.0",
      gitBranch: "main",
    };
    const line = (type: string, content: unknown, part: number) => ({
      ...base,
      parentUuid: `u${turn}-${part - 1}`,
      type,
      message: { role: type, content },
      uuid: `u${turn}-${part}`,
      timestamp: new Date(START + turn * 10_000 + part).toISOString(),
    });
    const id = `toolu_${turn}`;
    yield line("user", words(), 0);
    yield line("assistant", [{ type: "text", text: words() }], 1);
    yield line("assistant", [{ type: "tool_use", id, name: "Bash", input: { command: text(6) } }], 2);
    yield line("user", [{ type: "tool_result", tool_use_id: id, content: words() }], 3);
    yield { type: "file-history-snapshot", messageId: `u${turn}-0`, snapshot: { text: text(20) } };
  }
}

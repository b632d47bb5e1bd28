import { createInterface, emitKeypressEvents, type Key } from "node:readline";
import type { Keys } from "../../ports/keys.ts";

/** The keys of the terminal this process runs in. */
export function terminalKeys(): Keys {
  const { stdin } = process;
  const waiting: string[] = [];
  let taker: ((key: string) => void) | undefined;
  let isListening = true;
  const give = (key: string): void => {
    if (!isListening) return;
    const take = taker;
    taker = undefined;
    if (take) take(key);
    else waiting.push(key);
  };
  const onKey = (text: string | undefined, key: Key): void => give(nameOf(text, key));
  const onEnd = (): void => give(LEAVE);
  const calm = (): void => void stdin.setRawMode(false);
  emitKeypressEvents(stdin);
  stdin.setRawMode(true).resume();
  stdin.on("keypress", onKey).on("end", onEnd);
  process.on("exit", calm);
  return {
    next: () => {
      const key = waiting.shift();
      if (key !== undefined) return Promise.resolve(key);
      return new Promise((done) => {
        taker = done;
      });
    },
    line: async (question, start) => {
      isListening = false;
      const line = await askLine(question, start);
      isListening = true;
      stdin.setRawMode(true).resume();
      return line;
    },
    close: () => {
      stdin.off("keypress", onKey).off("end", onEnd);
      process.off("exit", calm);
      calm();
      stdin.pause();
    },
  };
}

const LEAVE = "leave";

function nameOf(text: string | undefined, { name, ctrl }: Key): string {
  if (ctrl) return name === "c" || name === "d" ? LEAVE : `ctrl-${name}`;
  return name ?? text ?? "";
}

function askLine(question: string, start: string): Promise<string | undefined> {
  const { stdin, stdout } = process;
  const lines = createInterface({ input: stdin, output: stdout, terminal: true });
  return new Promise((done) => {
    const end = (line: string | undefined): void => {
      done(line);
      lines.close();
    };
    lines.on("SIGINT", () => end(undefined)).on("close", () => done(undefined));
    lines.question(question, end);
    lines.write(start);
  });
}

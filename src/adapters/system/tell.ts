import { fstatSync, writeSync } from "node:fs";
import { once } from "../../core/once.ts";

/** Writes a message for the person who runs a hook, apart from the hook's answer. */
export const complain = (problem: string): void => tell(2, `tidemark hook: ${problem}\n`);

export const answer = (text: string): void => tell(1, text);

/** A host that no longer listens is not a failure. */
function tell(descriptor: number, text: string): void {
  try {
    for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    // The reader closed its end.
  }
}

/** Standard output or error of a command. */
export type Output = {
  readonly isTty: boolean;
  readonly columns?: number;
  readonly write: (text: string) => void;
};

/**
 * Files and pipes are written directly, because opening Node's own stream takes several milliseconds. The stream is used if a pipe is full
 * or closed. Only a device can be a terminal.
 */
export function outputOn(descriptor: 1 | 2): Output {
  const stream = once(() => {
    const opened = descriptor === 1 ? process.stdout : process.stderr;
    // `tidemark find | head` closes our output early, which is not a failure.
    return opened.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") tell(2, `tidemark: The output could not be written: ${error.message}.\n`);
      process.exit(error.code === "EPIPE" ? 0 : 1);
    });
  });
  let isDirect = !fstatSync(descriptor).isCharacterDevice();
  const write = (text: string): void => {
    let rest = Buffer.from(text);
    try {
      while (isDirect && rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
    } catch {
      isDirect = false;
    }
    if (rest.length > 0) stream().write(rest);
  };
  if (isDirect) return { isTty: false, write };
  const { isTTY, columns } = stream();
  return { isTty: isTTY === true, ...(columns ? { columns } : {}), write };
}

import { pattern } from "./pattern.ts";
import type { SeenTurn } from "./seen-turn.ts";

/** The result of a command, if it is known. */
export type Outcome = "failed" | "passed" | "unknown";

/** Reports that the person or the host stopped a command. This says nothing about the command itself. */
const STOPPED = pattern(
  String.raw`
  doesn't want to proceed|user (?:rejected|declined|denied|cancelled)|was rejected by the user|
  interrupted by (?:the )?user|
  Request interrupted|\[Request cancelled|tool use was rejected|permission to use \S+ (?:has been|was) denied|
  requires approval`,
  "i",
);
/** Number of characters in which such a report is searched. */
const HEAD = 2000;
/** Lines that no successful command prints. */
const UNMISTAKABLE = pattern(
  String.raw`
  ^(?:\s{0,8}(?:error|fatal|panic|traceback \(most|npm err!|e\s{3}\S|✗|✖|×|failed\b|failure:)|
  \S{0,80}(?:error|exception)\b:|(?:bash|sh|zsh|fish|/bin/\w+): )|
  command not found|no such file or directory|permission denied|econnrefused|eaddrinuse|enoent|eacces|
  modulenotfounderror|cannot find (?:module|package)|segmentation fault|elifecycle|
  (?:exit(?:ed)?(?: with)?|exit) (?:code|status):? [1-9]|\b[1-9]\d{0,5} (?:failed|failing|errors?\b)|^fail\b|
  build failed|compilation failed`,
  "im",
);

/** Decides by the exit code; if the host reports none, or a pipe hides it, by the output. */
export function outcomeOf(turn: SeenTurn, isPiped: boolean): Outcome {
  if (STOPPED.test(turn.text.slice(0, HEAD))) return "unknown";
  if (turn.exitCode !== undefined && turn.exitCode !== 0) return "failed";
  if (turn.exitCode === 0 && !isPiped) return "passed";
  if (UNMISTAKABLE.test(turn.text)) return "failed";
  return turn.exitCode === 0 || turn.text.trim() !== "" ? "passed" : "unknown";
}

import { execFileSync } from "node:child_process";

/** The words that a shell passes to the program, for each command of a line. */
export function shellWords(command: string): string[][] {
  const script = `tidemark() { printf '%s\\0' "$@"; printf '\\1'; }\n${command}`;
  const said = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8", env: { PATH: "/nowhere" } });
  return said.split("\u0001").flatMap((each) => (each === "" ? [] : [each.split("\0").slice(0, -1)]));
}

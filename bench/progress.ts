/** Prints progress on stderr, because stdout is only for results. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

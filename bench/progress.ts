/** Says how a bench is coming along, on stderr: stdout is for the results alone. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

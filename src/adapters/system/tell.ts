import { writeSync } from "node:fs";

/** Says something to whoever runs a hook, beside the answer. */
export const complain = (problem: string): void => tell(2, `tidemark hook: ${problem}\n`);

export const answer = (text: string): void => tell(1, text);

/** A host that no longer listens is no reason to fail. */
function tell(descriptor: number, text: string): void {
  try {
    for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    // It hung up.
  }
}

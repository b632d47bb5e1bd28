import { MemoryError } from "../../core/failure.ts";
import { nearest } from "../../core/nearest.ts";
import type { Verb } from "../verbs/verb.ts";
import { completionScript, SHELLS } from "./completion.ts";
import type { LocalCommand } from "./program.ts";

/** Commands about the command line itself, which no other surface has. */
export const LOCALS: readonly LocalCommand[] = [
  {
    name: "demo",
    summary: "Play two agent sessions in a throw-away project and show what the next agent is told.",
    words: [],
    examples: [{ command: "tidemark demo", says: "touches nothing of yours" }],
  },
  {
    name: "completion",
    summary: `Print a completion script for ${SHELLS.join(", ")}.`,
    words: ["<shell>"],
    examples: [{ command: 'eval "$(tidemark completion bash)"', says: "in ~/.bashrc" }],
  },
];

export type LocalDoors = { readonly verbs: readonly Verb[]; readonly demo: () => Promise<string> };

export async function runLocal(name: string, words: readonly string[], doors: LocalDoors): Promise<string> {
  if (name === "demo") return doors.demo();
  const shell = words[0] ?? "";
  const script = completionScript(shell, doors.verbs, LOCALS);
  if (script !== undefined) return script;
  const close = nearest(shell, SHELLS);
  throw new MemoryError("input.invalid", `There is no completion for "${shell}".`, {
    field: "shell",
    fix: close ? `Did you mean ${close}?` : `Shells: ${SHELLS.join(", ")}.`,
  });
}

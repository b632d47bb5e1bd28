import type { KindName } from "../items/kinds.ts";
import type { Recorded } from "../tape/event.ts";

/** A statement somebody asked to be kept, and the turn that says so. */
export type Tagged = { readonly kind: KindName; readonly text: string; readonly evidence: number };

/** A line that begins so asks to be remembered. The words after it are kept as they stand. */
const TAGS: readonly { readonly tag: RegExp; readonly kind: KindName }[] = [
  { tag: /^\s*(?:please\s+)?remember(?:\s+this)?\s*[:：]\s*(.+)$/iu, kind: "fact" },
  { tag: /^\s*note\s+to\s+self\s*[:：]\s*(.+)$/iu, kind: "fact" },
  { tag: /^\s*(from\s+now\s+on\b[,:]?\s*.+)$/iu, kind: "preference" },
];

/** Shorter than this is not a statement. */
const STATEMENT_MIN = 8;
/** From one turn at most so many, so that a pasted document does not become a memory. */
const PER_TURN_MAX = 8;

/**
 * What the user's own turns ask to be kept, in so many words. Only a person's turn counts: what a tool
 * printed or a page said can not speak for them.
 */
export function selfTagged(turns: readonly Recorded[]): Tagged[] {
  return turns.flatMap((turn) => {
    const { role, text, own } = (turn.payload ?? {}) as { role?: string; text?: string; own?: boolean };
    if (role !== "user" || own || text === undefined) return [];
    const found = text.split("\n").flatMap((line) => taggedLine(line, turn.position));
    return found.slice(0, PER_TURN_MAX);
  });
}

function taggedLine(line: string, evidence: number): Tagged[] {
  for (const { tag, kind } of TAGS) {
    const text = tag.exec(line)?.[1]?.trim();
    if (text !== undefined && text.length >= STATEMENT_MIN) return [{ kind, text, evidence }];
  }
  return [];
}

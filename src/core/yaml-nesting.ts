/** Deeper than any file of ours, and far from the end of the stack. */
const OPEN_MAX = 200;

/**
 * Whether a parser of YAML or JSON, which goes down one call a level, could run out of stack. It is asked before: where a pattern is
 * compiled at the very end of the stack, Node dies and nothing can catch it. Brackets inside of texts count too.
 */
export function isNestedTooDeep(text: string): boolean {
  let [open, lead, isLeading] = [0, 0, true];
  for (const sign of text) {
    if (sign === "\n") [lead, isLeading] = [0, true];
    else if (isLeading && LEADING.has(sign)) lead++;
    else isLeading = false;
    if (sign === "[" || sign === "{") open++;
    else if (sign === "]" || sign === "}") open = Math.max(0, open - 1);
    if (open > OPEN_MAX || lead > OPEN_MAX) return true;
  }
  return false;
}

/** Signs before the words of a line: each may open a level. */
const LEADING: ReadonlySet<string> = new Set([" ", "\t", "-", "?"]);

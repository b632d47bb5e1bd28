/** Maximum nesting: deeper than any file of ours, and far from the limit of the stack. */
const OPEN_MAX = 200;

/**
 * Whether a recursive parser of YAML or JSON could exhaust the stack on a text. This is checked first: if a pattern is compiled at the very
 * end of the stack, Node ends without an error that could be caught. Brackets inside strings count too.
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

/** Characters at the start of a line that may each open a level. */
const LEADING: ReadonlySet<string> = new Set([" ", "\t", "-", "?"]);

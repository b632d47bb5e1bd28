/** Maximum nesting: deeper than any of our files, and far from the limit of the stack. */
const OPEN_MAX = 200;

/**
 * Whether a YAML or JSON parser, which recurses once per level, could exhaust the stack. This is checked before parsing: if a pattern is
 * compiled at the very end of the stack, Node crashes and nothing can catch it. Brackets inside strings count too.
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

/** Characters before the words of a line. Each may open a level. */
const LEADING: ReadonlySet<string> = new Set([" ", "\t", "-", "?"]);

/** The line that begins or ends a block which Tidemark writes into a file of the repository. */
const BEGIN = /<!-- tidemark:(?:[a-z]+:)?begin\b/;
const END = /<!-- tidemark:(?:[a-z]+:)?end\b/;
const COMMENT_BEGIN = /^\s*<!--/;

/**
 * Replaces comments and Tidemark's own blocks by empty lines, so that Tidemark never reads its own text back. An unclosed block or comment
 * hides nothing.
 */
export function withoutOwnBlocks(lines: readonly string[]): string[] {
  const kept = [...lines];
  for (let i = 0; i < kept.length; i++) {
    const line = kept[i] ?? "";
    const isBlock = BEGIN.test(line);
    if (!isBlock && !COMMENT_BEGIN.test(line)) continue;
    const end = kept.findIndex((each, at) => at >= i && (isBlock ? END.test(each) : each.includes("-->")));
    if (end >= 0) kept.fill("", i, end + 1);
  }
  return kept;
}

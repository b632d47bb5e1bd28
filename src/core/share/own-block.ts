/** Every block that Tidemark writes into a file of the repository begins and ends with a line of one of these forms. */
const BEGIN = /<!-- tidemark:(?:[a-z]+:)?begin\b/;
const END = /<!-- tidemark:(?:[a-z]+:)?end\b/;
const COMMENT_BEGIN = /^\s*<!--/;

/**
 * The lines with empty ones in the place of comments and of the blocks that Tidemark wrote, so that nothing reads its
 * own words back. A block or comment that never ends hides nothing.
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

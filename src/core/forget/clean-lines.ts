/** A file that both a person and the program write, and the copy of the program's last version. */
export type SharedFile = { readonly text: string; readonly base: string | undefined };

/** Cleans one text; returns it unchanged if it contains nothing to clean. */
export type CleanText = (text: string) => string;

export type CleanedFile = {
  readonly text: string;
  readonly base: string | undefined;
  /** Numbers of the hand-written lines that were left unchanged. */
  readonly left: readonly number[];
};

/**
 * Cleans the lines that the program wrote: those that are also in the copy. Every other line was written by hand since, and is left
 * unchanged unless `isHandwrittenToo`.
 */
export function cleanLines(
  { text, base }: SharedFile,
  clean: CleanText,
  { isHandwrittenToo }: { readonly isHandwrittenToo: boolean },
): CleanedFile {
  const cleanBase = base === undefined ? undefined : clean(base);
  if (isHandwrittenToo || text === base) return { text: clean(text), base: cleanBase, left: [] };
  const own = new Set(base?.split("\n"));
  const left: number[] = [];
  const lines = text.split("\n").map((line, i) => {
    const cleaned = clean(line);
    if (cleaned === line || own.has(line)) return cleaned;
    left.push(i + 1);
    return line;
  });
  return { text: lines.join("\n"), base: cleanBase, left };
}

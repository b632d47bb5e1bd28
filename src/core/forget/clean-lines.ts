/** A file that a person and the program both write, and the copy of what the program last wrote there. */
export type SharedFile = { readonly text: string; readonly base: string | undefined };

/** How one text is cleaned; gives the same text where there is nothing to clean. */
export type CleanText = (text: string) => string;

export type CleanedFile = {
  readonly text: string;
  readonly base: string | undefined;
  /** Numbers of the lines that only a person wrote and that were left alone. */
  readonly left: readonly number[];
};

/**
 * Cleans what the program wrote. A line is the program's if it stands in the copy; any other was written by hand since,
 * and is left alone unless `isHandwrittenToo`.
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

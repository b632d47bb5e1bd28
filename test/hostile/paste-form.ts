/** A message in which a person hands over somebody else's text, or speaks for themselves. */
export type PasteForm = {
  readonly name: string;
  readonly text: string;
  /** A word of the pasted order, or of the person's own one. */
  readonly marker: string;
};

export const form = (name: string, marker: string, ...lines: readonly string[]): PasteForm => ({
  name,
  marker,
  text: lines.join("\n"),
});

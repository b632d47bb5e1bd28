/** A message in which a person pastes somebody else's text or speaks in their own words. */
export type PasteForm = {
  readonly name: string;
  readonly text: string;
  /** A word of the order in the pasted text or in the person's own words. */
  readonly marker: string;
};

export const form = (name: string, marker: string, ...lines: readonly string[]): PasteForm => ({
  name,
  marker,
  text: lines.join("\n"),
});

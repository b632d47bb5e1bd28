/** Whose words a stretch of a person's turn is: their own, another's, or one that may be either. */
export type Certainty = "own" | "uncertain" | "quoted";

/** One line of a turn while it is judged. What lies outside of `from` and `to` is quoted. */
export type TurnLine = { readonly text: string; from: number; to: number; certainty: Certainty };

const RANK: { readonly [certainty in Certainty]: number } = { own: 0, uncertain: 1, quoted: 2 };

export const isBlank = ({ text }: TurnLine): boolean => text.trim() === "";
export const isOwn = (line: TurnLine): boolean => line.certainty === "own";

/** Makes a line less of the person's own, and never more. */
export function raise(line: TurnLine | undefined, certainty: Certainty): void {
  if (line && RANK[certainty] > RANK[line.certainty]) line.certainty = certainty;
}

export function raiseAll(
  lines: readonly TurnLine[],
  [from, to]: readonly [number, number],
  certainty: Certainty,
): void {
  for (let i = from; i < to; i++) raise(lines[i], certainty);
}

/** Where the paragraph of a line ends: the next blank line, or the end. */
export function paragraphEnd(lines: readonly TurnLine[], from: number): number {
  let i = from;
  for (let line = lines[i]; line && !isBlank(line); line = lines[i]) i++;
  return i;
}

/** The next line that is not blank, or the end. */
export function nextText(lines: readonly TurnLine[], from: number): number {
  let i = from;
  for (let line = lines[i]; line && isBlank(line); line = lines[i]) i++;
  return i;
}

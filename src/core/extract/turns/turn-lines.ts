/** The author of a part of a person's turn: the person, somebody else, or uncertain. */
export type Certainty = "own" | "uncertain" | "quoted";

/** One line of a turn while it is judged. Text outside of `from` and `to` is quoted. */
export type TurnLine = { readonly text: string; from: number; to: number; certainty: Certainty };

const RANK: { readonly [certainty in Certainty]: number } = { own: 0, uncertain: 1, quoted: 2 };

export const isBlank = ({ text }: TurnLine): boolean => text.trim() === "";
export const isOwn = (line: TurnLine): boolean => line.certainty === "own";

/** Lowers the certainty that a line is the person's own; it never raises it. */
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

/** The end of a line's paragraph: the next blank line, or the end of the turn. */
export function paragraphEnd(lines: readonly TurnLine[], from: number): number {
  let i = from;
  for (let line = lines[i]; line && !isBlank(line); line = lines[i]) i++;
  return i;
}

/** The next non-blank line, or the end of the turn. */
export function nextText(lines: readonly TurnLine[], from: number): number {
  let i = from;
  for (let line = lines[i]; line && isBlank(line); line = lines[i]) i++;
  return i;
}

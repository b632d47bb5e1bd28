/** Lists of words: a line tells them when, for every list, one of its words stands in the line. */
export type Groups = readonly (readonly string[])[];

/** Something that holds after the last session, and what was said before it. */
export type Holding = {
  readonly id: string;
  readonly kind?: string;
  readonly ask: string;
  readonly holds: Groups;
  readonly was?: Groups;
};

/** A person's words, an agent's words, or a tool with its input, output and whether it failed. */
export type HistoryTurn =
  | readonly ["u" | "a", string]
  | readonly ["t", string, object, (string | undefined)?, (boolean | undefined)?];

/** The sessions of a project, and what somebody who read them all would say holds. */
export type History = {
  readonly name: string;
  readonly sessions: readonly { readonly at: string; readonly turns: readonly HistoryTurn[] }[];
  readonly key: {
    readonly now: readonly Holding[];
    readonly noise?: readonly Groups[];
    readonly acts?: readonly { readonly tool: string; readonly input: object; readonly holds: Groups }[];
    readonly quiet?: readonly string[];
  };
};

/** What a new session heard. */
export type Told = {
  readonly brief: string;
  /** By what holds: what the start and the first prompt told, and the texts of the first five hits. */
  readonly asked: readonly { readonly heard: string; readonly hits: readonly string[] }[];
  readonly acts: readonly string[];
  readonly quiet: readonly string[];
  /** Calls that need no warning, and the note that each got. */
  readonly ordinary: readonly { readonly call: string; readonly note: string }[];
};

export const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

export const hasAll = (line: string, groups: Groups): boolean =>
  groups.every((group) => group.some((word) => line.toLowerCase().includes(word.toLowerCase())));

/** Words that mark a statement as one of the past. */
const PAST =
  /replac|supersed|earlier|formerly|previous|no longer|used to|instead of|rejected|turned down|not any ?more|outdated|obsolete|was:|before:|changed from|→|->/i;

/** Whether a line tells the outdated statement as if it held. */
export const tellsOld = (line: string, { was, holds }: Holding): boolean =>
  was !== undefined && hasAll(line, was) && !hasAll(line, holds) && !PAST.test(line);

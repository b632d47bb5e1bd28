/** Groups of alternative words. A line matches if it contains a word of every group. */
export type Groups = readonly (readonly string[])[];

/** A statement that holds after the last session, and its outdated form, if any. */
export type Holding = {
  readonly id: string;
  readonly kind?: string;
  readonly ask: string;
  readonly holds: Groups;
  readonly was?: Groups;
};

/** A turn of a person, of an agent, or of a tool with name, input, output and whether it failed. */
export type HistoryTurn =
  | readonly ["u" | "a", string]
  | readonly ["t", string, object, (string | undefined)?, (boolean | undefined)?];

/** The sessions of a project, and a key with the expected statements by someone who read them all. */
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

/** The outputs that a new session receives. */
export type Told = {
  readonly brief: string;
  /** Per expected statement: the context at the start and at the first prompt, and the first five hits. */
  readonly asked: readonly { readonly heard: string; readonly hits: readonly string[] }[];
  readonly acts: readonly string[];
  readonly quiet: readonly string[];
  /** Tool calls that need no warning, each with the note it got. */
  readonly ordinary: readonly { readonly call: string; readonly note: string }[];
};

export const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

export const hasAll = (line: string, groups: Groups): boolean =>
  groups.every((group) => group.some((word) => line.toLowerCase().includes(word.toLowerCase())));

/** Words that mark a statement as outdated. */
const PAST =
  /replac|supersed|earlier|formerly|previous|no longer|used to|instead of|rejected|turned down|not any ?more|outdated|obsolete|was:|before:|changed from|→|->/i;

/** Whether a line presents the outdated statement as current. */
export const tellsOld = (line: string, { was, holds }: Holding): boolean =>
  was !== undefined && hasAll(line, was) && !hasAll(line, holds) && !PAST.test(line);

/** How a brief marks a statement that a later one may replace. */
const DOUBT = " (perhaps replaced";

/** Whether a line tells what holds, but marks it as perhaps replaced. */
export const doubts = (line: string, { holds }: Holding): boolean =>
  line.includes(DOUBT) && hasAll(line.slice(0, line.indexOf(DOUBT)), holds);

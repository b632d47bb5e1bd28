import { quote } from "../bundle/quote.ts";

/** Results and open work of a session. */
export type SessionRemains = {
  readonly session: string;
  readonly branch?: string;
  /** Plans that changed in the session, by label, with their status. */
  readonly plans: readonly { readonly label: string; readonly text: string; readonly status: string }[];
  readonly commits: number;
  /** The last words of the person and of the agent. */
  readonly asked?: string;
  readonly answered?: string;
};

/** The text of a handoff, from the results of a session. */
export function handoffText({ session, branch, plans, commits, asked, answered }: SessionRemains): string {
  const where = branch === undefined ? "" : ` on branch ${branch}`;
  const moved = plans.map(({ label, text, status }) => `${label} (${status}): ${quote(text)}`);
  return [
    `Session ${session}${where}${commits === 0 ? "" : `, ${commits} ${commits === 1 ? "commit" : "commits"}`}.`,
    ...(moved.length === 0 ? [] : [`Plans: ${moved.join("; ")}.`]),
    ...(asked === undefined ? [] : [`Last asked: ${quote(asked)}`]),
    ...(answered === undefined ? [] : [`Last answer: ${quote(answered)}`]),
  ].join("\n");
}

import { quote } from "../bundle/quote.ts";

/** Results and open work of a session. */
export type SessionRemains = {
  readonly session: string;
  readonly branch?: string;
  /** Plans that moved in it, by label, with where they stand. */
  readonly plans: readonly { readonly label: string; readonly text: string; readonly status: string }[];
  readonly commits: number;
  /** The last words of the person and of the agent. */
  readonly asked?: string;
  readonly answered?: string;
};

/** A handoff in words, from what a session did. */
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

/** One client on one stage, and the actions on it. */
import type { Client, Need, Program, Prompt, Stage } from "./client.ts";
import { prompt, type Ran } from "./drive.ts";
import type { Exchange, Model } from "./model.ts";
import { tidemark } from "./ours.ts";
import { exactly, type Reply } from "./script.ts";

export type Show = {
  readonly client: Client;
  readonly program: Program;
  readonly model: Model;
  readonly stage: Stage;
};

/** A user's prompt and the model's replies. */
export type Line = {
  readonly text: string;
  readonly replies: readonly Reply[];
  readonly needs?: readonly Need[];
};

/** Sends one prompt in a new session, and returns the requests that reached the model meanwhile. */
export function say(show: Show, { text, replies, needs = [] }: Line): Promise<readonly Exchange[]> {
  show.model.play([{ when: exactly(text), replies }]);
  return sayPrompt(show, { text, needs, goesOn: false });
}

/** Sends a prompt for which the script of the model is already set. */
export async function sayPrompt(show: Show, asked: Prompt): Promise<readonly Exchange[]> {
  const before = show.model.asked.length;
  expectEnd(await prompt(show, asked).ended, asked.text);
  return show.model.asked.slice(before);
}

/** Sends one prompt, and kills the client with its child processes as soon as the model stalls. */
export async function sayAndKill(show: Show, { text, replies, needs = [] }: Line): Promise<void> {
  const stalled = show.model.stalled();
  show.model.play([{ when: exactly(text), replies }]);
  const running = prompt(show, { text, needs, goesOn: false });
  const first = await Promise.race([stalled.then(() => "stalled"), running.ended]);
  running.kill();
  const { output } = await running.ended;
  if (first !== "stalled") throw new Error(`it ended before it could be killed: ${output.slice(-300)}`);
}

/** Installs our integration for all these clients on their common stage. */
export async function integrate(shows: readonly [Show, ...Show[]]): Promise<void> {
  const hosts = shows.map(({ client }) => client.name).join(",");
  const { code, output } = await tidemark(shows[0].stage, ["init", "--hosts", hosts, "--yes"]);
  if (code !== 0) throw new Error(`tidemark init --hosts ${hosts} ended with ${code}: ${output.slice(-400)}`);
}

/** Gives the consent that a client wants from a person before it runs the integration. */
export async function agree({ client, program, stage }: Show): Promise<void> {
  await client.agree?.(stage, program);
}

function expectEnd({ code, signal, output, isLate }: Ran, text: string): void {
  if (isLate) throw new Error(`it did not come to an end with "${text}": ${output.slice(-300)}`);
  if (code !== 0) throw new Error(`"${text}" ended with ${code ?? signal}: ${output.slice(-400)}`);
}

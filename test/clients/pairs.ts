/** Checks that each client gets the facts that the others learned, with all clients in one home and one project. */
import { tapeOf } from "./ours.ts";
import { agree, integrate, type Show, say } from "./show.ts";
import { wasTold } from "./told.ts";

/** A pair of clients, and why the second did not get the fact of the first; `problem` is undefined if it did. */
export type Pair = { readonly from: string; readonly to: string; readonly problem: string | undefined };

/** One word per client that occurs nowhere else in a request. */
const BIRDS = ["avocet", "bittern", "curlew", "dotterel", "egret", "fulmar", "gannet"];

/** Teaches each client its own fact, then starts a new session of each and checks which facts its model got. */
export async function tellAll(
  shows: readonly [Show, ...Show[]],
  report: (line: string) => void,
): Promise<Pair[]> {
  await integrate(shows);
  for (const show of shows) await agree(show);
  const learned = new Map<string, { readonly bird: string; readonly problem: string | undefined }>();
  for (const [i, show] of shows.entries()) {
    const bird = BIRDS[i % BIRDS.length] ?? "";
    const problem = await problemOf(() => teach(show, i, bird));
    learned.set(show.client.name, { bird, problem });
    report(`${show.client.name} learned of ${bird}: ${problem ?? "yes"}`);
  }
  const pairs: Pair[] = [];
  for (const show of shows) {
    const told = await ask(show);
    for (const [from, { bird, problem }] of learned) {
      if (from === show.client.name) continue;
      const missed = typeof told === "string" ? told : told.has(bird) ? undefined : "no request carried it";
      pairs.push({ from, to: show.client.name, problem: problem ?? missed });
    }
    const count = pairs.filter(({ to, problem }) => to === show.client.name && problem === undefined).length;
    report(`${show.client.name} was told of ${count} of ${shows.length - 1} others`);
  }
  return pairs;
}

async function teach(show: Show, i: number, bird: string): Promise<void> {
  const text = `Remember: service number ${i + 1} is called ${bird}.`;
  await say(show, { text, replies: [{ say: "Noted." }] });
  const isKept = (await tapeOf(show.stage)).some((event) => JSON.stringify(event).includes(bird));
  if (!isKept) throw new Error("it is not on the tape");
}

/** The birds that the model of a new session gets, or why the session failed. */
async function ask(show: Show): Promise<ReadonlySet<string> | string> {
  try {
    const asked = await say(show, { text: "What should I know here?", replies: [{ say: "A few things." }] });
    return new Set(BIRDS.filter((bird) => wasTold(asked, bird)));
  } catch (error) {
    return messageOf(error);
  }
}

async function problemOf(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What was learned in one client is told in another: all of them over one home and one project. */
import { tapeOf } from "./ours.ts";
import { agree, integrate, type Show, say } from "./show.ts";
import { wasTold } from "./told.ts";

/** A pair, and why the second was not told what the first learned; undefined when it was. */
export type Pair = { readonly from: string; readonly to: string; readonly problem: string | undefined };

/** One word a client, of which no other part of a request has a reason to speak. */
const BIRDS = ["avocet", "bittern", "curlew", "dotterel", "egret", "fulmar", "gannet"];

/** Teaches each client a fact of its own, then starts each anew and looks what its model was told. */
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

/** The birds a new session is told of, or why it could not be asked. */
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

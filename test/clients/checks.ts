/** The checks that each client must pass, in the order in which they run on one stage. */
import type { Stage } from "./client.ts";
import { differences, filesWith, type Snapshot, snapshot } from "./files.ts";
import type { Exchange } from "./model.ts";
import { itemsOf, tapeOf, tidemark, until } from "./ours.ts";
import { readByAgent } from "./read-by-agent.ts";
import { scenariosFor } from "./scenarios.ts";
import { agree, integrate, type Show, say, sayAndKill, sayPrompt } from "./show.ts";
import { cameBack, wasTold } from "./told.ts";
import { type Fields, fields, text } from "./wires/json.ts";

/** Snapshots that a check of a client stores for later checks. */
export type Notes = { before: Snapshot; integrated: Snapshot };

export type Check = {
  readonly name: string;
  /** What the check proves, for the page of results. */
  readonly shows: string;
  /** Returns a remark for the page of results, if there is one; throws if the client fails the check. */
  readonly run: (show: Show, notes: Notes) => Promise<string | undefined>;
};

/** Upper bound for the worker that starts when a session ends. */
const ITEM_MS_MAX = 8000;

const STORED = { said: "Remember: the staging database is called heron.", key: "heron" };
const WRITTEN = { text: "The metrics endpoint listens on port 7341.", key: "7341" };
const SPOKEN = {
  said: "Remember: the queue worker is called pelican. Then run the whole check.",
  key: "pelican",
};

export const CHECKS: readonly Check[] = [
  {
    name: "install",
    shows: "`tidemark init --hosts X` in a fresh home and repository; a second run changes nothing",
    run: install,
  },
  {
    name: "stored",
    shows:
      "what a person asked to be remembered in session A is on the tape once, and recalled, when the client has ended",
    run: stored,
  },
  { name: "told", shows: "the request of a new session B carries it, in our words", run: told },
  { name: "recall", shows: "the model calls our recall tool and is answered with it", run: recall },
  {
    name: "write",
    shows: "the model calls our create tool (in pi, remember) and the item is there",
    run: write,
  },
  {
    name: "compaction",
    shows:
      "what was said before a compaction is on the tape once, and the prompt with which the session goes on after it (a new process) is told",
    run: compaction,
  },
  {
    name: "kill -9",
    shows:
      "a client killed in the middle of an answer: all its hooks heard is on the tape, once, and told to the next",
    run: killed,
  },
  {
    name: "reader",
    shows:
      "`model.provider: host`: the client reads a session, with no tool, no hook of ours, nothing recorded of it and nothing left; the cap on calls holds",
    run: readByAgent,
  },
  {
    name: "remove",
    shows:
      "`tidemark init --remove`: every file that the client did not write into itself is byte for byte what it was",
    run: removed,
  },
];

async function install(show: Show, notes: Notes): Promise<undefined> {
  const { stage } = show;
  notes.before = snapshot(stage);
  await integrate([show]);
  notes.integrated = snapshot(stage);
  if (differences(notes.before, notes.integrated).length === 0) throw new Error("init changed no file");
  await integrate([show]);
  const changed = differences(notes.integrated, snapshot(stage));
  if (changed.length > 0) throw new Error(`a second init changed ${changed.join(", ")}`);
  await agree(show);
}

async function stored(show: Show): Promise<string | undefined> {
  const { stage } = show;
  await say(show, { text: STORED.said, replies: [{ say: "Noted." }] });
  if (turnsWith(await tapeOf(stage), STORED.said) !== 1) throw new Error("it is not on the tape once");
  const { output } = await tidemark(stage, ["recall", "staging database"]);
  if (!output.includes(STORED.key)) throw new Error(`recall does not find it: ${output.slice(-300)}`);
  const isItem = await until(() => hasItem(stage, STORED.key), ITEM_MS_MAX);
  return isItem ? undefined : "it becomes an item when the next session begins: the client says no goodbye";
}

async function told(show: Show): Promise<undefined> {
  const asked = await say(show, { text: "What should I know here?", replies: [{ say: "A few things." }] });
  if (!wasTold(asked, STORED.key)) throw new Error("no request of session B carried it");
}

async function recall(show: Show): Promise<undefined> {
  const asked = await say(show, {
    text: "Look up the name of the database for staging.",
    replies: [{ use: "recall", input: { query: "staging database" } }, { say: "I looked it up." }],
    needs: ["memory"],
  });
  const back = cameBack(asked);
  if (!back.some((one) => one.includes(STORED.key))) throw new Error(`what came back was ${shortly(back)}`);
}

async function write(show: Show): Promise<undefined> {
  const use = show.client.writesBy ?? "create";
  const asked = await say(show, {
    text: "Write down what you found out about the endpoint.",
    replies: [{ use, input: { kind: "fact", text: WRITTEN.text } }, { say: "Written down." }],
    needs: ["memory"],
  });
  if (!(await hasItem(show.stage, WRITTEN.key)))
    throw new Error(`there is no such item; what came back was ${shortly(cameBack(asked))}`);
}

async function compaction(show: Show): Promise<string | undefined> {
  const { client, stage, model } = show;
  const scenario = scenariosFor(client, stage).find(({ name }) => name === "compaction");
  if (!scenario) throw new Error("nobody knows how to have it compact");
  model.play(scenario.scenes);
  const runs: (readonly Exchange[])[] = [];
  for (const prompt of scenario.prompts) runs.push(await sayPrompt(show, prompt));
  const said = scenario.prompts[0]?.text ?? "";
  if (turnsWith(await tapeOf(stage), said) !== 1)
    throw new Error("what was said before the compaction is not on the tape once");
  const compacted = runs.find((run) => run.some(isSummary));
  if (!compacted) throw new Error("the client did not compact");
  if (!wasTold(runs.at(-1) ?? [], STORED.key))
    throw new Error("the session was not told again after the compaction");
  const rest = compacted.slice(compacted.findLastIndex(isSummary) + 1).filter(hasTools);
  return rest.length === 0 || wasTold(rest, STORED.key)
    ? undefined
    : "told when the session next goes on, and not in the turn in which it was compacted";
}

const isSummary = ({ answer }: Exchange): boolean =>
  answer?.kind === "say" && answer.text.includes("state_snapshot");

const hasTools = ({ question }: Exchange): boolean => (question?.tools.length ?? 0) > 0;

async function killed(show: Show): Promise<undefined> {
  const { client, stage } = show;
  const before = (await tapeOf(stage)).length;
  const replies = [client.tools.run("sh check.sh --all"), { stall: "Both checks pass, and now I" }];
  await sayAndKill(show, { text: SPOKEN.said, replies, needs: ["run"] });
  const tape = (await tapeOf(stage)).slice(before);
  const counts = { prompt: turnsWith(tape, SPOKEN.said), result: turnsWith(tape, "check: 2 passed") };
  if (counts.prompt !== 1 || counts.result !== 1)
    throw new Error(`on the tape are ${counts.prompt} of 1 prompts and ${counts.result} of 1 results`);
  const { code, output } = await tidemark(stage, ["verify"]);
  if (code !== 0) throw new Error(`verify found something: ${output.slice(-300)}`);
  const asked = await say(show, { text: "Where did we stop?", replies: [{ say: "At the check." }] });
  if (!wasTold(asked, SPOKEN.key))
    throw new Error("the next session was not told what the killed one was asked to keep");
}

/**
 * Files must be as before `init`. A file that the client also wrote must lose our entries, and a second init and remove
 * must not change it.
 */
async function removed(show: Show, { before, integrated }: Notes): Promise<string | undefined> {
  const { stage } = show;
  const ours = differences(before, integrated);
  const driven = snapshot(stage);
  await remove(show);
  const after = snapshot(stage);
  const theirs = ours.filter((path) => integrated.get(path) !== driven.get(path));
  const wrong = ours.filter((path) => !theirs.includes(path) && before.get(path) !== after.get(path));
  if (wrong.length > 0) throw new Error(`not as before: ${wrong.join(", ")}`);
  const left = filesWith(stage, theirs, /tidemark (hook|mcp)/);
  if (left.length > 0) throw new Error(`still names us: ${left.join(", ")}`);
  await integrate([show]);
  await remove(show);
  const moved = differences(after, snapshot(stage));
  if (moved.length > 0) throw new Error(`not as before a second init: ${moved.join(", ")}`);
  return theirs.length === 0
    ? undefined
    : `the client itself has written into ${theirs.join(", ")}: our entries are gone, its own stay, and there a second init and --remove leave every byte`;
}

async function remove({ client, stage }: Show): Promise<void> {
  const { code, output } = await tidemark(stage, ["init", "--hosts", client.name, "--remove", "--yes"]);
  if (code !== 0) throw new Error(`--remove ended with ${code}: ${output.slice(-300)}`);
}

async function hasItem(stage: Stage, key: string): Promise<boolean> {
  return (await itemsOf(stage)).some((one) => one.includes(key));
}

function turnsWith(tape: readonly Fields[], words: string): number {
  return tape.filter(
    ({ type, payload }) => type === "turn.recorded" && JSON.stringify(fields(payload)).includes(words),
  ).length;
}

const shortly = (texts: readonly string[]): string =>
  JSON.stringify(texts.map((one) => text(one).slice(0, 200)));

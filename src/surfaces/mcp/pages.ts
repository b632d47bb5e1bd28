import type { ContextDeps, Deps } from "../../app/runtime/deps.ts";
import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import { MemoryError } from "../../core/failure.ts";
import { board } from "../verbs/board-verbs.ts";
import { workingVerb } from "../verbs/distil-verbs.ts";
import { boardText } from "../verbs/text/board-text.ts";
import { PLAIN } from "../verbs/text/paint.ts";

/** A page that a client can attach without calling a tool. */
export type Page = {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly read: (deps: Deps) => Promise<string>;
};

export const PAGES: readonly Page[] = [
  {
    uri: "tidemark://working",
    name: "Working memory",
    description: "The working memory of the most recent session.",
    read: workingPage,
  },
  {
    uri: "tidemark://active-context",
    name: "Active context",
    description: "The state of the current task, as a file.",
    read: activeContext,
  },
  {
    uri: "tidemark://board",
    name: "Board",
    description: "Plans, handoffs, traps, sessions and possibly outdated items.",
    read: async (deps) => boardText(await board(deps), PLAIN) || "Nothing is on the board.",
  },
];

/** Without a session there is no page. That is not the reader's error. */
async function workingPage(deps: Deps): Promise<string> {
  try {
    return workingVerb.text(await workingVerb.run(deps, {}), PLAIN);
  } catch (error) {
    if (error instanceof MemoryError && error.code === "input.unknown_id") return error.message;
    throw error;
  }
}

async function activeContext({ contextFiles }: ContextDeps): Promise<string> {
  const found = await contextFiles.read(ACTIVE_FILE);
  if (found.outcome === "read") return found.text;
  const why = found.outcome === "refused" ? ` ${found.why}` : "";
  return `There is no active context: ${contextFiles.folder}/${ACTIVE_FILE} cannot be read.${why}`;
}

import type { InitInput } from "../../app/host-setup/init.ts";
import { foundHosts, type HostOutcome, previewHosts } from "../../app/host-setup/wire-hosts.ts";
import type { HostDeps, ItemDeps, ProjectDeps } from "../../app/runtime/deps.ts";
import { MemoryError } from "../../core/failure.ts";
import { printable } from "../../core/text/printable.ts";
import type { Keys } from "../../ports/keys.ts";
import { fileLines } from "../verbs/text/import-text.ts";
import { earlierText, outcomeText } from "../verbs/text/init-text.ts";
import { oneLine, type Paint } from "../verbs/text/paint.ts";

export type SetupTerminal = {
  readonly deps: ItemDeps & HostDeps;
  readonly keys: Keys;
  readonly out: (text: string) => void;
  readonly paint: Paint;
};

/** Shows the changes that setting up each host would make, and returns the hosts that the user accepts. */
export async function askHosts(asking: SetupTerminal, input: InitInput): Promise<string | undefined> {
  const { deps, out } = asking;
  const waiting = input.hosts ?? (await waitingHosts(deps));
  if (waiting === "") return input.hosts;
  const previews = await previewHosts(deps, { ...input, hosts: waiting });
  const agreed: string[] = [];
  let isAll = false;
  for (const preview of previews) {
    const isNew = preview.changes.some(({ is }) => is !== "unchanged");
    if (isNew) out(`\n${previewText(preview, asking.paint)}\n`);
    const answer: string = isAll || !isNew ? "yes" : await askHost(asking, preview);
    isAll ||= answer === "all";
    if (answer !== "no") agreed.push(preview.host);
  }
  out("\n");
  return agreed.join(",");
}

/** Asks once, for a new memory, which sessions to record from now on. */
export async function askRecord({ deps, keys, out }: SetupTerminal): Promise<InitInput["record"]> {
  if (deps.project.hasMemory || deps.consent?.everywhere().repositories !== "asked") return undefined;
  out("Record sessions of agents in [t]his project only, or in [e]very git repository? ");
  const places = { t: "this project", e: "every git repository" };
  return (await answerAmong({ keys, out }, places)) === places.e ? "every-repository" : "project";
}

/** Asks once whether to import earlier sessions of this project, if there are any. */
export async function askImport({ deps, keys, out }: SetupTerminal): Promise<boolean> {
  if (deps.project.hasMemory) return false;
  const { earlierSessions } = await import("../../app/intake/earlier-sessions.ts");
  const earlier = await earlierSessions(deps);
  if (earlier.length === 0) return false;
  out(`Found ${earlierText(earlier)}. Import them? [y]es [n]o `);
  return (await answerAmong({ keys, out }, { y: "yes", n: "no" })) === "yes";
}

/** Whether a project has a memory, or sessions from which one would be made. */
export async function hasEarlierWork(deps: HostDeps & ProjectDeps): Promise<boolean> {
  const { earlierSessions } = await import("../../app/intake/earlier-sessions.ts");
  return deps.project.hasMemory || (await earlierSessions(deps)).length > 0;
}

/** Shows what uninstalling would do, and asks. An agent is not asked but refused. */
export async function uninstallQuestion(
  deps: ItemDeps & HostDeps,
  { delete_memories }: SetupInput,
  paint: Paint,
): Promise<string | undefined> {
  if (deps.voice === "agent") return undefined;
  const { projects } = await import("../../app/recording/projects.ts");
  const { projectsText } = await import("../verbs/recording/recording-text.ts");
  const memories =
    delete_memories === true
      ? paint.bad("All these memories are deleted permanently.")
      : "The memories stay.";
  return `${projectsText(await projects(deps), paint)}\n\nTidemark is removed from every host's files. ${memories} Continue? [y]es [n]o `;
}

/** Shows what sharing would change, and asks; undefined if nothing would be written. */
export async function shareQuestion(
  deps: ItemDeps & HostDeps,
  { file, hook }: SetupInput,
  paint: Paint,
): Promise<string | undefined> {
  if (hook === true && deps.voice === "agent") return undefined;
  const { previewShare } = await import("../../app/share/share.ts");
  const preview = await previewShare(deps, { file: typeof file === "string" ? file : undefined });
  if (preview.diff.length === 0 && hook !== true) return undefined;
  const name = oneLine(preview.file);
  const lines = preview.diff.map((line) => `  ${printable(line)}\n`).join("");
  const what = hook === true ? `Write this, and a git hook that does so before each commit?` : "Write this?";
  return `${paint.strong(name)}\n${lines}${what} Everybody with the repository can read it. [y]es [n]o `;
}

type SetupInput = { readonly [name: string]: unknown };

export async function isYes(keys: Keys, out: (text: string) => void): Promise<boolean> {
  return (await answerAmong({ keys, out }, { y: "yes", n: "no", leave: "no" })) === "yes";
}

/** Waits for a key that is an answer, and shows the answer. Whoever leaves without one has agreed to nothing. */
async function answerAmong<Answer extends string>(
  { keys, out }: Pick<SetupTerminal, "keys" | "out">,
  answers: { readonly [key: string]: Answer },
): Promise<Answer> {
  for (;;) {
    const key = await keys.next();
    const answer = answers[key];
    if (answer !== undefined) {
      out(`${answer}\n`);
      return answer;
    }
    if (key === "leave") {
      out("\n");
      throw LEFT();
    }
    const letters = Object.keys(answers).filter((letter) => letter.length === 1);
    out(`\nPress ${letters.join(" or ")}: `);
  }
}

const LEFT = (): MemoryError =>
  new MemoryError("input.needs_person", "You left without an answer, so nothing was changed.");

/** Shows the memories of other tools and asks whether to import them. Undefined if there is nothing new to ask about. */
export async function askMemories(
  { deps, keys, out, paint }: SetupTerminal,
  paths: readonly string[],
): Promise<MemoryAnswer | undefined> {
  const { ownMemoryFiles, namedMemoryFiles } = await import("../../app/intake/memory-files.ts");
  const files =
    paths.length === 0 ? await ownMemoryFiles(deps) : (await namedMemoryFiles(deps, paths)).memories;
  const { importMemories } = await import("../../app/intake/import-memories.ts");
  const found = await importMemories(deps, { files, accept: false, dry_run: true });
  const news = found.files.filter(({ kept, proposed }) => kept + proposed > 0);
  if (news.length === 0) return undefined;
  out("Memories of other tools about this project:\n");
  for (const file of news) out(`${fileLines(file, { paint, taken: false }).join("\n")}\n`);
  out("Import it? [y]es, and review the rules  [a]ccept the rules as my own  [n]o ");
  const answer = await answerAmong({ keys, out }, MEMORY_ANSWERS);
  out("\n");
  return answer;
}

type MemoryAnswer = "yes" | "accept" | "no";

const MEMORY_ANSWERS: { readonly [key: string]: MemoryAnswer } = {
  y: "yes",
  a: "accept",
  n: "no",
};

async function waitingHosts(deps: HostDeps): Promise<string> {
  const found = await foundHosts(deps);
  return found
    .filter(({ is_set_up }) => !is_set_up)
    .map(({ host }) => host)
    .join(",");
}

/** Lines of a difference that fit on a screen together with the question. */
const DIFF_LINES_MAX = 12;

/** All files of a host on one screen, each with the beginning of its difference. */
function previewText(preview: HostOutcome, paint: Paint): string {
  const changed = preview.changes.filter(({ diff }) => diff.length > 0).length;
  const diffLines = Math.floor(DIFF_LINES_MAX / Math.max(1, changed));
  return outcomeText(preview, paint, { isPreview: true, diffLines });
}

async function askHost({ keys, out, paint }: SetupTerminal, preview: HostOutcome): Promise<string> {
  const question = `Set up ${preview.name}? [y]es [n]o [a]ll [q]uit [d]ifferences `;
  for (;;) {
    out(question);
    const answer = await answerAmong(
      { keys, out },
      { y: "yes", n: "no", a: "all", q: "quit", d: "differences" },
    );
    if (answer === "quit") throw LEFT();
    if (answer !== "differences") return answer;
    out(`${outcomeText(preview, paint, { isPreview: true, diffLines: Number.POSITIVE_INFINITY })}\n`);
  }
}

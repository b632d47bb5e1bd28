import { entriesIn, textAt } from "../../core/active-context/document/read.ts";
import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import type { RegistryEntry } from "../../core/active-context/registry/registry.ts";
import { NO_RESUME, type Resume, resumesIn } from "../../core/active-context/registry/resume.ts";
import { sameTaskId } from "../../core/active-context/registry/task-id.ts";
import { type UnclaimedContext, unclaimedLines } from "../../core/bundle/resume-lines.ts";
import type { ContextDeps, WriteDeps } from "../runtime/deps.ts";
import { isOwnText } from "./compute-update.ts";
import { type CurrentContext, currentContext, noContext, registry } from "./state.ts";
import { unclaimedContext } from "./unclaimed-context.ts";

export type ListedContext = {
  readonly task_id: string;
  readonly title: string;
  readonly status: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** When the task was archived or, for the current task, last updated. */
  readonly at?: string;
  readonly file: string;
  readonly next?: string;
};

export type ListedContexts = { readonly contexts: readonly ListedContext[]; readonly total: number };

/** The current task first, then secondary tasks, then archived tasks, last archived first. */
export async function contextList(
  deps: WriteDeps & ContextDeps,
  { status }: { readonly status?: string | undefined },
): Promise<ListedContexts> {
  const { document, task, here } = await currentContext(deps);
  const file = `${deps.contextFiles.folder}/${ACTIVE_FILE}`;
  const text = (field: string) => textAt(document, { section: "current_task", field }) ?? "";
  const own: ListedContext[] =
    task === undefined
      ? []
      : [
          {
            task_id: task,
            title: text("title") || text("goal"),
            status: here?.task === task && here.status === "completed" ? "completed" : "active",
            at: textAt(document, { section: "meta", field: "last_updated" }) ?? "",
            file,
            next: resumesIn(document).find((each) => each.task === task)?.next_action ?? "",
          },
        ];
  const beside = entriesIn(document, "secondary_tasks").map(
    ({ task_id = "", goal = "", status: stands = "", next = "" }): ListedContext => ({
      ...{ task_id, title: goal, status: stands, file, next },
    }),
  );
  const inFile = [...own, ...beside];
  const { entries } = await registry(deps);
  const archived = entries
    .filter(({ task_id }) => !inFile.some((each) => sameTaskId(each.task_id, task_id)))
    .toSorted((a, b) => Date.parse(b.archived_at) - Date.parse(a.archived_at))
    .map(listEntry);
  const all = [...inFile, ...archived].filter((each) => status === undefined || each.status === status);
  return { contexts: all, total: all.length };
}

const listEntry = ({
  task_id,
  title,
  status,
  category,
  tags,
  archived_at,
  file,
}: RegistryEntry): ListedContext => ({
  ...{ task_id, title, status, category, tags, at: archived_at, file },
});

export type ShownContext = {
  readonly task_id: string;
  readonly file: string;
  readonly plan?: string;
  readonly resume: Omit<Resume, "task">;
  readonly text: string;
};

/** Shows the active context. Of a file that no person has confirmed, an agent is shown what a brief would tell. */
export async function contextActive(deps: WriteDeps & ContextDeps): Promise<ShownContext> {
  const { document, text, task, here } = await currentContext(deps);
  if (text === undefined || task === undefined) throw noContext(deps);
  const file = `${deps.contextFiles.folder}/${ACTIVE_FILE}`;
  const waiting = deps.voice === "person" ? undefined : await unconfirmed(deps, { file, text, task, here });
  if (waiting !== undefined) {
    const { task: _, ...none } = NO_RESUME;
    const known = here !== undefined && sameTaskId(here.task, task) ? here.resume : none;
    const resume = { ...known, ...(waiting.isWithheld ? {} : waiting.resume) };
    const lines = unclaimedLines(waiting, deps.command).map((line) => line.text());
    return { task_id: task, file, resume, text: lines.join("\n") };
  }
  const { task: _, ...resume } = resumesIn(document).find((each) => each.task === task) ?? NO_RESUME;
  const plan = textAt(document, { section: "plan_references", field: "plan" });
  return { task_id: task, file, ...(plan ? { plan } : {}), resume, text };
}

type WrittenContext = { readonly file: string; readonly text: string; readonly task: string } & Pick<
  CurrentContext,
  "here"
>;

async function unconfirmed(
  deps: WriteDeps & ContextDeps,
  { file, text, task, here }: WrittenContext,
): Promise<UnclaimedContext | undefined> {
  const unclaimed = await unclaimedContext(deps, here);
  if (unclaimed !== undefined || (await isOwnText(deps, text, { here, task }))) return unclaimed;
  return { file, isWithheld: true };
}

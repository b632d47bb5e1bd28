import { bundle } from "../../app/briefing/bundle.ts";
import { working } from "../../app/briefing/working-memory.ts";
import { find } from "../../app/items/find.ts";
import { recall } from "../../app/recall/recall.ts";
import { newDraft } from "../../app/runtime/decide-and-commit.ts";
import type { WorkerDeps } from "../../app/runtime/deps.ts";
import { workOnce } from "../../app/sessions/worker-loop.ts";
import { rebuild } from "../../app/upkeep/rebuild.ts";
import { verify } from "../../app/upkeep/verify.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { DAY_MS } from "../../core/time.ts";
import { hitLine } from "../verbs/text/hit-text.ts";
import { itemLine } from "../verbs/text/item-text.ts";
import type { Paint } from "../verbs/text/paint.ts";
import { DEMO_QUESTION, DEMO_SESSIONS, type DemoSession } from "./demo-sessions.ts";
import { type OpenedMemory, withMemory } from "./with-memory.ts";

const TURN_MS = 90 * 1000;

/** Opens the temporary project, as an agent or as the person it works for. */
type OpenAs = (agent?: string) => Promise<OpenedMemory>;

/** Replays two sessions of two agents in an empty project; shows the items extracted and the brief of a third agent. */
export async function demo(openAs: OpenAs, paint: Paint): Promise<string> {
  const pages = ["A temporary project, two recorded sessions, then a new agent.\n"];
  for (const session of DEMO_SESSIONS)
    pages.push(await withMemory(openAs(session.agent), (deps) => playSession(deps, session, paint)));
  pages.push(await withMemory(openAs(), (deps) => endings(deps, paint)));
  pages.push(await withMemory(openAs("gemini"), (deps) => toldText(deps, paint)));
  return `${pages.join("\n")}\n`;
}

/** Records a session as a host would, and lets the worker read it by rule. */
async function playSession(deps: WorkerDeps, session: DemoSession, paint: Paint): Promise<string> {
  const start = deps.clock.now() - session.daysAgo * DAY_MS;
  const then: WorkerDeps = { ...deps, clock: { ...deps.clock, now: () => start } };
  const turns = session.turns.map((payload, i) =>
    newDraft(then, { type: "turn.recorded", session: session.session, at: start + i * TURN_MS, payload }),
  );
  const before = new Set((await allItems(deps)).map(({ id }) => id));
  await then.store.tape.append([
    newDraft(then, { type: "session.started", session: session.session, payload: {} }),
    ...turns,
    newDraft(then, { type: "session.ended", session: session.session, payload: { reason: "done" } }),
  ]);
  await workOnce(then);
  const made = (await allItems(deps))
    .filter(({ id, kind }) => !before.has(id) && !NOTICED.includes(kind))
    .reverse();
  const days = session.daysAgo === 1 ? "yesterday" : `${session.daysAgo} days ago`;
  const head = paint.strong(
    `${session.agent}, ${days}: ${session.turns.length} turns. Extracted by rules, without a model:`,
  );
  return [head, ...made.map((item) => itemText(item, paint)), ""].join("\n");
}

/** Kinds that are shown with the review. */
const NOTICED: readonly string[] = ["edge", "insight"];

const allItems = async (deps: WorkerDeps): Promise<readonly ItemRow[]> =>
  (await find(deps, { limit: 100, offset: 0 })).items;

const itemText = (item: ItemRow, paint: Paint): string => indented(itemLine(item, paint));

/** Statements that a person gave up in their own words have ended, and can be restored. */
async function endings(deps: WorkerDeps, paint: Paint): Promise<string> {
  const ended = (await allItems(deps)).filter(({ status }) => status === "superseded");
  if (ended.length === 0) return "";
  return [
    paint.strong("Ended, because the user replaced it in their own words:"),
    ...ended.flatMap((item) => [itemText(item, paint), `  To restore it: tidemark undo ${item.label}`]),
    "",
  ].join("\n");
}

const indented = (text: string): string => text.replaceAll(/^/gm, "  ");

/** Lines that an agent reads, marked to distinguish them from the demo's own text. */
const page = (text: string, paint: Paint): string[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${paint.faint("│")} ${line}`.trimEnd());

/** In the order in which a person takes them. */
const START_STEPS: readonly string[] = [
  "  1. If the command tidemark is not installed yet, run this in the clone:  npm install --global .",
  "  2. Go to a project:  tidemark init  creates its memory and sets up the agents it finds",
  "  3. Work as usual:  tidemark brief  shows the brief for the next agent",
];

async function toldText(deps: WorkerDeps, paint: Paint): Promise<string> {
  const { text: now } = await working(deps, {});
  const { text, tokens } = await bundle(deps, "brief", {});
  const { hits } = await recall(deps, { query: DEMO_QUESTION, k: 2 });
  const { events } = await rebuild(deps, {});
  const { ok } = await verify(deps);
  return [
    paint.strong("The working memory of the last session (tidemark working):"),
    "",
    ...page(now, paint),
    "",
    paint.strong(`A new agent starts. This is its whole brief (about ${tokens} tokens):`),
    "",
    ...page(text, paint),
    "",
    paint.strong(`It asks: tidemark recall "${DEMO_QUESTION}"`),
    ...hits.map((hit) => indented(hitLine(hit, paint))),
    "",
    ok
      ? paint.good(`Checked: ${events} events, chain unbroken; all views rebuilt from them are identical.`)
      : paint.bad("The check found a problem. To check your own project: tidemark verify"),
    "",
    paint.strong("In a project of yours:"),
    ...START_STEPS,
  ].join("\n");
}

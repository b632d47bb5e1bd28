import { bundle } from "../../app/bundle.ts";
import { create } from "../../app/create.ts";
import { rebuild } from "../../app/rebuild.ts";
import { recall } from "../../app/recall.ts";
import { transition } from "../../app/transition.ts";
import { update } from "../../app/update.ts";
import { verify } from "../../app/verify.ts";
import { draft, type World } from "../../app/world.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { hitLine } from "../verbs/hit-text.ts";
import { itemLine } from "../verbs/item-text.ts";
import { flow, type Paint } from "../verbs/paint.ts";
import { DEMO_PROGRESS, DEMO_QUESTION, DEMO_SESSIONS, type DemoSession } from "./demo-sessions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const TURN_MS = 90 * 1000;

type OpenAs = (agent: string) => Promise<{ world: World; close: () => Promise<void> }>;

/** Plays two sessions of two agents into an empty project and shows what a third one is told. */
export async function demo(openAs: OpenAs, paint: Paint): Promise<string> {
  const pages = ["A throw-away project, two recorded sessions, and then a new agent.\n"];
  for (const session of DEMO_SESSIONS)
    pages.push(await as(openAs, session.agent, (world) => played(world, session, paint)));
  pages.push(await as(openAs, "gemini", (world) => told(world, paint)));
  return `${pages.join("\n")}\n`;
}

async function as(openAs: OpenAs, agent: string, work: (world: World) => Promise<string>): Promise<string> {
  const { world, close } = await openAs(agent);
  try {
    return await work(world);
  } finally {
    await close();
  }
}

async function played(world: World, session: DemoSession, paint: Paint): Promise<string> {
  const then = on(world, world.clock.now() - session.daysAgo * DAY_MS);
  const start = then.clock.now();
  const turns = session.turns.map((turn, i) =>
    draft(then, { type: "turn.recorded", session: session.session, at: start + i * TURN_MS, payload: turn }),
  );
  await then.store.append([
    draft(then, { type: "session.started", session: session.session, payload: {} }),
    ...turns,
  ]);
  const kept: ItemRow[] = [];
  for (const input of session.kept) kept.push((await create(then, input)).item);
  if (session === DEMO_SESSIONS[1]) kept.push(await advancePlan(then));
  await then.store.append([
    draft(then, { type: "session.ended", session: session.session, payload: { reason: "done" } }),
  ]);
  const days = session.daysAgo === 1 ? "yesterday" : `${session.daysAgo} days ago`;
  const narrower = { ...paint, width: paint.width - 2 };
  const head = paint.strong(`${session.agent}, ${days}: ${session.turns.length} turns. It kept:`);
  return [head, ...kept.map((item) => indented(itemLine(item, narrower))), ""].join("\n");
}

const on = (world: World, now: number): World => ({ ...world, clock: { now: () => now } });

async function advancePlan(world: World): Promise<ItemRow> {
  const plan = "pln#1";
  await transition(world, { id: plan, status: "in_progress" });
  return update(world, { id: plan, steps: DEMO_PROGRESS.steps });
}

const indented = (text: string): string => text.replaceAll(/^/gm, "  ");

/** A line of what an agent reads, set off from what we say about it. */
function barred(line: string, paint: Paint): string {
  const bar = `  ${paint.faint("│")} `;
  const flowing = flow({ text: "", width: 0 }, line, {
    indent: line.startsWith("- ") ? "  " : "",
    width: paint.width - 4,
  });
  return flowing.replaceAll(/^/gm, bar).trimEnd();
}

async function told(world: World, paint: Paint): Promise<string> {
  const { text, tokens } = await bundle(world, "brief", {});
  const { hits } = await recall(world, { query: DEMO_QUESTION, k: 2 });
  const { events } = await rebuild(world, {});
  const { ok } = await verify(world);
  return [
    paint.strong(`A new agent starts. This is all it is told (about ${tokens} tokens):`),
    "",
    ...text
      .trimEnd()
      .split("\n")
      .map((line) => barred(line, paint)),
    "",
    paint.strong(`It asks: tidemark recall "${DEMO_QUESTION}"`),
    ...hits.map((hit) => indented(hitLine(hit, { ...paint, width: paint.width - 2 }))),
    "",
    ok
      ? paint.good(`Checked: ${events} events, chain unbroken; every view made anew from them, same bytes.`)
      : paint.bad("The check found something wrong: run tidemark verify in your own project."),
    "",
    'Yours: go to a project and run  tidemark remember "…"  then  tidemark brief',
  ].join("\n");
}

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { eventsAt } from "../src/app/items/evidence.ts";
import { evidenceOf } from "../src/app/items/excerpts.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { scanItems } from "../src/app/runtime/scan-rows.ts";
import type { ItemRow } from "../src/core/items/items-view.ts";
import { UNIT_KIND_NAMES } from "../src/core/items/kinds.ts";
import { JUDGED } from "./distil-judged.ts";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";

const SIZE = 50;
const PER_SESSION_MAX = 4;
const EXCERPTS_MAX = 6;

/** A unit, a candidate's proposal or a plan. `hash` identifies it without its text. */
export type Statement = {
  readonly hash: string;
  readonly kind: string;
  readonly as: "unit" | "candidate" | "plan";
  readonly session: string;
  readonly item: ItemRow;
};

/** Every unit, candidate and plan, in any status. */
export async function statementsIn(deps: Deps): Promise<Statement[]> {
  const { rows } = await scanItems(deps, {
    kinds: [...UNIT_KIND_NAMES, "candidate", "plan"],
    order: "oldest",
  });
  const first = await eventsAt(deps, [...new Set(rows.map(firstOf))]);
  return rows.map((item) => {
    const kind = item.kind === "candidate" ? String(item.proposes) : item.kind;
    return {
      hash: hashOf(`${kind} ${wordsOf(item)}`),
      kind,
      as: item.kind === "candidate" || item.kind === "plan" ? item.kind : "unit",
      session: first.get(firstOf(item))?.session ?? "",
      item,
    };
  });
}

/** The text to hash. For a plan it includes the steps, because two plans may have the same title. */
const wordsOf = ({ kind, text, steps }: ItemRow): string =>
  kind === "plan" ? `${text} ${JSON.stringify(steps)}` : text;
const firstOf = ({ evidence, position }: ItemRow): number => evidence?.[0] ?? position;
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/**
 * Draws a sample with each kind in proportion, and a second one of plans, which almost every session has. The
 * draw depends only on the seed and the texts, so a statement that a rule change leaves alone stays in the
 * sample.
 */
export function sampleOf(statements: readonly Statement[], seed: number): Statement[] {
  const isPlan = ({ as }: Statement): boolean => as === "plan";
  const stated = statements.filter((each) => !isPlan(each));
  return [...drawnFrom(stated, seed), ...drawnFrom(statements.filter(isPlan), seed)];
}

function drawnFrom(statements: readonly Statement[], seed: number): Statement[] {
  const drawn = [...new Map(statements.map((each) => [each.hash, each])).values()]
    .map((each) => ({ each, chance: hashOf(`${seed} ${each.hash}`) }))
    .sort((a, b) => (a.chance < b.chance ? -1 : 1))
    .map(({ each }) => each);
  const sorts = new Map<string, Statement[]>();
  for (const each of drawn) {
    const sort = `${each.as} ${each.kind}`;
    sorts.set(sort, [...(sorts.get(sort) ?? []), each]);
  }
  const bySession = new Map<string, number>();
  return [...sharesOf(sorts, Math.min(SIZE, drawn.length))].flatMap(([sort, share]) => {
    const taken: Statement[] = [];
    for (const each of sorts.get(sort) ?? []) {
      const count = bySession.get(each.session) ?? 0;
      if (taken.length === share || count >= PER_SESSION_MAX) continue;
      bySession.set(each.session, count + 1);
      taken.push(each);
    }
    return taken;
  });
}

/**
 * Sample size of each sort, by the largest-remainder method. Rare sorts come first: few sessions have them.
 */
function sharesOf(sorts: ReadonlyMap<string, readonly Statement[]>, size: number): [string, number][] {
  const total = [...sorts.values()].reduce((sum, { length }) => sum + length, 0);
  const exact = [...sorts].map(([sort, { length }]) => ({ sort, length, share: (size * length) / total }));
  const whole = exact.reduce((sum, { share }) => sum + Math.floor(share), 0);
  const rounded = exact
    .sort((a, b) => (b.share % 1) - (a.share % 1))
    .map(({ sort, length, share }, i) => ({
      sort,
      length,
      share: Math.floor(share) + (i < size - whole ? 1 : 0),
    }));
  return rounded.sort((a, b) => a.length - b.length).map(({ sort, share }) => [sort, share]);
}

/**
 * Writes the sample with its evidence, to be read, and a form without any text, to be filled in with
 * verdicts.
 */
export async function writeSample(deps: Deps, sample: readonly Statement[], to: string): Promise<void> {
  const folder = resolve(to);
  const inside = relative(ROOT, folder);
  if (!inside.startsWith(".."))
    throw new Error("The sample holds words of others: name a folder outside the project.");
  mkdirSync(folder, { recursive: true });
  const pages: string[] = [];
  for (const [i, { hash, kind, as, session, item }] of sample.entries()) {
    const { evidence } = await evidenceOf(deps, item, EXCERPTS_MAX);
    const { text, topic, status, confidence, origin, parts, command, instead, rejected, steps } = item;
    pages.push(
      `## ${i + 1}. ${hash} ${kind} (${as})`,
      `session ${session}`,
      JSON.stringify(
        { text, topic, status, confidence, origin, parts, command, instead, rejected, steps },
        null,
        2,
      ),
      ...evidence.map(({ name, by, text: said }) => `${name} ${by}:\n${said.replace(/^/gm, "> ")}`),
    );
  }
  writeFileSync(join(folder, "distil-sample.md"), `${pages.join("\n\n")}\n`);
  const blank = sample.map(({ hash, kind, as }) => ({ hash, kind, as, verdict: "", reason: "" }));
  writeFileSync(join(folder, JUDGED), `${JSON.stringify({ verdicts: [], judged: blank }, null, 2)}\n`);
  say(`${sample.length} written to distil-sample.md; fill in ${JUDGED} and put it into bench/results/`);
}

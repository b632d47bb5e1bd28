import { createHash } from "node:crypto";
import { buildBundle } from "../src/app/briefing/bundle.ts";
import { find } from "../src/app/items/find.ts";
import { itemsByIds } from "../src/app/items/find-item.ts";
import { remember } from "../src/app/items/remember.ts";
import { recall } from "../src/app/recall/recall.ts";
import { catchUp } from "../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { DEFAULTS } from "../src/core/config/config.ts";
import type { KindName } from "../src/core/items/kinds.ts";
import { turnPosition } from "../src/core/recall/index/search-view.ts";
import { fixedClock } from "../src/testing/fakes.ts";
import { bench } from "./bench.ts";
import { DATA_OPTION } from "./data.ts";
import { replayMemory } from "./extract-memory.ts";
import { openStore } from "./open-store.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import { readAll, recordAll } from "./recall-memory.ts";
import { type Group, type Pack, packsIn, type Question } from "./recall-packs.ts";
import type { Finding, Verdict } from "./result.ts";
import { shown } from "./table.ts";

const PACKS = ["locomo_dev", "beam_dev"];
const DAY_MS = 24 * 60 * 60 * 1000;
const FLOORS = [0, 0.1, 0.3, 0.5, 0.6, 0.65, 0.68, 0.7, 0.75, 0.8, 0.9, 0.97];
const EMPTY_MIN = 0.95;
const HELD_MIN = 0.9;

/** Conflicting decisions: the bench stores each sentence twice, with a different value in place of `#`. */
const CONFLICTS = [
  "The request timeout is # seconds",
  "A page of results has # rows",
  "Sessions expire after # hours",
  "Logs are kept for # days",
  "Uploads may have # megabytes",
  "The job queue has # workers",
];
/** Number of further conflicts that use long words from the questions, to distract recall from the answer. */
const CONFLICTS_ASKED = 12;
const LONG_WORD = 6;

/** The outcome of one question: how certain the bundle was, and whether it holds the answer. */
type Asked = {
  readonly pack: string;
  /** True if the memory had open insights and pending edges when the question was asked. */
  readonly hasConflicts: boolean;
  readonly isOwn: boolean;
  readonly known: number;
  readonly tells: boolean;
  readonly holds: boolean;
  readonly isAmongFive: boolean;
};

export const abstaining = bench({
  name: "abstain",
  title: "When a memory is silent",
  summary: "Questions put to the memory they are about and to another one: what is told, over all floors.",
  options: { data: DATA_OPTION },
  run: async ({ data }) => {
    const packs = packsIn(data, { wanted: PACKS, known: PACKS });
    const all: Asked[] = [];
    const open: Open[] = [];
    for (const pack of packs)
      for (const group of pack.groups) {
        const { asked, ...conflicts } = await outcomesOf(pack, group);
        all.push(...asked);
        open.push(conflicts);
      }
    return all.length === 0 ? { tables: [], verdicts: [] } : findingOf(packs, all, open);
  },
});

/** Open insights and pending edges of a memory during its second round of questions. */
type Open = { readonly insights: number; readonly edges: number };

async function outcomesOf(pack: Pack, group: Group): Promise<Open & { readonly asked: readonly Asked[] }> {
  return inFolder(async (folder) => {
    const clock = fixedClock((group.turns.at(-1)?.at ?? 0) + DAY_MS);
    // With floor 0, every question gets its results; higher floors are evaluated afterwards from `known`.
    const config = { ...DEFAULTS, memory: { ...DEFAULTS.memory, recallFloor: 0 } };
    const deps: Deps = { ...replayMemory(), config, store: await openStore(folder), clock };
    const first = await recordAll(deps, group.turns, folder);
    await readAll(deps);
    await catchUp(deps, "items", "search");
    const at = new Map(group.turns.map(({ id }, i) => [first + i, id]));
    const questions = pack.questions.filter((question, i) => isFor(pack, group, { question, i }));
    const askAll = async (hasConflicts: boolean): Promise<Asked[]> => {
      const out: Asked[] = [];
      for (const question of questions)
        out.push(await asked(deps, { pack, group, question, at, hasConflicts }));
      return out;
    };
    const without = await askAll(false);
    const open = await addConflicts(
      deps,
      questions.filter(({ gid }) => gid === group.gid),
    );
    const beside = await askAll(true);
    await deps.store.close();
    say(`${pack.name} ${group.gid}: ${questions.length} questions, ${open.insights} insights`);
    return { asked: [...without, ...beside], ...open };
  });
}

/** Remembers pairs of conflicting decisions, some on topics of their own, some on words of the questions. */
async function addConflicts(deps: Deps, questions: readonly Question[]): Promise<Open> {
  const words = questions.flatMap(({ text }) => text.match(/[A-Za-z]+/g) ?? []);
  const long = [...new Set(words.filter(({ length }) => length >= LONG_WORD))];
  const every = Math.max(1, Math.floor(long.length / CONFLICTS_ASKED));
  const chosen = long.filter((_, i) => i % every === 0).slice(0, CONFLICTS_ASKED);
  for (const form of [...CONFLICTS, ...chosen.map((word) => `The limit of ${word} is # a day`)])
    for (const value of ["30", "90"])
      await remember(deps, { text: form.replace("#", value), kind: "decision" });
  await readAll(deps);
  await catchUp(deps, "items", "search");
  const open = async (kind: KindName, status: string): Promise<number> =>
    (await find(deps, { kind, status, limit: 1, offset: 0 })).total;
  return { insights: await open("insight", "open"), edges: await open("edge", "pending") };
}

/** Whether a question is put to this memory: to its own memory always, and to one of the others by turns. */
function isFor(
  { groups }: Pack,
  { gid }: Group,
  asking: { readonly question: Question; readonly i: number },
): boolean {
  const { question, i } = asking;
  if (question.gid === gid) return true;
  const own = groups.findIndex((group) => group.gid === question.gid);
  return groups[(own + 1 + (i % (groups.length - 1))) % groups.length]?.gid === gid;
}

type Asking = {
  readonly pack: Pack;
  readonly group: Group;
  readonly question: Question;
  readonly at: ReadonlyMap<number, string>;
  readonly hasConflicts: boolean;
};

async function asked(deps: Deps, { pack, group, question, at, hasConflicts }: Asking): Promise<Asked> {
  const { known = 0, candidates } = await buildBundle(deps, "context", { query: question.text });
  const told = candidates.filter(({ block, fate }) => block === "recall" && fate === "given");
  const { hits } = await recall(deps, { query: question.text, k: 5 });
  const isGold = (positions: readonly number[]): boolean =>
    positions.slice(0, 3).some((position) => question.gold.includes(at.get(position) ?? ""));
  const ids = told.map(({ id }) => id);
  const items = new Map((await itemsByIds(deps, ids)).map((item) => [item.id, item]));
  const restsOn = (id: string): readonly number[] => {
    const position = turnPosition(id);
    return position === undefined ? (items.get(id)?.evidence ?? []) : [position];
  };
  return {
    pack: pack.name,
    hasConflicts,
    isOwn: question.gid === group.gid,
    known,
    tells: told.length > 0,
    holds: ids.some((id) => isGold(restsOn(id))),
    isAmongFive: hits.some(({ evidence }) => isGold(evidence)),
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/**
 * At this floor: the share of questions to another memory that stay unanswered, and, of the questions whose
 * answer is among recall's first five hits, the share whose bundle holds the answer.
 */
function atFloor(all: readonly Asked[], floor: number): { readonly empty: number; readonly held: number } {
  const [own, others] = [all.filter(({ isOwn }) => isOwn), all.filter(({ isOwn }) => !isOwn)];
  const isTold = ({ known, tells }: Asked): boolean => tells && known >= floor;
  return {
    empty: share(others.filter((one) => !isTold(one)).length, others.length),
    held: share(
      own.filter((one) => isTold(one) && one.holds).length,
      own.filter(({ isAmongFive }) => isAmongFive).length,
    ),
  };
}

function findingOf(packs: readonly Pack[], all: readonly Asked[], open: readonly Open[]): Finding {
  const floor = DEFAULTS.memory.recallFloor;
  const sets = [...packs.map(({ name }) => name), "both"];
  const of = (set: string, hasConflicts: boolean): Asked[] =>
    all.filter((one) => (set === "both" || one.pack === set) && one.hasConflicts === hasConflicts);
  const fewest = (kind: keyof Open): number => Math.min(...open.map((counts) => counts[kind]));
  return {
    data: {
      seed: 0,
      hash: createHash("sha256")
        .update(packs.map(({ hash }) => hash).join())
        .digest("hex")
        .slice(0, 16),
    },
    tables: sets.map((set) => ({
      title: `${set}: ${of(set, false).filter(({ isOwn }) => isOwn).length} questions, each put to its own memory and to another one`,
      columns: [
        "floor",
        "silent on another memory's, %",
        "the same with conflicts open",
        "holds the answer, % of recall's first five",
        "the same with conflicts open",
      ],
      rows: FLOORS.map((each) => {
        const [without, beside] = [atFloor(of(set, false), each), atFloor(of(set, true), each)];
        const shares = [without.empty, beside.empty, without.held, beside.held];
        return [`${each}${each === floor ? " (default)" : ""}`, ...shares.map((part) => 100 * part)];
      }),
    })),
    verdicts: [
      ...sets.flatMap((set) =>
        [false, true].flatMap((hasConflicts): Verdict[] => {
          const { empty, held } = atFloor(of(set, hasConflicts), floor);
          const when = hasConflicts ? ", with conflicts open" : "";
          return [
            atLeast(`${set}: silent on another memory's questions${when}`, empty, EMPTY_MIN),
            atLeast(
              `${set}: bundles that hold the answer, beside recall's first five${when}`,
              held,
              HELD_MIN,
            ),
          ];
        }),
      ),
      {
        what: "open insights and pending edges in the memory that has the fewest",
        target: "some of both",
        measured: `${fewest("insights")} and ${fewest("edges")}`,
        isMet: fewest("insights") > 0 && fewest("edges") > 0,
      },
    ],
  };
}

const atLeast = (what: string, measured: number, target: number): Verdict => ({
  what,
  target: `≥ ${100 * target} %`,
  measured: `${shown(100 * measured)} %`,
  isMet: measured >= target,
});

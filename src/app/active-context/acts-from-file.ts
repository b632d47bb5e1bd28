import type { Edits, PersonEdit } from "../../core/active-context/sync/edits.ts";
import { fingerprint, wordsPrint } from "../../core/items/fingerprint.ts";
import type { Item } from "../../core/items/item.ts";
import { type ItemRow, withoutViewFields } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { type Act, createItem, transitionItem } from "../../core/items/life.ts";
import { statementKey } from "../../core/items/statements-view.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { proposeEdgesLazily } from "../review/propose-edges-lazily.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import { FROM_FILE } from "./gather-work.ts";

export type ActsFromFile = {
  readonly acts: readonly Act[];
  /** How many became units, wait for review, or were asked as questions. */
  readonly stated: number;
  readonly proposed: number;
  readonly asked: number;
  readonly settled: number;
};

export type EditSource = { readonly task: string; readonly isConfirmed: boolean };

/**
 * Decides what happens to text that somebody wrote into the file by hand. Nobody can tell who wrote it: agents edit
 * files too, and a file comes with a repository. So text that tells agents what to do waits for review, unless the
 * person at the command line says that it is theirs. Questions are not orders.
 */
export async function actsFromFile(deps: WriteDeps, edits: Edits, how: EditSource): Promise<ActsFromFile> {
  const acts: Act[] = [];
  const counts = { stated: 0, proposed: 0, asked: 0, settled: 0 };
  for (const edit of edits.made) {
    if (edit.kind !== "question" && (await isKnown(deps, edit))) continue;
    const act = await madeFrom(deps, edit, how);
    if ((await deps.store.events.known([act.key ?? ""])).size > 0) continue;
    acts.push(act, ...(isUnit(act) ? await proposeEdgesLazily(deps, [act.payload.item]) : []));
    counts[isUnit(act) ? "stated" : edit.kind === "question" ? "asked" : "proposed"]++;
  }
  const over = await questionsSaying(deps, edits.settled);
  counts.settled = over.length;
  const now = deps.clock.now();
  const ends = over.map((note) =>
    transitionItem(withoutViewFields(note), "resolved", { reason: "taken out of the file", now }),
  );
  return { acts: [...acts, ...ends], ...counts };
}

const isUnit = ({ payload }: Act): boolean => kindOf(payload.item.kind).isUnit;

async function madeFrom(deps: WriteDeps, edit: PersonEdit, { task, isConfirmed }: EditSource): Promise<Act> {
  const now = deps.clock.now();
  const key = `${FROM_FILE}${deps.sha256(JSON.stringify([task, edit.kind, edit.text])).slice(0, 32)}`;
  const isStated = isConfirmed && deps.voice === "person";
  const amends = edit.label === undefined ? undefined : await idOf(deps, edit.label);
  const own = {
    origin: isStated ? "user" : "file",
    source_key: key,
    ...(amends === undefined ? {} : { amends }),
  };
  const born = (prefix: string) => ({ id: deps.ids.next(prefix), at: now, now, own });
  const { text } = edit;
  if (edit.kind === "question")
    return { ...createItem("note", { text, type: "question" }, born(kindOf("note").prefix)), key };
  if (isStated) return { ...createItem(edit.kind, { text }, born(kindOf(edit.kind).prefix)), key };
  const proposed = { text, proposes: edit.kind, source: "auto" };
  return { ...createItem("candidate", proposed, born(kindOf("candidate").prefix)), key };
}

async function idOf(deps: MemoryDeps, label: string): Promise<string | undefined> {
  await catchUp(deps, "items");
  const row = (await deps.store.views.rows(deps.views.items, [label])).get(label);
  return row?.id;
}

/** Whether a unit says the same already, or a person rejected it before. */
async function isKnown(deps: MemoryDeps, { kind, text }: PersonEdit): Promise<boolean> {
  await catchUp(deps, "statements");
  const prints = [wordsPrint(deps.sha256, text), fingerprint(deps.sha256, { kind, text })];
  const keys = prints.map(statementKey);
  const rows = await deps.store.views.rows(deps.views.statements, keys);
  return keys.some((key) => {
    const row = rowAt(rows, key);
    return row?.unit !== undefined || row?.tombstone !== undefined;
  });
}

async function questionsSaying(deps: MemoryDeps, texts: readonly string[]): Promise<ItemRow[]> {
  if (texts.length === 0) return [];
  const { rows } = await scanItems(deps, { kinds: ["note"], statuses: ["active"], order: "newest" });
  const plain = ({ text }: Item): string => text.replaceAll(/\s+/g, " ").trim();
  return rows.filter((note) => note.type === "question" && texts.includes(plain(note)));
}

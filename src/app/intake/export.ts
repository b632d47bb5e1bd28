import { MemoryError } from "../../core/failure.ts";
import { type ItemRow, isItemRow } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { byCodePoints } from "../../core/order.ts";
import { canonical } from "../../core/tape/canonical.ts";
import type { Position, StoredEvent } from "../../core/tape/event.ts";
import { exportLine } from "../../core/tape/export-line.ts";
import {
  EXPORT_FILES,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  MANIFEST,
  type Manifest,
} from "../../core/tape/manifest.ts";
import { compileCrystal } from "../../core/topics/crystal.ts";
import type { EventStore, Scratch, Slice, Store } from "../../ports/store.ts";
import { advance } from "../runtime/advance.ts";
import { epochOf } from "../runtime/decide-and-commit.ts";
import type { FileDeps, MemoryDeps, OwnFileDeps } from "../runtime/deps.ts";

export type ExportInput = { readonly dir: string };

export type ExportResult = {
  readonly dir: string;
  readonly events: number;
  readonly units: number;
  readonly items: number;
  readonly files: readonly string[];
};

/** Events or rows read at once. */
const PAGE = 1000;

/** Writes the tape and its items as JSON lines. The same memory gives the same bytes. */
export async function exportTo(
  deps: MemoryDeps & OwnFileDeps & FileDeps,
  { dir }: ExportInput,
): Promise<ExportResult> {
  await refuseForeignFolder(deps, dir);
  await deps.ourFiles.noteCopy(dir);
  for (;;) {
    const epoch = await epochOf(deps);
    const exported = await writeFiles(deps, dir);
    // Words that were forgotten meanwhile would be in one file and not in the other.
    if (epoch === (await epochOf(deps))) return exported;
  }
}

async function writeFiles(deps: MemoryDeps & FileDeps, dir: string): Promise<ExportResult> {
  const { position: events, hash } = await deps.store.tape.end();
  const counts = { units: 0, items: 0 };
  const scratch = await deps.store.upkeep.scratch();
  try {
    const write = async (name: string, lines: AsyncIterable<string>) => ({
      name,
      ...(await deps.files.write(`${dir}/${name}`, lines)),
    });
    const tape = await write("tape.jsonl", tapeLines(deps, events));
    // Built separately from the views in use, so that they contain exactly the exported tape.
    for (const view of [deps.views.items, deps.views.topics])
      await advance({ events: upToOnly(deps.store, events), space: scratch, view });
    const rows = (isWanted: (row: ItemRow) => boolean) => itemLines(deps, scratch, isWanted);
    const units = await write(
      "units.jsonl",
      rows((row) => isUnit(row) && ++counts.units > 0),
    );
    const edges = await write(
      "edges.jsonl",
      rows(({ kind }) => kind === "edge"),
    );
    const insights = await write(
      "insights.jsonl",
      rows(({ kind }) => kind === "insight"),
    );
    const crystals = await write("crystals.jsonl", crystalLines(deps, scratch));
    const items = await write(
      "items.jsonl",
      rows((row) => isOther(row) && ++counts.items > 0),
    );
    const manifest: Manifest = {
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      events,
      last_hash: hash,
      files: [tape, units, edges, insights, crystals, items],
    };
    // Written last: a folder counts as an export only with this file.
    await deps.files.write(`${dir}/${MANIFEST}`, [`${JSON.stringify(manifest, null, 2)}\n`]);
  } finally {
    await scratch.close();
  }
  return { dir, events, ...counts, files: [MANIFEST, ...EXPORT_FILES] };
}

/** A folder may be written to if it is new or empty, or contains only an earlier export. */
async function refuseForeignFolder(deps: FileDeps, dir: string): Promise<void> {
  const names = (await deps.files.list(dir)) ?? [];
  if (names.length === 0) return;
  const isEarlier =
    names.includes(MANIFEST) && (await deps.files.read(`${dir}/${MANIFEST}`))?.includes(`"${EXPORT_FORMAT}"`);
  const other = names.find((name) => !isEarlier || ![MANIFEST, ...EXPORT_FILES].includes(name));
  if (other === undefined) return;
  throw folderWithOthers(dir, other);
}

export const folderWithOthers = (dir: string, other: string): MemoryError =>
  new MemoryError(
    "input.invalid",
    `${dir} contains other files (${other}), which an export would mix with its own.`,
    {
      field: "dir",
      fix: "Name a new or empty folder, or one with only an earlier export.",
    },
  );

async function* tapeLines(deps: MemoryDeps, total: Position): AsyncGenerator<string> {
  for (let after = 0; after < total; ) {
    const { events, upTo } = await deps.store.events.read(after, PAGE);
    for (const event of events) if (event.position <= total) yield `${exportLine(event)}\n`;
    after = upTo;
    deps.progress({ what: "export the tape", done: Math.min(after, total), total });
  }
}

/** The tape as it was when the export began. */
function upToOnly(store: Store, end: Position): Pick<EventStore, "read"> {
  const cut = ({ events, upTo, epoch }: Slice): Slice => ({
    epoch,
    events: events.filter((event: StoredEvent) => event.position <= end),
    upTo: Math.min(upTo, end),
  });
  return { read: async (after, limit, types) => cut(await store.events.read(after, limit, types)) };
}

const isUnit = (row: ItemRow): boolean => kindOf(row.kind).isUnit;
const isOther = (row: ItemRow): boolean => !isUnit(row) && row.kind !== "edge" && row.kind !== "insight";

/** The crystals of all topics that have one, by topic. */
async function* crystalLines(deps: MemoryDeps, scratch: Scratch): AsyncGenerator<string> {
  const { topics, items } = deps.views;
  const byTopic = new Map<string, string[]>();
  for (let afterKey = ""; ; ) {
    const keys = (await scratch.scan(topics, afterKey, PAGE)).map(({ key }) => key);
    for (const { id, topic, isTopic } of (await scratch.rows(topics, keys)).values())
      if (!isTopic) byTopic.set(topic, [...(byTopic.get(topic) ?? []), id]);
    const last = keys.at(-1);
    if (last === undefined || keys.length < PAGE) break;
    afterKey = last;
  }
  for (const topic of [...byTopic.keys()].sort(byCodePoints)) {
    const units = [...(await scratch.rows(items, byTopic.get(topic) ?? [])).values()].filter(isItemRow);
    const minUnits = deps.config.memory.crystalMinUnits;
    const crystal = compileCrystal(topic, units, { minUnits });
    if (crystal) yield `${canonical(crystal)}\n`;
  }
}

async function* itemLines(
  { views }: MemoryDeps,
  scratch: Scratch,
  isWanted: (row: ItemRow) => boolean,
): AsyncGenerator<string> {
  for (let afterKey = ""; ; ) {
    const page = await scratch.scan(views.items, afterKey, PAGE);
    const keys = page.map((entry) => entry.key);
    const rows = await scratch.rows(views.items, keys);
    for (const key of keys) {
      const row = rows.get(key);
      // Labels and counters are rows too; only items have a kind.
      if (row?.kind !== undefined && isWanted(row)) yield `${canonical(row)}\n`;
    }
    const last = keys.at(-1);
    if (last === undefined || page.length < PAGE) return;
    afterKey = last;
  }
}

import { isHostileAnywhere, mayApplyAtOnce } from "../../core/items/authority.ts";
import { fingerprint, wordsPrint } from "../../core/items/fingerprint.ts";
import { ITEM_ACTS } from "../../core/items/item.ts";
import { isKind, kindOf } from "../../core/items/kinds.ts";
import { type Act, createItem, type ImportedFrom, isItemEvent, itemOf } from "../../core/items/life.ts";
import { type SourceRow, type StatementRow, sourceRowKey } from "../../core/items/statements-view.ts";
import { redactDeep } from "../../core/redact/redact-deep.ts";
import type { Instant } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { parseInstant } from "../../core/time.ts";
import type { ForeignStatement } from "../../ports/histories.ts";
import { candidateFields, fillFields } from "../items/create.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, WriteDeps } from "../runtime/deps.ts";

export type StatementOrigin = {
  /** Whether a person accepts the statement as their own. */
  readonly accept: boolean;
  readonly source: ImportedFrom;
  /** The time of the import, which an undated statement has. */
  readonly now: Instant;
};

/**
 * The item made from a foreign statement. A file speaks for nobody, so a rule in it becomes a candidate, unless a person accepts it as
 * their own. Text that no honest note needs waits for review even then, because a person who accepts many statements at once has not read
 * each of them.
 */
export async function actOfStatement(
  deps: WriteDeps,
  given: ForeignStatement,
  { accept, source, now }: StatementOrigin,
): Promise<Act> {
  const { kind, text, fields, topic, paths, at, status } = withoutSecrets(given);
  const filed = {
    text,
    ...fields,
    ...(topic === undefined || !kindOf(kind).isUnit ? {} : { topic }),
    ...(paths === undefined || paths.length === 0 ? {} : { related_paths: paths }),
  };
  const isHeld = accept
    ? isHostileAnywhere(text, filed)
    : !mayApplyAtOnce("agent", { kind, text, fields: filed }, false);
  const own = {
    origin: accept && !isHeld ? "agreed" : "file",
    imported_from: source,
    ...(kind === "plan" ? { source_key: `${source.tool} ${source.entry}` } : {}),
  };
  const asked = isHeld ? "candidate" : kind;
  const whole = isHeld ? { source: "auto", ...candidateFields(kind, filed) } : filed;
  const born = { id: deps.ids.next(kindOf(asked).prefix), at: Math.min(saidAt(at) ?? now, now), now, own };
  const act = createItem(asked, await fillFields(deps, asked, whole), born);
  if (isHeld || status === undefined) return act;
  return { ...act, payload: { ...act.payload, item: { ...act.payload.item, status } } };
}

/** Secrets are removed before statements are compared, so that a line that is read again is the same statement. */
function withoutSecrets(given: ForeignStatement): ForeignStatement {
  const texts = redactDeep({ text: given.text, topic: given.topic, fields: given.fields }).value;
  return { ...given, ...(typeof texts === "object" ? texts : {}) };
}

function saidAt(at: string | undefined): number | undefined {
  if (at === undefined) return undefined;
  return parseInstant(at) ?? (Number.isNaN(Date.parse(at)) ? undefined : Date.parse(at));
}

/** Distinguishes new statements from those that this memory, or the same import, already contains. */
export type KnownStatements = {
  readonly meet: (act: Act) => Promise<"new" | "known" | "rejected" | "forgotten">;
};

export async function knownStatements(deps: MemoryDeps): Promise<KnownStatements> {
  await catchUp(deps, "items", "statements");
  const met = new Set<string>();
  return {
    meet: async (act) => {
      const keys = keysOf(deps, act);
      if (keys.some((key) => met.has(key))) return "known";
      for (const key of keys) met.add(key);
      const rows = [...(await deps.store.views.rows(deps.views.statements, keys)).values()];
      const tombstone = rows.map((row) => ("tombstone" in row ? row.tombstone : undefined)).find(Boolean);
      if (tombstone !== undefined) return tombstone;
      for (const id of rows.flatMap(itemsNamed)) if (await isStanding(deps, id)) return "known";
      return "new";
    },
  };
}

/** The same words are one statement, whether kept or proposed. */
function keysOf({ sha256 }: MemoryDeps, { payload: { item } }: Act): string[] {
  if (typeof item.source_key === "string") return [sourceRowKey(item.source_key)];
  const kind = item.kind === "candidate" ? String(item.proposes) : item.kind;
  if (!isKind(kind)) return [];
  return [fingerprint(sha256, { kind, topic: item.topic, text: item.text }), wordsPrint(sha256, item.text)];
}

const itemsNamed = (row: StatementRow | SourceRow): string[] =>
  "items" in row ? [...row.items] : [row.unit, row.candidate].filter((id) => id !== undefined);

/** An import that was undone may be repeated, unless it was redone. What a person ended or archived stays so. */
async function isStanding(deps: MemoryDeps, id: string): Promise<boolean> {
  const last = upcastAll(await deps.store.events.history(id))
    .filter(isItemEvent)
    .at(-1);
  if (last === undefined) return false;
  return last.type !== ITEM_ACTS.undone || last.payload === null || itemOf(last).removed !== true;
}

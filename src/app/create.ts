import { MemoryError } from "../core/failure.ts";
import { fingerprint } from "../core/items/fingerprint.ts";
import type { ItemRow } from "../core/items/items-view.ts";
import { isKind, KIND_NAMES, type KindName, kindOf } from "../core/items/kinds.ts";
import { type Act, createItem, seenAgain } from "../core/items/life.ts";
import type { StatementRow } from "../core/items/statements-view.ts";
import { nearest } from "../core/nearest.ts";
import { itemBy, itemsByIds } from "./items.ts";
import { catchUp, decideAndCommit, type World } from "./world.ts";

export type CreateInput = { readonly kind: string; readonly text: string; readonly [field: string]: unknown };

export type Created = {
  /** A unit that says what is known already is not made twice: the known one was seen again. */
  readonly outcome: "created" | "seen_again";
  readonly item: ItemRow;
};

/** Makes an item, or notes that a statement was made again. */
export async function create(world: World, input: CreateInput): Promise<Created> {
  const { kind: given, ...fields } = input;
  const kind = kindNamed(given);
  const now = world.clock.now();
  const id = world.ids.next(kindOf(kind).prefix);
  const act = createItem(kind, fields, { id, at: now, now });
  let known: ItemRow | undefined;
  await decideAndCommit(world, async () => {
    if (kind === "candidate") await refuseTombstone(world, act);
    known = kindOf(kind).isUnit ? await unitSaying(world, act) : undefined;
    if (!known) return { acts: [act], seen: [] };
    return { acts: [seenAgain(known, fields, { at: now, now })], seen: [known] };
  });
  const item = await itemBy(world, known?.id ?? id);
  return { outcome: known ? "seen_again" : "created", item };
}

/** The unit that makes this statement already, unless it is over for good. */
async function unitSaying(world: World, act: Act): Promise<ItemRow | undefined> {
  const { kind, topic, text } = act.payload.item;
  const statement = await statementOf(world, { kind, topic, text });
  if (statement?.unit === undefined) return undefined;
  await catchUp(world, "items");
  const [unit] = await itemsByIds(world, [statement.unit]);
  return unit && !unit.removed && ["active", "resolved"].includes(unit.status) ? unit : undefined;
}

/** What was rejected or forgotten is not proposed again. Whoever wants it after all says so in their own name. */
async function refuseTombstone(world: World, act: Act): Promise<void> {
  const { proposes, topic, text } = act.payload.item;
  const statement = await statementOf(world, { kind: String(proposes), topic, text });
  if (statement?.tombstone === undefined) return;
  throw new MemoryError(
    "input.tombstone",
    `This was ${statement.tombstone} before, so it is not proposed again.`,
    {
      field: "text",
      fix: `To keep it after all: tidemark remember "…" --kind ${proposes}`,
    },
  );
}

type Statement = { readonly kind: string; readonly topic?: unknown; readonly text: string };

async function statementOf(world: World, statement: Statement): Promise<StatementRow | undefined> {
  await catchUp(world, "statements");
  const key = fingerprint(world.sha256, statement);
  return (await world.store.rows(world.views.statements, [key])).get(key) as StatementRow | undefined;
}

export function kindNamed(name: string): KindName {
  if (isKind(name)) return name;
  const close = nearest(name, KIND_NAMES);
  throw new MemoryError("input.unknown_kind", `There is no kind "${name}".`, {
    field: "kind",
    fix: close ? `Did you mean "${close}"?` : `Kinds: ${KIND_NAMES.join(", ")}.`,
  });
}

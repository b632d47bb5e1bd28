import type { PlanStep } from "./field.ts";
import type { Item } from "./item.ts";
import type { KINDS, KindName, UnitKindName } from "./kinds.ts";

type KindTable = typeof KINDS;
type FieldsOfKind<Kind extends KindName> = KindTable[Kind]["fields"];

/** What an item holds under a field. */
type FieldValue<Declared> = Declared extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Declared extends { readonly type: "list" }
    ? readonly string[]
    : Declared extends { readonly type: "steps" }
      ? readonly PlanStep[]
      : Declared extends { readonly type: "number" }
        ? number
        : string;

/** What may be given for a field: steps also by their texts alone, numbers also as they are typed. */
type FieldInput<Declared> = Declared extends { readonly type: "steps" }
  ? readonly (string | { readonly text: string; readonly status?: PlanStep["status"] })[]
  : Declared extends { readonly type: "number" }
    ? number | string
    : FieldValue<Declared>;

/** Every status an item of a kind can have. */
export type StatusOf<Kind extends KindName> = { readonly [One in Kind]: StatusIn<KindTable[One]> }[Kind];

type StatusIn<Declared> = Declared extends { readonly initial: infer Initial; readonly moves: infer Moves }
  ? Initial | keyof Moves | Extract<Moves[keyof Moves], readonly unknown[]>[number]
  : never;

/** An item of one kind: the compiler knows its fields and its statuses. */
export type ItemOf<Kind extends KindName> = Item & {
  readonly kind: Kind;
  readonly status: StatusOf<Kind>;
} & { readonly [Name in keyof FieldsOfKind<Kind>]?: FieldValue<FieldsOfKind<Kind>[Name]> };

/** Tells the compiler the kind of an item. Its fields were checked by the registry when it was made. */
export const isOfKind = <Some extends Item, Kind extends KindName>(
  item: Some,
  kind: Kind,
): item is Some & ItemOf<Kind> => item.kind === kind;

/** The kind of unit that a candidate becomes when it is accepted. */
export function kindProposedBy(candidate: Item): UnitKindName {
  const proposed = isOfKind(candidate, "candidate") ? candidate.proposes : undefined;
  if (proposed === undefined) throw new Error(`bug: ${candidate.id} proposes nothing`);
  return proposed;
}

/** The items that an insight is about; none for anything else. */
export const namedByInsight = (item: Item): readonly string[] =>
  isOfKind(item, "insight") ? (item.about ?? []) : [];

/** Kinds that somebody can make; Tidemark alone makes the others. */
export type CreatableKind = {
  readonly [Kind in KindName]: KindTable[Kind] extends { readonly isOwn: true } ? never : Kind;
}[KindName];

/** What a program gives to make an item of one of these kinds. */
export type NewItem<Kind extends CreatableKind = CreatableKind> = {
  readonly [One in Kind]: {
    readonly kind: One;
    readonly text: string;
    /** Positions of the turns it rests on, like 12 or "turn@12". */
    readonly evidence?: readonly (number | string)[];
  } & { readonly [Name in keyof FieldsOfKind<One>]?: FieldInput<FieldsOfKind<One>[Name]> };
}[Kind];

/** A kind and a status of that kind, to look for items by. */
export type KindAndStatus =
  | {
      readonly [Kind in KindName]: { readonly kind: Kind; readonly status?: StatusOf<Kind> | "removed" };
    }[KindName]
  | { readonly kind?: undefined; readonly status?: StatusOf<KindName> | "removed" };

import type { PlanStep } from "./field.ts";
import type { Item } from "./item.ts";
import type { KINDS, KindName, UnitKindName } from "./kinds.ts";

type KindTable = typeof KINDS;
type FieldsOfKind<Kind extends KindName> = KindTable[Kind]["fields"];

/** The type of a field's value in an item. */
type FieldValue<Declared> = Declared extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Declared extends { readonly type: "list" }
    ? readonly string[]
    : Declared extends { readonly type: "steps" }
      ? readonly PlanStep[]
      : Declared extends { readonly type: "number" }
        ? number
        : string;

/** The input type of a field: steps may be given as texts, numbers as typed text. */
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

/** Narrows an item to its kind for the compiler. The registry checked its fields when it was created. */
export const isOfKind = <Some extends Item, Kind extends KindName>(
  item: Some,
  kind: Kind,
): item is Some & ItemOf<Kind> => item.kind === kind;

/** The kind of unit that a candidate becomes when it is accepted. */
export function proposedKind(candidate: Item): UnitKindName {
  const proposed = isOfKind(candidate, "candidate") ? candidate.proposes : undefined;
  if (proposed === undefined) throw new Error(`bug: ${candidate.id} proposes nothing`);
  return proposed;
}

/** The items that an insight is about; empty for other kinds. */
export const insightSubjects = (item: Item): readonly string[] =>
  isOfKind(item, "insight") ? (item.about ?? []) : [];

/** Kinds that people and programs can create; the others are created only by Tidemark. */
export type CreatableKind = {
  readonly [Kind in KindName]: KindTable[Kind] extends { readonly isOwn: true } ? never : Kind;
}[KindName];

/** The input of a program that creates an item of one of these kinds. */
export type NewItem<Kind extends CreatableKind = CreatableKind> = {
  readonly [One in Kind]: {
    readonly kind: One;
    readonly text: string;
    /** Positions of the turns that are its evidence, such as 12 or "turn@12". */
    readonly evidence?: readonly (number | string)[];
  } & { readonly [Name in keyof FieldsOfKind<One>]?: FieldInput<FieldsOfKind<One>[Name]> };
}[Kind];

/** A kind and a status of that kind, for finding items. */
export type KindAndStatus =
  | {
      readonly [Kind in KindName]: { readonly kind: Kind; readonly status?: StatusOf<Kind> | "removed" };
    }[KindName]
  | { readonly kind?: undefined; readonly status?: StatusOf<KindName> | "removed" };

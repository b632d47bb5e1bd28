import { type MergePart, textOf } from "./merge-tree.ts";

/** A file before two concurrent changes, and after each of them. */
export type Sides<Of> = { readonly base: Of; readonly person: Of; readonly program: Of };

type Lists = Sides<readonly MergePart[]>;

/** Orders the ids of both sides. The side that moved an entry wins; an entry of one side stays after its predecessor there. */
export function mergedOrder({ base, person, program }: Lists): string[] {
  const [first, second] = keepsOrder(base, person) ? [program, person] : [person, program];
  const known = new Set(first.map(({ id }) => id));
  // Entries that only the second side has, by the shared entry before them.
  const following = new Map<string | undefined, string[]>();
  let before: string | undefined;
  for (const { id } of second) {
    if (known.has(id)) before = id;
    else if (following.has(before)) following.get(before)?.push(id);
    else following.set(before, [id]);
  }
  return [undefined, ...first.map(({ id }) => id)].flatMap((id) => [
    ...(id === undefined ? [] : [id]),
    ...(following.get(id) ?? []),
  ]);
}

function keepsOrder(base: readonly MergePart[], side: readonly MergePart[]): boolean {
  const places = new Map(base.map(({ id }, place) => [id, place]));
  const kept = side.map(({ id }) => places.get(id)).filter((place) => place !== undefined);
  return kept.every((place, i) => i === 0 || place > (kept[i - 1] ?? -1));
}

/** Pairs the program's new bullets with the person's where both rewrote the same bullet. */
export function rivalsIn({ base, person, program }: Lists): Map<string, MergePart> {
  const rivals = new Map<string, MergePart>();
  const ofPerson = rewrittenBullets(base, person);
  if (ofPerson.size === 0) return rivals;
  for (const [old, theirs] of rewrittenBullets(base, program)) {
    const own = ofPerson.get(old);
    if (own && own.id !== theirs.id) rivals.set(theirs.id, own);
  }
  return rivals;
}

/** For each removed bullet, the one new bullet at its place, if it says nearly the same. */
function rewrittenBullets(base: readonly MergePart[], side: readonly MergePart[]): Map<string, MergePart> {
  const places = new Map(side.map(({ id }, place) => [id, place]));
  const known = new Set(base.map(({ id }) => id));
  const found = new Map<string, MergePart>();
  let from = 0;
  for (const old of base) {
    const place = places.get(old.id);
    if (place !== undefined) from = place + 1;
    if (old.kind !== "item" || place !== undefined) continue;
    const next = side[from];
    if (next?.kind === "item" && !known.has(next.id) && isLike(old, next)) found.set(old.id, next);
  }
  return found;
}

/** Whether at least half of the words of a bullet were kept. */
function isLike(old: MergePart, other: MergePart): boolean {
  const words = (part: MergePart) =>
    new Set(
      textOf(part.lines)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    );
  const [left, right] = [words(old), words(other)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared > 0 && shared * 2 >= Math.max(left.size, right.size);
}

import { chanceOf, textsOf } from "./chance.ts";
import type { Group, Pack, PackTurn } from "./recall-packs.ts";

/**
 * Turns per session and words per turn of generated text, used when the packs have too few unrelated turns.
 */
const SESSION_TURNS = 20;
const TURN_WORDS = 40;

/**
 * Turns unrelated to a group, spread over its time range so that dates do not separate them. They come from
 * other groups, then from generated text.
 */
export function unrelatedTo(
  { gid, turns }: Group,
  from: { readonly pack: Pack; readonly packs: readonly Pack[]; readonly count: number },
): PackTurn[] {
  if (from.count === 0) return [];
  const [first, last] = [turns[0]?.at ?? 0, turns.at(-1)?.at ?? 0];
  const others = from.packs
    .filter((pack) => pack === from.pack || familyOf(pack) !== familyOf(from.pack))
    .flatMap((pack) => pack.groups.flatMap((group) => foreign(pack, group)))
    .filter(({ session }) => !session.startsWith(`${from.pack.name} ${gid} `));
  const made = madeUp(Math.max(0, from.count - others.length));
  const chosen = [...evenly(others, Math.min(from.count, others.length)), ...made];
  const step = (last - first) / chosen.length;
  return chosen.map((turn, i) => ({ ...turn, id: `unrelated ${i}`, at: Math.floor(first + i * step) }));
}

/** Takes at most `count` elements, evenly spread over the list. */
export function evenly<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)] as T);
}

/** The pack's family. Packs whose names start with the same part may contain the same facts. */
const familyOf = ({ name }: Pack): string => name.split("_")[0] ?? name;

const foreign = (pack: Pack, { gid, turns }: Group): PackTurn[] =>
  turns.map((turn) => ({ ...turn, session: `${pack.name} ${gid} ${turn.session}` }));

function madeUp(count: number): PackTurn[] {
  const textOf = textsOf(chanceOf(1));
  return Array.from({ length: count }, (_, i) => ({
    id: "",
    session: `made up ${Math.floor(i / SESSION_TURNS)}`,
    at: 0,
    role: i % 2 === 0 ? "user" : "assistant",
    text: textOf(TURN_WORDS),
  }));
}

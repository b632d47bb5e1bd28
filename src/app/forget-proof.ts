import type { Position } from "../core/tape/event.ts";
import { holdsText } from "../core/tape/text-in.ts";
import { type Doomed, doomedBy } from "./doomed.ts";
import type { World } from "./world.ts";

/** Where the words of what was forgotten stand besides. */
export type Elsewhere = {
  readonly turns: readonly Position[];
  readonly items: readonly string[];
  /** Forgets them too, as it is to be typed. */
  readonly command: string;
};

/** Longest piece that is looked for whole: a longer one may lie in pieces on several pages of a database. */
const PIECE_BYTES = 160;

/** Other events that state what these stated, for a person who thinks that it is gone. */
export async function elsewhere(
  world: World,
  { events, statements }: Doomed,
): Promise<Elsewhere | undefined> {
  const texts = statements.filter((text) => text.trim() !== "");
  const others = await doomedBy(
    world,
    0,
    (event) => !events.has(event.id) && texts.some((text) => holdsText(event, text)),
  );
  if (others.events.size === 0) return undefined;
  const items = [...others.items.values()].map(({ label }) => label);
  const names = [...others.turns.map((position) => `turn@${position}`), ...items];
  const [only] = names;
  const text = texts.find((one) => !one.includes("\n")) ?? texts[0] ?? "";
  const command = names.length === 1 ? `tidemark forget ${only}` : `tidemark forget --text ${quoted(text)}`;
  return { turns: others.turns, items, command };
}

/** As a shell takes it for one word. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Reads the bytes of every file of the memory and says which still hold one of the texts. Words can linger in
 * parts of a database that nothing points to; then it is written anew and read again.
 */
export async function stillIn(world: World, texts: readonly string[]): Promise<readonly string[]> {
  const pieces = [...new Set(texts.flatMap(piecesOf))];
  const first = await holding(world, pieces);
  if (first.length === 0) return first;
  await world.vault.compact();
  return holding(world, pieces);
}

async function holding(world: World, pieces: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const [i, piece] of pieces.entries()) {
    world.progress({ what: "look for what was forgotten", done: i, total: pieces.length });
    for (const path of await world.files.containing(world.project.memoryDir, piece)) found.add(path);
  }
  return [...found].sort();
}

/** A text as it is, and as JSON writes it; of a long one its beginning, its middle and its end. */
function piecesOf(text: string): string[] {
  return [...new Set([text, JSON.stringify(text).slice(1, -1)])].flatMap((form) => {
    if (form.length <= PIECE_BYTES) return form.trim() === "" ? [] : [form];
    const starts = [0, Math.floor((form.length - PIECE_BYTES) / 2), form.length - PIECE_BYTES];
    return starts.map((start) => form.slice(start, start + PIECE_BYTES));
  });
}

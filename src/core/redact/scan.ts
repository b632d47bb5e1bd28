/** What one walk over a text finds out, so that most rules need not look at it at all. */
export type Scan = {
  readonly text: string;
  /** The text in lower case. Its places are the text's only while `isAligned`: a few letters change length. */
  readonly lower: string;
  readonly isAligned: boolean;
  /** Whether a piece in lower case occurs, in whichever case. */
  readonly has: (piece: string) => boolean;
  /** Where letters of base64 stand in long rows: start, end, start, end … */
  readonly runs: readonly number[];
  /** The same for rows that are shorter, but longer than most words. */
  readonly shortRuns: readonly number[];
};

/** Shorter rows hold no secret that is worth decoding for. */
const RUN_MIN = 20;
const SHORT_RUN_MIN = 12;
/** Low bits of a letter, which are the same in both cases. */
const BITS = 5;
const MASK = (1 << BITS) - 1;
const TRIPLES = 1 << (3 * BITS);
/** A short text is one block; a long one has 31, as many as a number has bits, so that each stays telling. */
const BLOCK_MIN = 8192;
const BLOCKS_MAX = 31;
/** Longer than any piece that is asked for. */
const PIECE_MAX = 40;

/**
 * For every triple of letters it is remembered in which blocks of the text it occurs. A piece with a triple
 * that a block lacks cannot be in it, and almost every rule is done with after that.
 */
export function scan(text: string): Scan {
  const { length } = text;
  const block = Math.max(BLOCK_MIN, Math.ceil(length / BLOCKS_MAX));
  const seen = emptyTable(length <= block);
  const turn = ++turns;
  const [runs, shortRuns]: [number[], number[]] = [[], []];
  let [triple, start] = [0, 0];
  for (let from = 0, bit = 1; from < length; from += block, bit <<= 1) {
    const to = Math.min(length, from + block);
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      triple = ((triple << BITS) | (code & MASK)) & (TRIPLES - 1);
      seen[triple] = (seen[triple] ?? 0) | (i - from < PIECE_MAX ? bit | (bit >> 1) : bit);
      if (isBase64(code)) continue;
      if (i - start >= SHORT_RUN_MIN) (i - start >= RUN_MIN ? runs : shortRuns).push(start, i);
      start = i + 1;
    }
  }
  if (length - start >= SHORT_RUN_MIN) (length - start >= RUN_MIN ? runs : shortRuns).push(start, length);
  const lower = text.toLowerCase();
  const isAligned = lower.length === length;
  const index = { lower, isAligned, seen, block };
  // The tables of an earlier scan are gone: it can still be asked, only more slowly.
  const has = (piece: string) => (turn === turns ? hasPiece(index, piece) : lower.includes(piece));
  return { text, lower, isAligned, runs, shortRuns, has };
}

/** One table of each size for all texts: a new one for each costs more than the search of a short text. */
let short: Uint8Array | undefined;
let long: Int32Array | undefined;
let turns = 0;

function emptyTable(isShort: boolean): Uint8Array | Int32Array {
  if (!isShort) {
    if (long === undefined) long = new Int32Array(TRIPLES);
    else long.fill(0);
    return long;
  }
  if (short === undefined) short = new Uint8Array(TRIPLES);
  else short.fill(0);
  return short;
}

type Index = {
  readonly lower: string;
  readonly isAligned: boolean;
  readonly seen: Uint8Array | Int32Array;
  readonly block: number;
};

function hasPiece({ lower, isAligned, seen, block }: Index, piece: string): boolean {
  // Most pieces end here, before the loop: there are hundreds of them and each text has a few.
  const first = ((piece.charCodeAt(0) & MASK) << (2 * BITS)) | ((piece.charCodeAt(1) & MASK) << BITS);
  if (piece.length > 2 && seen[first | (piece.charCodeAt(2) & MASK)] === 0) return false;
  let [triple, blocks] = [0, -1];
  for (let i = 0; i < piece.length; i++) {
    triple = ((triple << BITS) | (piece.charCodeAt(i) & MASK)) & (TRIPLES - 1);
    if (i < 2) continue;
    blocks &= seen[triple] ?? 0;
    if (blocks === 0) return false;
  }
  if (blocks === -1 || !isAligned || lower.length <= block) return lower.includes(piece);
  for (let from = 0; blocks !== 0; from += block, blocks >>>= 1) {
    if ((blocks & 1) === 1 && lower.slice(from, from + block + PIECE_MAX).includes(piece)) return true;
  }
  return false;
}

function isBase64(code: number): boolean {
  if (code >= 97) return code <= 122;
  if (code >= 65) return code <= 90 || code === 95;
  return code >= 47 ? code <= 57 : code === 43 || code === 45;
}

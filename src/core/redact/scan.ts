/** The result of one pass over a text. With it, most rules need not search the text at all. */
export type Scan = {
  readonly text: string;
  /** The text in lower case. Its offsets equal those of the text only if `isAligned`, because a few letters change their length. */
  readonly lower: string;
  readonly isAligned: boolean;
  /** Whether a lower-case substring occurs in the text, in any case. */
  readonly has: (piece: string) => boolean;
  /** Ranges of long runs of base64 characters: start, end, start, end … */
  readonly runs: readonly number[];
  /** The same for shorter runs that are longer than most words. */
  readonly shortRuns: readonly number[];
};

/** Minimum length of a run that is decoded. */
const RUN_MIN = 20;
const SHORT_RUN_MIN = 12;
/** The low bits of a letter, which are the same in both cases. */
const BITS = 5;
const MASK = (1 << BITS) - 1;
const TRIPLES = 1 << (3 * BITS);
/** Minimum length of a block. A long text has 31 blocks, as many as a number has bits, so that each block stays selective. */
const BLOCK_MIN = 8192;
const BLOCKS_MAX = 31;
/** Longer than any searched substring. */
const PIECE_MAX = 40;

/**
 * Stores for every triple of letters the blocks of the text in which it occurs. A block without one of a substring's triples cannot contain
 * the substring, which rules out almost every rule.
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
  // The tables of an earlier scan are overwritten; `has` then searches the text, which is slower.
  const has = (piece: string) => (turn === turns ? hasPiece(index, piece) : lower.includes(piece));
  return { text, lower, isAligned, runs, shortRuns, has };
}

/** One table per size for all texts, because allocating a new one costs more than searching a short text. */
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
  // Most substrings are ruled out here, before the loop: there are hundreds, and each text contains few.
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

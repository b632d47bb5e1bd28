import { countUpTo } from "../order.ts";
import { isTokenLetter } from "./cut-token.ts";

/** The words of a text that were split, put together, one a line, and where each of their letters stood. */
type JoinedText = {
  readonly text: string;
  /** Whether a program or a mere line break splits what stands between two places. */
  readonly jointIn: (start: number, end: number) => "split" | "wrapped" | undefined;
  readonly originOf: (position: number) => number;
};

/**
 * What stands inside a word without being part of it: a line that goes on, pieces of a string, letters without width,
 * and letters that are written as numbers. The look behind a line break comes after it, so that the search is quick.
 */
const JOINT =
  /\\{1,2}\r?\n[ \t]{0,40}|\r?\n(?<=[\w+/-]{8}\r?\n)[ \t>]{0,12}(?=[\w+/-]{4,512}(?![\w+/-]))|["'`][ \t]{0,8}(?:\+|\.{1,2}|&|\|\||~|<>|\\|,)?[ \t]{0,8}(?:\r?\n[ \t]{0,40})?(?:(?:\+|\.{1,2}|&|~)[ \t]{0,8})?[bfru]?["'`]|[\u00ad\u200b-\u200f\u2060\ufeff]|%[2-7][0-9A-Fa-f]|&#(?:\d{2,3}|x[2-7][0-9a-f]);|\\(?:u00|x)[2-7][0-9a-fA-F]|=(?:\r?\n|3D)/g;

/** Letters of tokens in pieces: also those that end an encoded one. */
const isPieceLetter = (code: number): boolean => isTokenLetter(code) || code === 61 || code === 126;

/** No piece of a token is longer, and no token that is shorter is known by its shape. */
const PIECE_MAX = 512;
const WORD_MIN = 16;

/** Where a piece of the joined text came from. */
type JoinedPiece = {
  readonly at: number;
  readonly origin: number;
  readonly joint: "split" | "wrapped" | "none";
};

/** Signs one of which every joint has. */
const MAY_SPLIT = /["'`\\%&=\n\u00ad\u200b-\u200f\u2060\ufeff]/;

/** Nothing where no word is split. */
export function joinedText(text: string): JoinedText | undefined {
  if (!MAY_SPLIT.test(text)) return undefined;
  const pieces: JoinedPiece[] = [];
  let [joined, wordAt, wordPieces, end] = ["", 0, 0, -1];
  const take = (from: number, to: number, joint: JoinedPiece["joint"]): void => {
    pieces.push({ at: joined.length, origin: from, joint });
    joined += text.slice(from, to);
  };
  const drop = (): void => {
    if (wordPieces === 0 || joined.length - wordAt >= WORD_MIN) return;
    pieces.length -= wordPieces;
    joined = joined.slice(0, wordAt);
  };
  JOINT.lastIndex = 0;
  for (let found = JOINT.exec(text); found; found = JOINT.exec(text)) {
    const [whole, at] = [found[0], found.index];
    const left = runBefore(text, at, Math.max(0, end));
    const right = runBehind(text, at + whole.length);
    const letter = letterOf(whole);
    const isOn = end >= 0 && left === end;
    // Quotes close and open on both sides of most commas: only what goes on on both sides is a word.
    if ((!isOn && at - left + letter.length === 0) || right === at + whole.length) {
      if (whole.length > 1) JOINT.lastIndex = at + 1 + (letter === "" ? 0 : whole.length - 1);
      continue;
    }
    const joint = /^\r?\n/.test(whole) ? "wrapped" : "split";
    if (!isOn) {
      drop();
      joined += "\n";
      [wordAt, wordPieces] = [joined.length, 0];
      take(left, at, "none");
      wordPieces++;
    }
    if (letter !== "") {
      pieces.push({ at: joined.length, origin: at + whole.length - 1, joint });
      joined += letter;
      wordPieces++;
    }
    take(at + whole.length, right, letter === "" ? joint : "none");
    wordPieces++;
    end = right;
    JOINT.lastIndex = Math.max(right, at + whole.length);
  }
  drop();
  if (pieces.length === 0) return undefined;
  return {
    text: joined,
    jointIn: (start, to) => jointBetween(pieces, start, to),
    originOf: (position) => {
      const piece = pieces[countUpTo(pieces, position, beginOf) - 1];
      return piece === undefined ? position : piece.origin + position - piece.at;
    },
  };
}

function runBefore(text: string, at: number, floor: number): number {
  let from = at;
  while (from > floor && at - from < PIECE_MAX && isPieceLetter(text.charCodeAt(from - 1))) from--;
  return from;
}

function runBehind(text: string, at: number): number {
  let to = at;
  while (to < text.length && to - at < PIECE_MAX && isPieceLetter(text.charCodeAt(to))) to++;
  return to;
}

function jointBetween(
  pieces: readonly JoinedPiece[],
  start: number,
  end: number,
): "split" | "wrapped" | undefined {
  let found: "wrapped" | undefined;
  for (let i = countUpTo(pieces, start - 1, beginOf); i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined || piece.at >= end) break;
    if (piece.joint === "split") return "split";
    if (piece.joint === "wrapped") found = "wrapped";
  }
  return found;
}

const beginOf = ({ at }: JoinedPiece): number => at;

/** The letter that an escape stands for; nothing for what only splits. */
function letterOf(joint: string): string {
  if (joint === "=3D") return "=";
  const digits = /^(?:%|&#x|\\u00|\\x)([2-7][0-9a-f])/i.exec(joint)?.[1];
  const code = digits === undefined ? Number(/^&#(\d+)/.exec(joint)?.[1] ?? 0) : Number.parseInt(digits, 16);
  return code > 32 && code < 127 ? String.fromCharCode(code) : "";
}

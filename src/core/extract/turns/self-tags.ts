import type { KindName } from "../../items/kinds.ts";
import type { Sentence } from "../statements/sentences.ts";
import { type Speech, speechOf } from "./speech.ts";

/** A statement that somebody explicitly asked to be kept. */
export type Tagged = { readonly kind: KindName; readonly text: string; readonly isDoubtful?: true };

const COLON = String.raw`\s{0,3}[:：]\s{0,3}(\S.*)$`;
/** Beginnings of a line that asks to remember something. The words after it are stored verbatim. */
const REMEMBER: readonly RegExp[] = [
  /(?:please\s+)?remember(?:\s+(?:this|that))?/,
  /note\s+to\s+self/,
  /(?:bitte\s+)?merk(?:e|\s+dir)(?:\s+(?:das|bitte))?/,
  /recuerda|acuérdate/,
  /(?:à\s+retenir|retiens|souviens-toi)/,
  /lembr(?:e|a|e-se)/,
  /ricorda(?:ti)?/,
  /запомни(?:те)?/,
  /(?:请)?记住/,
  /覚えて(?:おいて)?(?:ください)?/,
  /기억해\s?(?:줘|주세요)?/,
].map(({ source }) => new RegExp(`^\\s*(?:[-*•]\\s+)?(?:${source})${COLON}`, "iu"));

/** An order from now on, if the line begins by saying so. */
const ONWARDS = /^\s*(from\s+now\s+on\b[,:]?\s*\S.*)$/iu;

/** Shorter than this is not a statement. */
const STATEMENT_MIN = 8;
const STATEMENT_MAX = 500;

/** The statements that lines of a person's turn explicitly ask to keep. */
export function taggedIn(text: string): Tagged[] {
  return spokenLines(text).flatMap(({ text: line, isDoubtful }) => {
    const said = rememberedIn(line);
    if (said === undefined) return [];
    return [{ kind: "fact", text: said, ...(isDoubtful ? { isDoubtful } : {}) }];
  });
}

/** The sentences of a person's turn without a tag, so that tagged statements are not read twice. */
export function withoutTagged(sentences: readonly Sentence[], text: string): readonly Sentence[] {
  const lines = spokenLines(text).flatMap((line) =>
    rememberedIn(line.text) === undefined ? [] : [line.text],
  );
  if (lines.length === 0) return sentences;
  return sentences.filter(
    (each) => !lines.some((line) => line.includes(each.text) || each.text.includes(line)),
  );
}

/** Maximum number of lines of a person's turn that are checked for a tag. */
const TAG_LINES_MAX = 500;

function spokenLines(text: string): Speech[] {
  const lines = speechOf(text).flatMap((said) =>
    said.text.split("\n").map((line) => ({ ...said, text: line })),
  );
  return lines.filter((line) => line.text.trim() !== "").slice(0, TAG_LINES_MAX);
}

/**
 * The first line in the output of a tool, a page or a file that would be an order from a person. It is nobody's order; a person only gets
 * to see it.
 */
export function orderIn(text: string): Tagged | undefined {
  for (const line of text.split("\n", LINES_MAX)) {
    const read = line.slice(0, STATEMENT_MAX);
    const said = rememberedIn(read);
    if (said !== undefined) return { kind: "fact", text: said };
    const order = ONWARDS.exec(read)?.[1]?.trim();
    if (order !== undefined) return { kind: "preference", text: order };
  }
  return undefined;
}

/** Maximum number of lines of a tool's output that are checked. */
const LINES_MAX = 2000;

function rememberedIn(line: string): string | undefined {
  const read = line.slice(0, STATEMENT_MAX + 40);
  for (const tag of REMEMBER) {
    const said = tag.exec(read)?.[1]?.trim();
    if (said !== undefined && said.length >= STATEMENT_MIN) return said.slice(0, STATEMENT_MAX);
  }
  return undefined;
}

import type { PayloadOf } from "../../tape/catalogue.ts";
import type { Sha256 } from "../../tape/chain.ts";
import type { Instant, Position, Recorded } from "../../tape/event.ts";
import { isTurn, type TurnSpeaker, turnSpeaker } from "../../tape/turn-speaker.ts";
import { iso } from "../../time.ts";
import { promptInstructions } from "./prompt-instructions.ts";

/** Increased with every change of the prompt's form, so that answers on the tape can be distinguished. */
export const PROMPT_VERSION = 4;

/** Characters of all turns together: about nine thousand tokens of English, so that a small window has room. */
const TURNS_CHARS_MAX = 36_000;
/** Maximum number of characters of one turn. Longer turns are mostly pasted text. */
const SAID_CHARS_MAX = 4_000;
/** Maximum number of characters of a tool's input, and of its output; failed calls get more. */
const CALL_CHARS_MAX = 300;
const PRINTED_CHARS_MAX = 200;
const FAILED_CHARS_MAX = 700;
/** Maximum number of known statements, and of characters of all of them. */
const KNOWN_MAX = 60;
const KNOWN_CHARS_MAX = 6_000;

/** Speakers whose turns a model reads. Our own texts are left out, because the model would report them back to us. */
type AskedSpeaker = Exclude<TurnSpeaker, "nobody">;

/** The names of the roles in the prompt. */
const ROLES: { readonly [by in AskedSpeaker]: string } = {
  person: "user",
  agent: "assistant",
  subagent: "subagent",
  tool: "tool",
  host: "system",
};

/** A turn in the prompt. Its text is complete here, so that quotes can be checked. */
export type AskedTurn = {
  /** Its number in the prompt. Each prompt counts from one, so that the same words give the same prompt. */
  readonly number: number;
  readonly session: string;
  readonly id: string;
  readonly position: Position;
  readonly at: Instant;
  readonly by: AskedSpeaker;
  readonly text: string;
  /** The input of a tool. */
  readonly input?: string;
};

/** The turns of one session that no model has read yet. */
export type UnaskedTurns = { readonly session: string; readonly events: readonly Recorded[] };

/** A live unit, which a model can name as replaced by a later statement. */
export type KnownStatement = {
  readonly id: string;
  readonly kind: string;
  readonly topic?: unknown;
  readonly text: string;
};

export type ModelPrompt = {
  readonly system: string;
  readonly user: string;
  /** The hash of the complete request. */
  readonly hash: string;
  readonly turns: readonly AskedTurn[];
  /** The first one is called k1 in the prompt. */
  readonly known: readonly KnownStatement[];
  /** The sessions in the prompt, each with the position of its last shown turn. */
  readonly sessions: readonly ShownSession[];
};

export type ShownSession = { readonly session: string; readonly upTo: Position };

/**
 * Builds a model's prompt about the turns of sessions, oldest session first: as many whole sessions as fit, or the
 * first turns of one session that is too long. Undefined if nobody said anything. All turns are one line of JSON
 * between two marks that cannot be guessed, so that text in a turn stays data.
 */
export function modelPrompt(
  given: readonly UnaskedTurns[],
  known: readonly KnownStatement[],
  sha256: Sha256,
): ModelPrompt | undefined {
  const parts = fittingParts(given.flatMap(partOf));
  const turns = numberParts(parts);
  if (!turns.some(isSaid)) return undefined;
  const named = fittingStatements(known);
  const lines = [
    ...named.map(({ kind, topic, text }, i) => JSON.stringify({ known: `k${i + 1}`, kind, topic, text })),
    ...parts.flatMap((part, i) => {
      const first = parts.slice(0, i).reduce((sum, { shown }) => sum + shown.length, 1);
      return [sessionLine(i + 1, part), ...part.shown.map(({ line }, n) => line(first + n))];
    }),
  ];
  const data = lines.join("\n");
  const mark = `DATA-${sha256(data).slice(0, 16)}`;
  const user = `${mark}\n${data}\n${mark}\n\nAnswer with the JSON object and nothing else.`;
  const system = promptInstructions(mark);
  const sessions = parts.map(({ session, upTo }) => ({ session, upTo }));
  return { system, user, hash: sha256(`${system}\n\n${user}`), turns, known: named, sessions };
}

type ShownTurn = Omit<AskedTurn, "number"> & {
  readonly size: number;
  readonly line: (number: number) => string;
};
type PromptPart = ShownSession & { readonly shown: readonly ShownTurn[] };

function partOf({ session, events }: UnaskedTurns): PromptPart[] {
  const shown = events.flatMap((event) => shownTurn(session, event));
  return shown.some(isSaid) ? [{ session, shown, upTo: events.at(-1)?.position ?? 0 }] : [];
}

/** As many whole sessions as fit, from the first one on. If not even the first fits, it is cut after its last turn that fits. */
function fittingParts(parts: readonly PromptPart[]): PromptPart[] {
  let room = TURNS_CHARS_MAX;
  const fitting: PromptPart[] = [];
  for (const part of parts) {
    const size = part.shown.reduce((sum, turn) => sum + turn.size, 0);
    if (size > room) return fitting.length === 0 ? [headOf(part)] : fitting;
    room -= size;
    fitting.push(part);
  }
  return fitting;
}

function headOf(part: PromptPart): PromptPart {
  let room = TURNS_CHARS_MAX;
  const end = part.shown.findIndex(({ size }) => {
    room -= size;
    return room < 0;
  });
  const shown = part.shown.slice(0, Math.max(1, end));
  return { ...part, shown, upTo: shown.at(-1)?.position ?? part.upTo };
}

function numberParts(parts: readonly PromptPart[]): AskedTurn[] {
  return parts
    .flatMap(({ shown }) => shown)
    .map(({ line: _, size: __, ...turn }, i) => ({ ...turn, number: i + 1 }));
}

function fittingStatements(known: readonly KnownStatement[]): KnownStatement[] {
  let room = KNOWN_CHARS_MAX;
  return known.slice(0, KNOWN_MAX).filter(({ text }) => {
    room -= text.length;
    return room >= 0;
  });
}

const sessionLine = (number: number, { shown }: PromptPart): string =>
  JSON.stringify({ session: number, date: iso(shown[0]?.at ?? 0).slice(0, 10) });

function shownTurn(session: string, event: Recorded): ShownTurn[] {
  if (!isTurn(event) || event.payload === null) return [];
  const { id, position, at, payload } = event;
  const by = turnSpeaker(payload);
  const { text, tool_input = "" } = payload;
  if (by === "nobody" || (text.trim() === "" && by !== "tool")) return [];
  const input = by === "tool" ? { input: tool_input } : {};
  const turn = { session, id, position, at, by, text, ...input };
  const line = (number: number): string => JSON.stringify({ turn: number, ...shownFields(turn, payload) });
  return [{ ...turn, line, size: line(0).length }];
}

function shownFields(
  turn: Pick<AskedTurn, "by" | "text" | "input">,
  payload: PayloadOf<"turn.recorded">,
): object {
  const role = ROLES[turn.by];
  if (isSaid(turn)) return { role, text: shortenMiddle(turn.text, SAID_CHARS_MAX) };
  if (turn.by !== "tool") return { role, text: shortenMiddle(turn.text, FAILED_CHARS_MAX) };
  const hasFailed = (payload.exit_code ?? 0) !== 0;
  const text = shortenMiddle(turn.text, hasFailed ? FAILED_CHARS_MAX : PRINTED_CHARS_MAX);
  const input = shortenMiddle(turn.input ?? "", CALL_CHARS_MAX);
  return { role, tool: payload.tool, input, ...(hasFailed ? { failed: true } : {}), text };
}

const isSaid = ({ by }: Pick<AskedTurn, "by">): boolean =>
  by === "person" || by === "agent" || by === "subagent";

/** The beginning and the end of a text. */
function shortenMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor(max / 2);
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

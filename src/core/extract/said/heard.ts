import { AGENT_SPEAKER } from "../../tape/agent-record.ts";
import type { Instant, Position, Recorded } from "../../tape/event.ts";
import { seenTurn } from "../done/seen-turn.ts";
import { isEdit } from "../done/tool-sort.ts";
import { type Tongue, tonguesOf } from "./languages.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { READ_MAX, speechOf } from "./speech.ts";

/** Of a turn so much is listened to: who says more hands over a document. */
const STRETCHES_MAX = 40;
const SENTENCES_MAX = 120;
/** Turns, and letters of each, that tell in what language the next one is. */
const AROUND_TURNS = 3;
const AROUND_MAX = 600;

/** A turn as it is listened to: who spoke, and the sentences of theirs. */
export type Heard = {
  readonly by: "person" | "agent" | "tool";
  readonly position: Position;
  readonly at: Instant;
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly tongues: readonly Tongue[];
  /** A tool that changed a file. */
  readonly isEdit: boolean;
};

/** The same turn, its language judged by what the person said before it as well. */
export function among(turn: Heard, before: readonly Heard[]): Heard {
  const own = before.filter(({ by }) => by === turn.by);
  const around = own.length > 0 ? own : before.filter(({ by }) => by !== "tool");
  const near = around.slice(-AROUND_TURNS).map(({ text }) => text.slice(0, AROUND_MAX));
  const said = turn.sentences.map(({ text }) => text);
  return { ...turn, tongues: tonguesOf(said.join("\n"), near.join("\n")) };
}

/** Undefined when nobody's words are in it: our own, a forgotten one, or what a host says to itself. */
export function heard(turn: Recorded): Heard | undefined {
  const payload = (turn.payload ?? {}) as { readonly [field: string]: unknown };
  const { own } = payload;
  // A sub-agent's orders, and what an agent recorded as a person's turn, are an agent's words.
  const role = payload.role === "user" && payload.speaker === AGENT_SPEAKER ? "assistant" : payload.role;
  if (own || typeof payload.text !== "string") return undefined;
  const text = payload.text.slice(0, READ_MAX);
  const place = { position: turn.position, at: turn.at, text, isEdit: isEdit(seenTurn(turn)) };
  if (role === "tool" || (role === "user" && payload.tool !== undefined))
    return { ...place, by: "tool", sentences: [], tongues: [] };
  if (role !== "user" && role !== "assistant") return undefined;
  const stretches = role === "user" ? speechOf(text) : outsideCode(text);
  const sentences = stretches.slice(0, STRETCHES_MAX).flatMap(sentencesOf).slice(0, SENTENCES_MAX);
  const tongues = tonguesOf(stretches.join("\n"));
  return { ...place, by: role === "user" ? "person" : "agent", sentences, tongues };
}

function outsideCode(text: string): string[] {
  return text.split(/^[ \t]*(?:```|~~~).*$/m).filter((_, i) => i % 2 === 0);
}

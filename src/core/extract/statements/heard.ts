import { taskRequestIn } from "../../active-context/registry/task-request.ts";
import type { Instant, Position, TurnEvent } from "../../tape/event.ts";
import { turnSpeaker } from "../../tape/turn-speaker.ts";
import { seenTurn } from "../activity/seen-turn.ts";
import { isEdit } from "../activity/tool-sort.ts";
import { speechSentences } from "../turns/person-speech.ts";
import { READ_MAX, type Speech, speechOf } from "../turns/speech.ts";
import { type CueSet, tonguesOf } from "./languages.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

/** Of a turn so much is listened to: who says more hands over a document. */
const STRETCHES_MAX = 40;
const SENTENCES_MAX = 120;
/** Turns, and letters of each, that tell in what language the next one is. */
const AROUND_TURNS = 3;
const AROUND_MAX = 600;

/** A turn as it is listened to: who spoke, and the sentences of theirs. */
export type HeardTurn = {
  readonly by: "person" | "agent" | "subagent" | "tool";
  readonly position: Position;
  readonly at: Instant;
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly tongues: readonly CueSet[];
  /** A tool that changed a file. */
  readonly isEdit: boolean;
};

/** The same turn, its language judged by what the person said before it as well. */
export function inConversation(turn: HeardTurn, before: readonly HeardTurn[]): HeardTurn {
  const own = before.filter(({ by }) => by === turn.by);
  const around = own.length > 0 ? own : before.filter(({ by }) => by !== "tool");
  const near = around.slice(-AROUND_TURNS).map(({ text }) => text.slice(0, AROUND_MAX));
  const said = turn.sentences.map(({ text }) => text);
  return { ...turn, tongues: tonguesOf(said.join("\n"), near.join("\n")) };
}

/** Undefined for turns without anybody's words: our own, forgotten ones, and notices of a host. */
export function hearTurn(turn: TurnEvent): HeardTurn | undefined {
  const by = turnSpeaker(turn.payload);
  if (by === "nobody" || by === "host") return undefined;
  const text = (turn.payload?.text ?? "").slice(0, READ_MAX);
  const place = { position: turn.position, at: turn.at, text, by, isEdit: isEdit(seenTurn(turn)) };
  // What is said to a sub-agent and by it lies on no table: the person did not see it.
  if (by === "tool" || by === "subagent") return { ...place, by, sentences: [], tongues: [] };
  const stretches = (by === "person" ? speechOf(text) : outsideCode(text)).slice(0, STRETCHES_MAX);
  const sentences = by === "person" ? speechSentences(stretches) : stretches.flatMap(plainSentences);
  const tongues = tonguesOf(stretches.map((each) => each.text).join("\n"));
  // Which task comes next is no statement about the project.
  const request = by === "person" ? taskRequestIn(sentences[0]?.text ?? "") : undefined;
  const from = request?.isSwitch || request?.isNew ? 1 : 0;
  return { ...place, by, sentences: sentences.slice(from, SENTENCES_MAX), tongues };
}

const plainSentences = ({ text }: Speech): Sentence[] => sentencesOf(text);

function outsideCode(text: string): Speech[] {
  const parts = text.split(/^[ \t]*(?:```|~~~).*$/m).filter((_, i) => i % 2 === 0);
  return parts.map((part) => ({ text: part, isDoubtful: false }));
}

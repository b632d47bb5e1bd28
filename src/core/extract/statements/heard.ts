import { taskRequestIn } from "../../active-context/registry/task-request.ts";
import type { Instant, Position, TurnEvent } from "../../tape/event.ts";
import { turnSpeaker } from "../../tape/turn-speaker.ts";
import { seenTurn } from "../activity/seen-turn.ts";
import { isEdit } from "../activity/tool-sort.ts";
import { speechSentences } from "../turns/person-speech.ts";
import { READ_MAX, type Speech, speechOf } from "../turns/speech.ts";
import { type CueSet, languagesOf } from "./languages.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

/** Maximum number of regions of a turn that are read. A turn with more is a document. */
const STRETCHES_MAX = 40;
const SENTENCES_MAX = 120;
/** Number of earlier turns that help to detect the language, and the length read of each. */
const AROUND_TURNS = 3;
const AROUND_MAX = 600;

/** A parsed turn: its speaker and the speaker's sentences. */
export type HeardTurn = {
  readonly by: "person" | "agent" | "subagent" | "tool";
  readonly position: Position;
  readonly at: Instant;
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly tongues: readonly CueSet[];
  /** True for a tool call that changed a file. */
  readonly isEdit: boolean;
};

/** The same turn, with its language also judged by the person's earlier turns. */
export function inConversation(turn: HeardTurn, before: readonly HeardTurn[]): HeardTurn {
  const own = before.filter(({ by }) => by === turn.by);
  const around = own.length > 0 ? own : before.filter(({ by }) => by !== "tool");
  const near = around.slice(-AROUND_TURNS).map(({ text }) => text.slice(0, AROUND_MAX));
  const said = turn.sentences.map(({ text }) => text);
  return { ...turn, tongues: languagesOf(said.join("\n"), near.join("\n")) };
}

/** Undefined for a turn that nobody wrote: our own output, a forgotten turn, or a notice of a host. */
export function hearTurn(turn: TurnEvent): HeardTurn | undefined {
  const by = turnSpeaker(turn.payload);
  if (by === "nobody" || by === "host") return undefined;
  const text = (turn.payload?.text ?? "").slice(0, READ_MAX);
  const place = { position: turn.position, at: turn.at, text, by, isEdit: isEdit(seenTurn(turn)) };
  // A person does not see what is said to and by sub-agents, so it is not parsed.
  if (by === "tool" || by === "subagent") return { ...place, by, sentences: [], tongues: [] };
  const stretches = (by === "person" ? speechOf(text) : outsideCode(text)).slice(0, STRETCHES_MAX);
  const sentences = by === "person" ? speechSentences(stretches) : stretches.flatMap(plainSentences);
  const tongues = languagesOf(stretches.map((each) => each.text).join("\n"));
  // The choice of the next task is not a statement about the project.
  const request = by === "person" ? taskRequestIn(sentences[0]?.text ?? "") : undefined;
  const from = request?.isSwitch || request?.isNew ? 1 : 0;
  return { ...place, by, sentences: sentences.slice(from, SENTENCES_MAX), tongues };
}

const plainSentences = ({ text }: Speech): Sentence[] => sentencesOf(text);

function outsideCode(text: string): Speech[] {
  const parts = text.split(/^[ \t]*(?:```|~~~).*$/m).filter((_, i) => i % 2 === 0);
  return parts.map((part) => ({ text: part, isDoubtful: false }));
}

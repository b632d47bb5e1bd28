import { adviceIn, choiceOf, type Table, tableFor } from "./answers.ts";
import type { Heard } from "./heard.ts";
import { meets } from "./languages.ts";
import { leadOf } from "./lead.ts";
import type { Option } from "./options.ts";
import { turnedDown } from "./rejected.ts";
import type { Sentence } from "./sentences.ts";
import { isChat, KEPT, type Weighed, weigh } from "./weigh.ts";

/** What one turn of a person settles, with all that it rests on. */
export type Settled = {
  readonly why: string;
  readonly kind: Weighed["kind"];
  /** What it says, verbatim. */
  readonly text: string;
  readonly points: number;
  /** What it was settled in, one after the other, when that is more than its text. */
  readonly parts: readonly string[];
  readonly positions: readonly number[];
  readonly rejected: readonly string[];
  /** The person only agreed, or chose among what was put to them. */
  readonly isAgreed: boolean;
  /** A sentence that says something settled before is changed. */
  readonly amending: Sentence | undefined;
};

/** One sentence of the turn, and what it answers. */
type Piece = {
  readonly sentence: Sentence;
  readonly kind: Weighed["kind"];
  readonly points: number;
  readonly option?: Option;
  /** Sentences of the agent that it agrees to. */
  readonly agreed: readonly Sentence[];
  /** It says nothing by itself: "the second", "yes". */
  readonly isBare: boolean;
  readonly why?: string;
};

/** Parts kept of one decision: what it rests on is read at a glance. */
const PARTS_MAX = 8;
/** Assent to what was put in so many words weighs as much as a statement. */
const ASSENT = 4;
/** So short a sentence does not tell by itself why. */
const REASONED_WORDS = 3;

/** What the sentences of a person's turn settle, given the turns before it. */
export function settledIn(now: Heard, before: readonly Heard[]): Settled[] {
  const table = tableFor(before);
  const pieces: Piece[] = [];
  let [isOpening, isRefusal] = [true, false];
  for (const sentence of now.sentences) {
    const piece = pieceOf(sentence, { now, table, isOpening, isRefusal, isFirst: before.length === 0 && isOpening });
    isRefusal ||= isTurn(sentence, now) || (isOpening && leadOf(sentence.look, now.tongues).refuses);
    if (piece) pieces.push(piece);
    if (piece || !isChat(sentence.look, now.tongues)) isOpening = false;
  }
  return groupsOf(pieces, { now, table }).map((group) => settledBy(group, { now, table }));
}

/**
 * Pieces that are one statement: all decisions of a reply, or of a turn that takes something back, and what is
 * weak beside something strong.
 */
function groupsOf(pieces: readonly Piece[], { now, table }: Scene): Piece[][] {
  const isReply = table.isAsked || pieces.some(({ option, agreed }) => option !== undefined || agreed.length > 0);
  const decisions = pieces.filter(({ kind }) => kind === "decision");
  const isOne = isReply || decisions.some(({ sentence }) => isTurn(sentence, now));
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    const home = isOne && piece.kind === "decision" ? groups.find(([first]) => first?.kind === "decision") : undefined;
    if (home) home.push(piece);
    else if (last && isWeak(piece)) last.push(piece);
    else if (last?.every(isWeak)) last.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

const isWeak = ({ points, kind }: Piece): boolean => points <= KEPT && kind === "decision";

const isTurn = ({ look }: Sentence, { tongues }: Heard): boolean => meets(tongues, "amend", look) || meets(tongues, "reject", look);

type Scene = { readonly now: Heard; readonly table: Table };
type Setting = Scene & { readonly isOpening: boolean; readonly isRefusal: boolean; readonly isFirst: boolean };

function pieceOf(sentence: Sentence, { now, table, isOpening, isRefusal, isFirst }: Setting): Piece | undefined {
  const { tongues } = now;
  const option = isOpening ? choiceOf(sentence, now, table) : undefined;
  if (option) return { sentence, kind: "decision", points: ASSENT, option: option.option, agreed: [], isBare: !option.byName };
  const { agrees, rest } = leadOf(sentence.look, tongues);
  const isAssent = isOpening && agrees && !sentence.isQuestion && (rest === "" || isChat(rest, tongues));
  if (isAssent) {
    const agreed = table.advised ? adviceIn(table.advised) : [];
    return agreed.length > 0 ? { sentence, kind: "decision", points: ASSENT, agreed, isBare: true } : undefined;
  }
  const weighed = weigh(sentence, tongues, { isAnswer: isOpening && table.isAsked, isFirst, isRefusal });
  if (!weighed || weighed.points < KEPT) return undefined;
  return { sentence, kind: weighed.kind, points: weighed.points, agreed: [], isBare: false, why: `${weighed.points} ${weighed.why}` };
}

function settledBy(group: readonly Piece[], { now, table }: Scene): Settled {
  const best = group.filter(({ isBare }) => !isBare).toSorted((a, b) => b.points - a.points)[0];
  const options = group.flatMap(({ option }) => option ?? []);
  const agreed = group.flatMap((piece) => piece.agreed);
  const isReply = options.length > 0 || agreed.length > 0;
  // What the agent advised last belongs to a choice, whether it was named or only agreed to.
  const advice = isReply && table.advised ? adviceIn(table.advised) : [];
  const heard = [...options.map(({ text }) => text), ...[...agreed, ...advice].map(({ text }) => text)];
  const said = withReason(group.map(({ sentence }) => sentence), now);
  const parts = [...new Set([...heard, ...said.map(({ text }) => text)])].slice(0, PARTS_MAX);
    const positions = [...options.map(({ position }) => position), ...(agreed.length + advice.length > 0 && table.advised ? [table.advised.position] : []), now.position];
  return {
    why: group.map((g) => g.why ?? (g.option ? "choice" : "assent")).join(" + "),
    kind: best?.kind ?? "decision",
    text: best?.sentence.text ?? heard[0] ?? now.text,
    points: Math.max(...group.map(({ points }) => points)),
    parts: parts.length > 1 ? parts : [],
    positions: [...new Set(positions)].toSorted((a, b) => a - b),
    rejected: turnedDown(said, { tongues: now.tongues, options: table.options, taken: options }),
    isAgreed: best === undefined,
    amending: now.sentences.find((sentence) => !sentence.isQuestion && meets(now.tongues, "amend", sentence.look)),
  };
}

/** A choice of a word or two carries the sentence after it, which is the reason for it. */
function withReason(sentences: readonly Sentence[], { sentences: all }: Heard): readonly Sentence[] {
  const [only] = sentences;
  if (sentences.length !== 1 || !only || only.text.split(/\s+/).length > REASONED_WORDS || only.text.length > 24) return sentences;
  const next = all[all.indexOf(only) + 1];
  return next && !next.isQuestion ? [only, next] : sentences;
}

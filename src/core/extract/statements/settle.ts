import { adviceIn, choiceOf, type Table, tableFor } from "./answers.ts";
import {
  classifySentence,
  isChat,
  KEEP_CHANCE_MIN,
  keepThreshold,
  type SentenceClass,
} from "./classify-sentence.ts";
import { type HeardTurn, inConversation } from "./heard.ts";
import { type CueSet, meetsAny, meetsFirst } from "./languages.ts";
import { leadOf } from "./lead.ts";
import type { Option } from "./options.ts";
import { rejectedAlternatives } from "./rejected.ts";
import { clausesOf, type Sentence, splitCoordinated } from "./sentences.ts";
import { asksIn, type Setting, type Watch } from "./signs.ts";
import { goesOn, statementText } from "./statement-text.ts";
import { besideSigns, sceneSigns } from "./word-signs.ts";
import { tellingWords } from "./words.ts";

/** A statement that one turn of a person settles, with all its evidence. */
export type Settled = {
  readonly kind: SentenceClass["kind"];
  /** Its text, verbatim. If it cannot be understood alone, it consists of two verbatim pieces. */
  readonly text: string;
  /** The same without neighbouring sentences. */
  readonly alone: string;
  /** The part that the person said or chose. */
  readonly core: string;
  /** The person's sentences from which it was made. */
  readonly sentences: readonly Sentence[];
  /** The probability that a careful reader would keep it, 0 to 1. */
  readonly sure: number;
  /** True if the confidence is high enough to keep it; otherwise it waits for review. */
  readonly isExplicit: boolean;
  /** True if it rests on words that may be another person's. */
  readonly isDoubtful: boolean;
  /** The pieces in which it was settled, in order, if they contain more than its text. */
  readonly parts: readonly string[];
  readonly positions: readonly number[];
  readonly rejected: readonly string[];
  /** True if the person only agreed, or chose one of the offered alternatives. */
  readonly isAgreed: boolean;
  /** The sentence that says that an earlier statement changes. */
  readonly amending: Sentence | undefined;
};

/** One sentence of the turn, and the words that it answers. */
type AnsweringSentence = {
  readonly sentence: Sentence;
  readonly kind: SentenceClass["kind"];
  readonly sure: number;
  readonly option?: Option;
  /** The agent's sentences that it agrees to. */
  readonly agreed: readonly Sentence[];
  /** True if it says nothing by itself: "the second", "yes". */
  readonly isBare: boolean;
  /** True if it would not be kept without its context. */
  readonly isWeak: boolean;
  /** True if it cannot be understood without the sentence before it, which is kept as well. */
  readonly isAttached?: boolean;
};

/** The surroundings of a sentence. */
type Scene = { readonly now: HeardTurn; readonly table: Table };
type SettledScene = Scene & { readonly beside: readonly Sentence[] };
type Moment = Scene & { readonly setting: Omit<Setting, "isChoice"> };

/** Sizes from which a turn is long; from `DOCUMENT` on it is a pasted document. */
const LONG = { sentences: 14, letters: 1800 };
const DOCUMENT = { sentences: 30, letters: 3600 };
/** If the first turn of a session is this long, it is a ticket. */
const LONG_FIRST = { sentences: 8, letters: 700 };
/** Maximum number of parts of a decision, so that its basis can be read at a glance. */
const PARTS_MAX = 8;
/** Maximum number of pieces of one turn that are checked. */
const PIECES_MAX = 16;
/** Confidence of agreement to an explicit proposal. */
const ASSENT = 0.98;
/** A sentence after a choice with a lower confidence is the reason for the choice. */
const ASSENT_SURE = 0.75;
/** Confidence of a yes to anything else. It may refer to the next piece of work, until the agent's changes confirm it. */
const ASSENT_UNTOLD = 0.5;
/** A choice this short does not give its reason. */
const REASONED = { words: 5, letters: 32 };
/** A withdrawing sentence of at most this many words belongs to the sentence that names the replacement. */
const TAKES_BACK_WORDS = 9;

/** Maximum confidence of words that may be another person's. */
const DOUBTFUL_MAX = 0.5;

/** The context of a turn, apart from the turns before it. */
type Aftermath = {
  /** The following turns, up to the agent's reply. */
  readonly reply?: readonly HeardTurn[];
  readonly watch?: Watch;
};

/** The statements that a person's turn settles, given the turns before it and, if there is one, the reply. */
export function settledIn(turn: HeardTurn, before: readonly HeardTurn[], after: Aftermath = {}): Settled[] {
  const now = inConversation(turn, before);
  const table = tableFor(before);
  const isFirst = before.length === 0;
  const limit = isFirst ? LONG_FIRST : LONG;
  const always = {
    watch: after.watch,
    reply: after.reply ?? [],
    isFirst,
    isLong: now.sentences.length > limit.sentences || now.text.length > limit.letters,
    isDocument: now.sentences.length > DOCUMENT.sentences || now.text.length > DOCUMENT.letters,
    isWorkAsked: table.isWorkAsked,
    scene: sceneSigns(before, table),
    heard: table.last ? tellingWords(table.last.text.toLowerCase(), now.tongues) : new Set<string>(),
  };
  const isPlain = now.sentences.every(
    ({ look, isQuestion }) => !isQuestion && !PASSING.some((list) => meetsAny(now.tongues, list, look)),
  );
  const asks = now.sentences.map(
    (each) => each.isQuestion || asksIn(leadOf(each.look, now.tongues).rest, now.tongues),
  );
  const nearSigns = besideSigns(now);
  const pieces: AnsweringSentence[] = [];
  let [isOpening, isRefusal, isAssent] = [true, false, false];
  for (const [i, sentence] of now.sentences.entries()) {
    const place = { isOpening, isRefusal, isAssent, hasAsked: asks.slice(0, i).includes(true) };
    const answers = { isAnswer: isOpening && table.isAsked, isInforming: isOpening && table.isQueried };
    const around = { isPlain, asksOn: asks.slice(i + 1).includes(true), place: placeOf(now.sentences, i) };
    const setting = {
      ...always,
      ...place,
      ...answers,
      ...around,
      scene: [...always.scene, ...(nearSigns[i] ?? [])],
    };
    const found = piecesOf(sentence, { now, table, setting });
    const lead = leadOf(sentence.look, now.tongues);
    isRefusal ||= takesBack(sentence, now) || (isOpening && lead.refuses);
    isAssent ||= isOpening && lead.agrees;
    pieces.push(...found);
    if (pieces.length >= PIECES_MAX) break;
    if (found.length > 0 || !isChat(sentence.look, now.tongues)) isOpening = false;
  }
  const groups = groupsOf(pieces, now, isFirst);
  const beside = besideEach(groups, now);
  return groups.map((group, i) => settledBy(group, { now, table, beside: beside[i] ?? [] }));
}

/** For each group, the nearest sentences of the turn outside all groups. They name the subject. */
function besideEach(groups: readonly AnsweringSentence[][], { sentences, tongues }: HeardTurn): Sentence[][] {
  // A statement that only waits for review gets no neighbouring sentences.
  const places = groups.map((group) =>
    group.every(({ isWeak }) => isWeak) ? [] : group.map(({ sentence }) => placeIn(sentences, sentence)),
  );
  const found = groups.map((): Sentence[] => []);
  for (const [i, sentence] of sentences.entries()) {
    if (sentence.isDoubtful || isPassing(sentence, tongues) || places.flat().includes(i)) continue;
    const distances = places.map((own) => Math.min(...own.map((at) => Math.abs(at - i))));
    found[distances.indexOf(Math.min(...distances))]?.push(sentence);
  }
  return found;
}

/** The index of a sentence, or of the sentence that a half belongs to. */
const placeIn = (sentences: readonly Sentence[], { text }: Sentence): number =>
  sentences.findIndex((each) => each.text.includes(text));

const isPassing = ({ look, isQuestion }: Sentence, tongues: readonly CueSet[]): boolean =>
  isQuestion || isChat(look, tongues) || BESIDE_THE_MATTER.some((list) => meetsAny(tongues, list, look));

const placeOf = (sentences: readonly Sentence[], index: number): Setting["place"] => ({
  index,
  count: sentences.length,
  before: sentences[index - 1],
  after: sentences[index + 1],
});

const PASSING = ["asks", "hedge", "report", "task"] as const;
/** Cues for reasons and passing remarks, which do not name the subject of a statement. */
const BESIDE_THE_MATTER = [...PASSING, "because"] as const;

const takesBack = ({ look, isQuestion }: Sentence, { tongues }: HeardTurn): boolean =>
  !isQuestion &&
  (meetsAny(tongues, "amend", look) ||
    meetsAny(tongues, "reject", look) ||
    meetsFirst(tongues, "against", leadOf(look, tongues).rest) > 0);

/** Splits a sentence that makes two independent statements into two pieces. */
function piecesOf(sentence: Sentence, moment: Moment): AnsweringSentence[] {
  const whole = pieceOf(sentence, moment);
  if (!whole || whole.option || whole.isBare) return whole ? [whole] : [];
  const { setting } = moment;
  if (sentence.isDoubtful) return [whole];
  const all = splitCoordinated(sentence);
  const halves = all.flatMap(
    (half, i) =>
      pieceOf(half, { ...moment, setting: { ...setting, isOpening: setting.isOpening && i === 0 } }) ?? [],
  );
  // The sentence is split only if every half is a statement: a lost half may name the subject.
  const isAll = halves.length > 1 && halves.length === all.length;
  return isAll ? halves.map((half) => ({ ...half, isWeak: false })) : [whole];
}

function pieceOf(sentence: Sentence, { now, table, setting }: Moment): AnsweringSentence | undefined {
  const { tongues } = now;
  const { isOpening, asksOn } = setting;
  const taken = isOpening && !sentence.isDoubtful ? choiceOf(sentence, now, table) : undefined;
  const said = { sentence, kind: "decision", sure: ASSENT, agreed: [], isWeak: false } as const;
  // A person who goes on asking has not agreed yet.
  if (taken && !taken.byName && !asksOn) return { ...said, option: taken.option, isBare: true };
  const agreed = table.advised ? adviceIn(table.advised) : [];
  const { agrees, rest } = leadOf(sentence.look, tongues);
  if (isOpening && !sentence.isDoubtful && agrees && (rest === "" || isChat(rest, tongues))) {
    const isTold = agreed.some((each) => isAdvised(each, table.advised));
    const isMeant = isTold || setting.reply.some(({ isEdit }) => isEdit);
    const assent = isMeant ? said : { ...said, sure: ASSENT_UNTOLD, isWeak: true };
    return !asksOn && agreed.length > 0 ? { ...assent, agreed, isBare: true } : undefined;
  }
  const weighed = classifySentence(sentence, tongues, { ...setting, isChoice: taken !== undefined });
  const isYes =
    isOpening && !asksOn && clausesOf(sentence.look).some((clause) => meetsFirst(tongues, "yes", clause) > 0);
  if (!weighed || weighed.sure < KEEP_CHANCE_MIN) return undefined;
  const { kind, sure } = weighed;
  if (sentence.isDoubtful)
    return { sentence, kind, sure: Math.min(sure, DOUBTFUL_MAX), isWeak: true, isBare: false, agreed: [] };
  const hasAssent = kind === "decision" && isYes;
  return {
    sentence,
    kind,
    sure,
    isWeak: sure < keepThreshold(kind, setting.reply.length > 0),
    isBare: false,
    agreed: hasAssent ? agreed : [],
    ...(taken && kind === "decision" ? { option: taken.option } : {}),
  };
}

const isAdvised = ({ look, isQuestion }: Sentence, by: HeardTurn | undefined): boolean =>
  !isQuestion && by !== undefined && meetsAny(by.tongues, "advice", look);

/** Groups pieces that form one statement: a weak piece with its neighbour, and a withdrawal with its replacement. */
function groupsOf(
  pieces: readonly AnsweringSentence[],
  now: HeardTurn,
  isFirst: boolean,
): AnsweringSentence[][] {
  const groups: AnsweringSentence[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    const isAttached = last !== undefined && isAttachedTo(piece, last, now);
    const isJoined =
      last !== undefined &&
      !isFirst &&
      !piece.sentence.isDoubtful &&
      !last.some(({ sentence }) => sentence.isDoubtful) &&
      (isAttached ||
        isReasonOf(piece, last, now) ||
        isSatellite(piece) ||
        last.every(isSatellite) ||
        (piece.kind === "decision" && last.every((each) => makesWay(each, now))));
    if (isJoined) last.push(isAttached ? { ...piece, isAttached } : piece);
    else groups.push([piece]);
  }
  return groups;
}

/** True if a piece refers back to the sentence just before it. */
function isAttachedTo(
  { sentence, isBare }: AnsweringSentence,
  last: readonly AnsweringSentence[],
  { sentences, tongues }: HeardTurn,
): boolean {
  const before = last.at(-1);
  const isNext =
    before !== undefined && sentences.indexOf(sentence) === sentences.indexOf(before.sentence) + 1;
  return isNext && !isBare && goesOn(sentence, before.sentence, tongues);
}

/** True if a piece only gives the reason for a choice. */
function isReasonOf(
  { sentence, kind, sure }: AnsweringSentence,
  last: readonly AnsweringSentence[],
  { tongues }: HeardTurn,
): boolean {
  const isChoice = last.every(({ isBare, option }) => isBare && option !== undefined);
  const isOwn = (["settle", "order", "must", "pick"] as const).some((list) =>
    meetsAny(tongues, list, sentence.look),
  );
  return isChoice && kind === "decision" && sure < ASSENT_SURE && !isOwn;
}

const isSatellite = ({ isWeak, kind }: AnsweringSentence): boolean => isWeak && kind === "decision";

function makesWay({ sentence, kind, isBare }: AnsweringSentence, now: HeardTurn): boolean {
  return (
    kind === "decision" &&
    !isBare &&
    takesBack(sentence, now) &&
    sentence.text.split(/\s+/).length <= TAKES_BACK_WORDS
  );
}

function settledBy(group: readonly AnsweringSentence[], { now, table, beside }: SettledScene): Settled {
  const best = carrierOf(group, now);
  const options = group.flatMap(({ option }) => option ?? []);
  // The agent's last advice belongs to a choice, whether the person named it or only agreed.
  const isReply = options.length > 0 || group.some(({ agreed }) => agreed.length > 0);
  const advice = isReply && table.advised ? adviceIn(table.advised) : [];
  const heard = [...options, ...advice].map(({ text }) => text);
  const said = withReason(
    group.map(({ sentence }) => sentence),
    now,
  );
  const told = group.filter((piece) => !piece.isBare && (piece === best || piece.isAttached));
  const core = best?.sentence.text ?? heard[0] ?? now.text;
  const own = told.map(({ sentence }) => sentence);
  const spoken = group
    .filter(({ sentence, isBare }) => !isBare && !isPassing(sentence, now.tongues))
    .map(({ sentence }) => sentence);
  const scene = { now, table, beside: [...beside, ...spoken] };
  const made = statementText(own, options, scene);
  const alone = statementText(own, options, { ...scene, isAlone: true }).text;
  const isNamed = best !== undefined || options.length > 0;
  const subject = isNamed && made.subject !== undefined ? [made.subject] : [];
  const parts = [...new Set([...subject, ...heard, ...said.map(({ text }) => text)])].slice(0, PARTS_MAX);
  const advised = advice.length > 0 && table.advised ? [table.advised.position] : [];
  const rests = [...options.map(({ position }) => position), ...advised, ...(isNamed ? made.positions : [])];
  const kind = best?.kind ?? "decision";
  return {
    kind,
    text: isNamed ? made.text : core,
    alone: isNamed ? alone : core,
    core,
    sentences: group.map(({ sentence }) => sentence),
    sure: Math.max(...group.map(({ sure }) => sure)),
    isExplicit: group.some(({ isWeak }) => !isWeak) && (!isNamed || made.isWhole),
    isDoubtful: group.some(({ sentence }) => sentence.isDoubtful),
    parts: parts.length > 1 ? parts : [],
    positions: [...new Set([...rests, now.position])].toSorted((a, b) => a - b),
    // A ban is not a choice, so it rejects no alternatives.
    rejected:
      kind !== "decision" ? [] : rejectedAlternatives(said, { now, groups: table.groups, taken: parts }),
    isAgreed: best === undefined || made.isAgreed === true,
    amending: amendingOf(said, { now, table }),
  };
}

/** The piece that contains the statement, not one that only gives a reason. */
function carrierOf(
  group: readonly AnsweringSentence[],
  { tongues }: HeardTurn,
): AnsweringSentence | undefined {
  const isReason = ({ sentence: { look } }: AnsweringSentence): boolean =>
    meetsAny(tongues, "because", look) || meetsAny(tongues, "report", look);
  const told = group.filter(({ isBare }) => !isBare).toSorted((a, b) => b.sure - a.sure);
  return told.find((piece) => !isReason(piece)) ?? (told.length < group.length ? undefined : told[0]);
}

/** A choice of one or two words also includes the sentence beside it, which is its reason. */
function withReason(sentences: readonly Sentence[], { sentences: all }: HeardTurn): readonly Sentence[] {
  const [only] = sentences;
  const isShort =
    sentences.length === 1 &&
    only !== undefined &&
    only.text.length <= REASONED.letters &&
    only.text.split(/\s+/).length <= REASONED.words;
  if (!isShort) return sentences;
  const at = all.indexOf(only);
  const [before, next] = [all[at - 1], all[at + 1]];
  if (next && !next.isQuestion) return [only, next];
  return before && !before.isQuestion ? [before, only] : sentences;
}

/**
 * The sentence that changes what was settled: one that says so, among the settled sentences or next to them. If nothing
 * was asked, also a sentence that contrasts two things or corrects a number.
 */
function amendingOf(said: readonly Sentence[], { now, table }: Scene): Sentence | undefined {
  const { sentences, tongues } = now;
  const [first, last] = [said[0], said.at(-1)];
  const around = [
    first && sentences[sentences.indexOf(first) - 1],
    last && sentences[sentences.indexOf(last) + 1],
  ];
  const near = [...said, ...around].flatMap((each) => (each && !each.isQuestion ? [each] : []));
  const told = near.find(({ look }) => meetsAny(tongues, "amend", look));
  if (told || table.isOffered) return told;
  return said.find(({ look }) => {
    const isContrast = clausesOf(look)
      .slice(1)
      .some((clause) => meetsFirst(tongues, "against", clause) > 0);
    return isContrast || (meetsAny(tongues, "hence", look) && /\d/.test(look));
  });
}

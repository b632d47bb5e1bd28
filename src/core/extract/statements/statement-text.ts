import type { Position } from "../../tape/event.ts";
import type { Table } from "./answers.ts";
import { isChat } from "./classify-sentence.ts";
import type { HeardTurn } from "./heard.ts";
import { type CueSet, meetsAny, meetsFirst } from "./languages.ts";
import { leadOf } from "./lead.ts";
import type { Option } from "./options.ts";
import { beginsPointing, pointsBack } from "./reference-words.ts";
import { clausesOf, type Sentence } from "./sentences.ts";
import { asksIn, isElliptic } from "./signs.ts";
import { SUBJECT_MAX, type Subject, subjectOf } from "./subject.ts";
import { sharedCount, tellingWords } from "./words.ts";

/** The text of a statement that can be understood without its conversation, and the other turns that it takes words from. */
export type StatementText = {
  readonly text: string;
  readonly positions: readonly Position[];
  /** The question or subject, verbatim, if it comes from another turn. */
  readonly subject?: string;
  /** True if the text contains the agent's words, which the person only agreed to. */
  readonly isAgreed?: true;
  /** False for a fragment whose subject was not found. */
  readonly isWhole: boolean;
};

/** Maximum length of a passage that can be read at a glance. */
const PASSAGE_MAX = 200;
/** Maximum number of sentences before a statement that are added to name its subject. */
const CONTEXT_MAX = 2;
/** A sentence that refers back, but has more content words than this, names its subject itself. */
const POINTING_WORDS = 7;
/** A sentence without a verb and with at most this many content words continues the subject before it. */
const SHORT_WORDS = 4;
/** Maximum number of words of a sentence that refers back to another speaker's words. */
const ANSWER_WORDS = 5;
/** A sentence with fewer words besides its numbers is only a value. */
const SUBJECT_WORDS = 2;
/** An option with a longer explanation is represented by its name. */
const OPTION_MAX = 110;
const OTHERS_MAX = 3;
/** A question this short does not name its subject. */
const SHORT_QUESTION = 4;
const OTHER_MAX = 45;
/** Maximum length of the agent's words that a person refers to. */
const REFERRED_MAX = 220;
const REFERRED_WORDS = 3;

type StatementInput = {
  readonly now: HeardTurn;
  readonly table: Table;
  /** Sentences of the turn that belong to no other statement. */
  readonly beside: readonly Sentence[];
  /** Whether to leave out neighbouring sentences that are not needed to understand the statement. */
  readonly isAlone?: boolean;
};

/** The text of a statement, with everything that is needed to understand it. */
export function statementText(
  own: readonly Sentence[],
  options: readonly Option[],
  told: StatementInput,
): StatementText {
  const { now, table } = told;
  const passage = withContext(own, told);
  const said = textOf(told.isAlone ? passage : withBeside(passage, told), now);
  const isOpen = passage[0] === undefined || needsSubject(passage[0], now.tongues);
  if (!isOpen) return { text: said, positions: [], isWhole: true };
  const [first] = options;
  const asked = askedSubject(passage[0], told);
  if (first) {
    const subject = asked ?? subjectOf(first, table.last?.tongues ?? now.tongues);
    return choiceText(options, { subject, said: ownWords(passage, options, now), groups: table.groups });
  }
  const referred = asked ? undefined : referredTo(passage[0], told);
  const subject = asked ?? referred;
  if (!subject)
    return {
      text: said,
      positions: [],
      isWhole: passage[0] !== undefined && isTelling(textOf(passage, now), now.tongues),
    };
  const { text, position } = subject;
  const agreed = referred ? ({ isAgreed: true } as const) : {};
  return { text: `${text} ${said}`, positions: [position], subject: text, isWhole: true, ...agreed };
}

const textOf = (passage: readonly Sentence[], { tongues }: HeardTurn): string =>
  withoutLead(passage.map(({ text }) => text).join(" "), tongues);

/** Whether a sentence needs its context: a mere value, or a reference to earlier words. */
export function isDependent(
  { look, text }: Sentence,
  tongues: readonly CueSet[],
  most = POINTING_WORDS,
): boolean {
  const { rest } = leadOf(look, tongues);
  const words = [...tellingWords(rest, tongues)];
  const count = words.filter((word) => !/^\d/.test(word)).length;
  if (count === 0) return true;
  if (count < SUBJECT_WORDS)
    return !isOrder(rest, tongues) && (pointsBack(rest) || isElliptic(rest, tongues));
  if (LABEL.test(text)) return false;
  return words.length <= most && pointsBack(rest);
}

/** True if the first sentence of a turn does not name what it settles. */
function needsSubject(sentence: Sentence, tongues: readonly CueSet[]): boolean {
  const isSettled = meetsAny(tongues, "settle", sentence.look) && isTelling(sentence.look, tongues);
  return !isSettled && isDependent(sentence, tongues, ANSWER_WORDS);
}

/** "uart: traces are too slow": the label is also the subject of the following sentences. */
const LABEL = /^[^:：,，]{2,40}[:：](?:\s|\p{Script=Han})/u;

const pointsAtBefore = (sentence: Sentence, tongues: readonly CueSet[]): boolean =>
  isDependent(sentence, tongues) || beginsPointing(leadOf(sentence.look, tongues).rest);

/** True if a sentence continues the subject of the one before it in its turn. */
export function goesOn(sentence: Sentence, before: Sentence, tongues: readonly CueSet[]): boolean {
  if (LABEL.test(sentence.text)) return false;
  if (pointsAtBefore(sentence, tongues)) return true;
  const { rest } = leadOf(sentence.look, tongues);
  if (!isElliptic(clausesOf(rest)[0] ?? rest, tongues)) return false;
  const isShort = tellingWords(rest, tongues).size <= SHORT_WORDS && !isOrder(rest, tongues);
  return isShort || LABEL.test(before.text);
}

/** An order of two words names its own subject: "no tracking". */
const isOrder = (rest: string, tongues: readonly CueSet[]): boolean =>
  tellingWords(rest, tongues).size > 0 &&
  (meetsFirst(tongues, "against", rest) > 0 || meetsFirst(tongues, "order", rest) > 0) &&
  !pointsBack(rest);

const isTelling = (text: string, tongues: readonly CueSet[]): boolean =>
  [...tellingWords(text.toLowerCase(), tongues)].filter((word) => !/^\d/.test(word)).length >=
    SUBJECT_WORDS || isOrder(text.toLowerCase(), tongues);

/** The sentences, with the earlier ones that they refer back to. */
function withContext(own: readonly Sentence[], { now, beside }: StatementInput): readonly Sentence[] {
  const { sentences, tongues } = now;
  let passage = own;
  for (let step = 0; step < CONTEXT_MAX; step++) {
    const [first] = passage;
    const before = first && sentences[sentences.indexOf(first) - 1];
    if (!first || !before || before.isDoubtful || !goesOn(first, before, tongues)) break;
    // A sentence that belongs to another statement is repeated only if this one cannot be understood without it.
    if (!beside.includes(before) && !pointsAtBefore(first, tongues)) break;
    const length = [before, ...passage].reduce((sum, { text }) => sum + text.length + 1, 0);
    if (length > PASSAGE_MAX || isChat(before.look, tongues)) break;
    passage = [before, ...passage];
  }
  return passage;
}

/** Adds neighbouring sentences to the passage, nearest first, as long as it can be read at a glance. */
function withBeside(passage: readonly Sentence[], { now, beside }: StatementInput): readonly Sentence[] {
  const places = new Map(now.sentences.map((sentence, i) => [sentence, i]));
  const own = passage.flatMap((sentence) => places.get(sentence) ?? []);
  // Half of a sentence stands alone.
  if (own.length === 0 || own.length < passage.length) return passage;
  const distance = (at: number): number => Math.min(...own.map((each) => Math.abs(each - at)));
  const free = beside
    .map((sentence) => ({ sentence, at: places.get(sentence) ?? -1 }))
    .filter(({ sentence, at }) => at >= 0 && !passage.includes(sentence))
    // The first sentence of the passage must be understandable by itself.
    .filter(({ sentence, at }) => at > Math.min(...own) || !needsSubject(sentence, now.tongues))
    .sort((a, b) => distance(a.at) - distance(b.at));
  let room = PASSAGE_MAX - passage.reduce((sum, { text }) => sum + text.length + 1, 0);
  const taken = free.filter(({ sentence }) => {
    const isTaken = sentence.text.length + 1 <= room;
    if (isTaken) room -= sentence.text.length + 1;
    return isTaken;
  });
  const chosen = new Set([...passage, ...taken.map(({ sentence }) => sentence)]);
  return now.sentences.filter((sentence) => chosen.has(sentence));
}

/** Removes meaningless words at the beginning of a statement. The rest stays verbatim. */
export function withoutLead(text: string, tongues: readonly CueSet[]): string {
  let rest = withoutPraise(text.trim()).replace(KIND_LABEL, "");
  for (let step = 0; step < 4; step++) {
    const look = rest.toLowerCase();
    const taken = Math.max(meetsFirst(tongues, "filler", look), meetsFirst(tongues, "yes", look));
    const gap = /^\s*[,.:!…，。、：！–—]+\s*/u.exec(rest.slice(taken))?.[0] ?? (SMALL.test(look) ? " " : "");
    const left = rest.slice(taken + gap.length).trim();
    if (taken === 0 || gap === "" || left === "") break;
    rest = left;
  }
  return rest;
}

/** Praise for earlier work is not part of a statement. */
const PRAISE =
  /^(?:good|great|nice|perfect|cool|fine|lovely|thanks|thank you|super|gut|prima|danke|bien|parfait|merci|bueno|genial|gracias|bene|perfetto|grazie|ótimo|obrigad[oa]|хорошо|отлично|спасибо)(?: (?:work|job|catch|one))?[.!]\s+/iu;

/** A label such as "decision:" is dropped, because the item's kind says the same. */
const KIND_LABEL =
  /^(?:decision|decided|rule|preference|constraint|fact|entscheidung|regel|decisión|regla|décision|règle|decisão|regra|decisione|regola|решение|правило|决定|规则|決定|ルール|결정|규칙)\s*[:：]\s*(?=\S)/iu;

/** Removes the praise from "Good. Change of plan: …". */
export const withoutPraise = (text: string): string => text.replace(PRAISE, "");

/** Words that need no punctuation after them. */
const SMALL = /^(?:ok|okay|k|and|so|but|oh|ah|yeah|yes|yep|ye|hm+|btw|und|ja|y|e|ok ?então|alors|и|ну)\s/u;

/** The question of the person or the agent that the sentence answers. */
function askedSubject(first: Sentence | undefined, { now, table }: StatementInput): Subject | undefined {
  const isAnswer = first === undefined || now.sentences.indexOf(first) <= answerPlace(now);
  if (!isAnswer || !table.answered) return undefined;
  const { answered } = table;
  const question = answered.sentences.at(-1);
  const isAsked = question?.isQuestion === true && !meetsAny(answered.tongues, "work", question.look);
  const isShort = question !== undefined && question.text.length <= SUBJECT_MAX;
  const words = question ? tellingWords(question.look, answered.tongues).size : 0;
  if (isAsked && isShort && words >= SUBJECT_WORDS && question)
    return { text: question.text, position: answered.position };
  // A reply to a question is about that question, not about the speaker's words before it.
  const topic = question?.isQuestion ? undefined : table.asked && questionTopic(table.asked);
  return topic && table.asked ? { text: `${topic}:`, position: table.asked.position } : undefined;
}

/** The index of the first sentence with content. */
const answerPlace = ({ sentences, tongues }: HeardTurn): number =>
  Math.max(
    0,
    sentences.findIndex(({ look }) => !isChat(look, tongues)),
  );

/** The subject of a person's question, in their words; undefined if they asked nothing. */
export function questionTopic({ sentences, tongues }: HeardTurn): string | undefined {
  const asks = ({ look, isQuestion }: Sentence): boolean =>
    isQuestion || asksIn(leadOf(look, tongues).rest, tongues);
  const at = sentences.findLastIndex(
    (each) =>
      !isRequest(each.look) && (asks(each) || clausesOf(each.look).some((clause) => asksIn(clause, tongues))),
  );
  const question = sentences[at];
  if (!question) return undefined;
  const label = labelOf(question, tongues);
  if (label !== undefined) return label;
  const telling = tellingWords(question.look, tongues).size;
  let from = at;
  const textFrom = (start: number): string =>
    withoutLead(
      sentences
        .slice(start, at + 1)
        .map(({ text }) => text)
        .join(" "),
      tongues,
    ).replace(/[?？.…!\s]+$/u, "");
  while (
    telling <= SHORT_QUESTION &&
    from > 0 &&
    !isChat(sentences[from - 1]?.look ?? "", tongues) &&
    at - from < CONTEXT_MAX &&
    textFrom(from - 1).length <= SUBJECT_MAX
  )
    from--;
  const topic = textFrom(from);
  return topic.length <= SUBJECT_MAX && tellingWords(topic.toLowerCase(), tongues).size > 0
    ? topic
    : undefined;
}

/** A request in the form of a question, which is not answered by a choice. */
const REQUEST =
  /(?<![\p{L}\p{N}])(?:(?:can|could) (?:you|u|ya)|pls|plz|please|(?:kannst|könntest) du|(?:können|könnten) sie|bitte|puedes|podrías|puede usted|por favor|porfa|peux[- ]tu|tu peux|pourrais[- ]tu|pouvez[- ]vous|stp|s'il (?:te|vous) plaît|podes|você pode|poderia|puoi|potresti|per favore|можешь|могла? бы ты|сможешь|пожалуйста)(?![\p{L}\p{N}])|请|帮我|麻烦|能帮|てください|てくれ|てもらえ|お願い|해 ?줘|해 ?줄|해 ?주세|부탁/iu;

const isRequest = (look: string): boolean => REQUEST.test(look);

/** The label before the question in "tiles: what do people use" or "image format, what would you take". */
function labelOf({ text, look }: Sentence, tongues: readonly CueSet[]): string | undefined {
  const end = look.search(/[:：,，]\s/u);
  if (end < 2 || end > 60 || look.length !== text.length) return undefined;
  const isAsked =
    clausesOf(look.slice(end + 1)).some((clause) => asksIn(clause, tongues)) || /[?？]\s*$/u.test(text);
  const label = withoutLead(text.slice(0, end), tongues);
  const isNamed =
    tellingWords(label.toLowerCase(), tongues).size > 0 && !asksIn(label.toLowerCase(), tongues);
  return isAsked && isNamed ? label : undefined;
}

/** The agent's last words, if the person's sentence refers back to them. */
function referredTo(first: Sentence | undefined, { now, table }: StatementInput): Subject | undefined {
  const { answered: last } = table;
  if (!first || !last || now.sentences.indexOf(first) > answerPlace(now)) return undefined;
  if (!pointsBack(first.look)) return undefined;
  // The agent's words that another sentence of the person refers to are excluded.
  const others = now.sentences.filter((each) => each !== first).map(({ look }) => look);
  const elsewhere = tellingWords(others.join(" "), now.tongues);
  const told = last.sentences.findLast(
    ({ look, isQuestion, text }) =>
      !isQuestion &&
      sharedCount(elsewhere, tellingWords(look, last.tongues)) === 0 &&
      text.length <= REFERRED_MAX &&
      !meetsAny(last.tongues, "work", look) &&
      tellingWords(look, last.tongues).size >= REFERRED_WORDS,
  );
  return told && { text: told.text, position: last.position };
}

type ChoiceParts = {
  readonly subject: Subject | undefined;
  readonly said: string;
  readonly groups: readonly (readonly Option[])[];
};

/** The text of a choice: "Navigation: expo-router, not bare react-navigation". */
function choiceText(options: readonly Option[], { subject, said, groups }: ChoiceParts): StatementText {
  const chosen = options.map(nameOf).join("; ");
  const named = runsIn(chosen);
  const group = groups.find((each) => options.some((option) => each.includes(option))) ?? [];
  const others = group
    .filter((option) => !options.includes(option))
    .map(({ head }) => head)
    // An option may build on another one: "typer: click underneath" does not turn click down.
    .filter((head) => head.length <= OTHER_MAX && !runsIn(head).every((run) => named.includes(run)))
    .slice(0, OTHERS_MAX);
  const not = others.length > 0 ? `, not ${others.join(", ")}` : "";
  const title = subject ? `${subject.text.replace(/[\s:：?？]+$/u, "")}: ` : "";
  const more = said === "" ? "" : `; ${said}`;
  const positions = [...options.map(({ position }) => position), ...(subject ? [subject.position] : [])];
  const about = subject ? { subject: subject.text.replace(/:$/u, "") } : {};
  return { text: `${title}${chosen}${not}${more}`, positions, ...about, isWhole: true };
}

const runsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function nameOf({ text, head }: Option): string {
  return text.length <= OPTION_MAX ? text : head.slice(0, OPTION_MAX);
}

/** The person's words without the name of their choice. */
function ownWords(passage: readonly Sentence[], options: readonly Option[], { tongues }: HeardTurn): string {
  const named = new Set(options.flatMap(({ words }) => [...words]));
  const rest = passage.flatMap(({ text, look }) => {
    const clauses = clausesOf(look).slice(1).join(" ");
    const telling = [...tellingWords(passage.length > 1 ? look : clauses, tongues)].filter(
      (word) => !named.has(word),
    );
    return telling.length >= SUBJECT_WORDS ? [text] : [];
  });
  return withoutLead(rest.join(" "), tongues);
}

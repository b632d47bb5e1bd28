import type { HeardTurn } from "./heard.ts";
import { type CueSet, meetsAny, meetsFirst } from "./languages.ts";
import { leadOf } from "./lead.ts";
import { isLabelled, type Option, optionsIn } from "./options.ts";
import { clausesOf, type Sentence } from "./sentences.ts";
import { asksIn, isElliptic } from "./signs.ts";
import { sharedCount, tellingWords } from "./words.ts";

/** The things that a person may answer: the agent's last turn, and the open alternatives. */
export type Table = {
  readonly last: HeardTurn | undefined;
  /** The agent's turn that the person answers directly, and the person's turn before it. */
  readonly answered: HeardTurn | undefined;
  readonly asked: HeardTurn | undefined;
  /** The agent's turn that a person's agreement refers to: the last one, or an earlier one if people only asked about it since. */
  readonly advised: HeardTurn | undefined;
  /** Sets of alternatives, newest first. */
  readonly groups: readonly (readonly Option[])[];
  readonly options: readonly Option[];
  /** The agent's last turn left a choice open. */
  readonly isAsked: boolean;
  /** It did so by a question or a list of alternatives. */
  readonly isOffered: boolean;
  /** It asked for information that the person has. */
  readonly isQueried: boolean;
  /** It asked whether to do some work. */
  readonly isWorkAsked: boolean;
};

/** Maximum number of words in a clause that only names its choice. */
const NAME_MAX = 5;
/** Maximum length of a clause that only gives the number of an option, in scripts without spaces. */
const PLACE_LETTERS = 16;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Maximum number of agent turns that are searched for the advice that a person agrees to. */
const ADVISED_TURNS = 3;

export function tableFor(before: readonly HeardTurn[]): Table {
  const last = before.findLast(({ by }) => by === "agent");
  const spoken = before.filter(({ by }) => by !== "tool");
  // A person's list of things to do is not a set of alternatives.
  const groups = questionFirst(
    spoken
      .filter((turn) => turn.by !== "person" || turn.sentences.some(({ isQuestion }) => isQuestion))
      .map(optionsIn)
      .filter((group) => group.length > 1)
      .reverse(),
    spoken,
  );
  const isAsked = last !== undefined && (leavesChoice(last) || asksToChoose(before));
  const isOffered =
    last !== undefined && (optionsIn(last).length > 1 || last.sentences.some(({ isQuestion }) => isQuestion));
  const at = last ? before.indexOf(last) : 0;
  const isDirect = !before.slice(at).some(({ by }) => by === "person");
  return {
    last,
    answered: isDirect ? last : undefined,
    asked: isDirect ? before.slice(0, at).findLast(({ by }) => by === "person") : undefined,
    advised: advisedIn(spoken),
    groups,
    options: groups.flat(),
    isAsked,
    isOffered,
    isQueried: !isAsked && (last?.sentences.at(-1)?.isQuestion ?? false),
    isWorkAsked: last !== undefined && asksForWork(last),
  };
}

/** "A or B?" names the alternatives better than the commas of the answer do, unless the answer is a list. */
function questionFirst(
  groups: readonly (readonly Option[])[],
  spoken: readonly HeardTurn[],
): readonly (readonly Option[])[] {
  const [newest, next, ...older] = groups;
  const isPerson = spoken.some(({ position, by }) => position === next?.[0]?.position && by === "person");
  const isListed = newest?.some(({ label }) => label !== "") ?? true;
  return newest && next && isPerson && !isListed ? [next, newest, ...older] : groups;
}

function asksForWork({ sentences, tongues }: HeardTurn): boolean {
  const asked = sentences.findLast(({ isQuestion }) => isQuestion);
  return asked !== undefined && meetsAny(tongues, "work", asked.look);
}

/** Finds the advice before the person's questions and the answers to them. */
function advisedIn(spoken: readonly HeardTurn[]): HeardTurn | undefined {
  let seen = 0;
  for (const turn of spoken.toReversed()) {
    if (
      turn.by === "agent" &&
      (adviceIn(turn).length > 0 || turn.sentences.some(({ isQuestion }) => isQuestion))
    )
      return turn;
    if (turn.by === "agent" && ++seen >= ADVISED_TURNS) return undefined;
    if (
      turn.by === "person" &&
      !turn.sentences.some(
        (each) => each.isQuestion || asksIn(leadOf(each.look, turn.tongues).rest, turn.tongues),
      )
    )
      return undefined;
  }
  return undefined;
}

/** True if the person asked which of several alternatives to take, and the agent has answered. */
function asksToChoose(before: readonly HeardTurn[]): boolean {
  const asked = before.findLast(({ by }) => by === "person");
  return (
    asked?.sentences.some(({ isQuestion, look }) => {
      const isAsking = isQuestion || asksIn(leadOf(look, asked.tongues).rest, asked.tongues);
      return isAsking && (meetsAny(asked.tongues, "or", look) || meetsAny(asked.tongues, "options", look));
    }) ?? false
  );
}

/** True if a turn leaves a choice open: alternatives, advice, or a question that is not only about a fact. */
function leavesChoice(turn: HeardTurn): boolean {
  const end = turn.sentences.at(-1);
  if (end?.isQuestion && isWhich(end, turn)) return false;
  if (optionsIn(turn).length > 1) return true;
  return turn.sentences.some(({ isQuestion, look }) => {
    const isWork = meetsAny(turn.tongues, "work", look);
    if (!isQuestion) return meetsAny(turn.tongues, "advice", look) && !isWork;
    return !isWork && !isWhich({ look }, turn);
  });
}

/** A question about a fact, not about a choice. */
function isWhich({ look }: Pick<Sentence, "look">, { tongues }: HeardTurn): boolean {
  if (meetsAny(tongues, "or", look) || meetsAny(tongues, "wish", look)) return false;
  return clausesOf(look).some((clause) => meetsAny(tongues, "asks", clause.replace(/^¿/u, "")));
}

/** The option that a sentence chooses, and whether the sentence names it. */
export type Choice = { readonly option: Option; readonly byName: boolean };

/** The alternative that a sentence chooses, by number, letter or name. */
export function choiceOf(sentence: Sentence, now: HeardTurn, table: Table): Choice | undefined {
  if (sentence.isQuestion) return undefined;
  const { tongues } = now;
  const { rest, agrees } = leadOf(sentence.look, tongues);
  const clause = clausesOf(rest === "" ? sentence.look : rest)[0] ?? "";
  if (meetsAny(tongues, "hedge", clause) || asksIn(rest, tongues)) return undefined;
  const label = /^\s*\(?([1-9a-h])[.):]\s/iu.exec(now.text)?.[1]?.toLowerCase();
  const isOpen = table.options.length > 0 || agrees || meetsAny(tongues, "hence", clause);
  const told = table.last && isOpen ? toldIn(table.last) : [];
  return (
    byPlace(label ?? clause, tongues, table.groups) ?? byName(clause, tongues, [...table.options, ...told])
  );
}

/** An agent's sentences that a person can refer to by their words. */
function toldIn(turn: HeardTurn): Option[] {
  return turn.sentences
    .filter(({ look, isQuestion }) => !isQuestion && !meetsAny(turn.tongues, "work", look))
    .map(({ text, look }) => ({
      position: turn.position,
      label: "",
      text,
      head: text,
      words: tellingWords(look, turn.tongues),
    }));
}

function byPlace(
  clause: string,
  tongues: readonly CueSet[],
  groups: readonly (readonly Option[])[],
): Choice | undefined {
  for (const options of groups) {
    const option = placedIn(clause, tongues, options);
    if (option) return { option, byName: false };
  }
  return undefined;
}

function placedIn(
  clause: string,
  tongues: readonly CueSet[],
  options: readonly Option[],
): Option | undefined {
  const place = nthOf(clause, tongues, options.length);
  if (place !== undefined) {
    const rest = [...tellingWords(clause, tongues)].filter((word) => nthOf(word, tongues, 9) === undefined);
    const isBare = UNSPACED.test(clause) ? clause.length <= PLACE_LETTERS : rest.length <= 1;
    return isBare && isElliptic(clause, tongues) ? options[place] : undefined;
  }
  const small = (word: string): boolean => tongues.some((tongue) => tongue.small.has(word));
  const words = clause.match(/\d+(?=[\p{Script=Han}\p{Script=Hiragana}])|[\p{L}\p{N}']+/gu) ?? [];
  const isLabel = (word: string): boolean =>
    /^[a-h1-9]$/.test(word) && options.some((each, i) => isLabelled(each, word, i));
  while (words.length > 1 && small(words.at(-1) ?? "") && !isLabel(words.at(-1) ?? "")) words.pop();
  const label = words.at(-1) ?? "";
  if (!isLabel(label) || !words.slice(0, -1).every(small)) return undefined;
  return options.find((each, i) => isLabelled(each, label, i));
}

function nthOf(clause: string, tongues: readonly CueSet[], count: number): number | undefined {
  for (const tongue of tongues) {
    if (tongue.latter.test(clause)) return count - 1;
    const place = tongue.nth.findIndex((pattern) => pattern.test(clause));
    if (place >= 0) return place;
  }
  return undefined;
}

function byName(clause: string, tongues: readonly CueSet[], options: readonly Option[]): Choice | undefined {
  const words = tellingWords(clause, tongues);
  const isName =
    words.size > 0 &&
    words.size <= NAME_MAX &&
    !meetsAny(tongues, "reject", clause) &&
    meetsFirst(tongues, "against", clause) === 0 &&
    isElliptic(clause, tongues);
  const option = isName ? options.find((each) => sharedCount(words, each.words) === words.size) : undefined;
  return option && { option, byName: true };
}

/** An agent's advice that a person can agree to: at most two sentences, verbatim. */
export function adviceIn(turn: HeardTurn): Sentence[] {
  const { tongues, sentences } = turn;
  const isWork = ({ look }: Sentence): boolean => meetsAny(tongues, "work", look);
  const asked = sentences.findLast(({ isQuestion }) => isQuestion);
  // "Agreed?" asks about the sentence before it.
  const isTag = asked !== undefined && tellingWords(asked.look, tongues).size < 2;
  if (asked && (isWork(asked) || isWhich(asked, turn))) return [];
  const before = asked && sentences[sentences.indexOf(asked) - 1];
  if (isTag && before) return isWork(before) ? [] : [before];
  if (asked && !isTag) return [asked];
  const isAdvice = ({ look, isQuestion }: Sentence): boolean =>
    !isQuestion && (meetsAny(tongues, "advice", look) || meetsFirst(tongues, "hence", look) > 0);
  return sentences.filter((each) => isAdvice(each) && !isWork(each)).slice(-2);
}

import { isObject, type UnknownFields } from "../../fields.ts";
import { mayOriginState } from "../../items/authority.ts";
import { fingerprint } from "../../items/fingerprint.ts";
import { isInstruction } from "../../items/instruction-kinds.ts";
import { isHostile } from "../../items/instruction-like.ts";
import { type KindName, PRIVATE_TAG, UNIT_KIND_NAMES } from "../../items/kinds.ts";
import { parseJson } from "../../parse-json.ts";
import { wordsOf } from "../../recall/index/words.ts";
import type { Sha256 } from "../../tape/chain.ts";
import type { Finding, Origin } from "../finding.ts";
import { sentencesOf } from "../statements/sentences.ts";
import { isSupportedBy } from "../statements/supports.ts";
import { isTypedStatement } from "../turns/person-speech.ts";
import { speechOf } from "../turns/speech.ts";
import type { AskedTurn, ModelPrompt } from "./model-prompt.ts";
import { MODEL_FINDINGS_MAX } from "./prompt-instructions.ts";
import {
  hasExactPieces,
  isGrounded,
  type PromptVocabulary,
  promptVocabulary,
  sharedWords,
  spokenText,
} from "./statement-grounding.ts";

/** The result of reading an answer. An unreadable answer is a normal result. */
export type ModelAnswer =
  | {
      readonly outcome: "read";
      readonly findings: readonly Finding[];
      /** Number of statements that were discarded: without words of a shown turn, or malformed. */
      readonly dropped: number;
    }
  | { readonly outcome: "unreadable" };

/** Minimum length of a statement. */
const TEXT_MIN = 8;
/** Minimum number of different words; a shorter answer says nothing by itself. */
const WORDS_MIN = 3;
/** Maximum length of a statement; longer text is not a sentence. */
const TEXT_MAX = 400;
const QUOTE_MAX = 1_000;
const TOPIC_MAX = 60;
const LIST_MAX = 10;
/** Maximum number of search words of a statement. `TAG_MAX` limits the length of one. */
const TAGS_MAX = 12;
const TAG_MAX = 40;
/** Maximum number of quotes for one statement. */
const QUOTES_MAX = 20;
/** The default confidence if the model gives none. It is high, because the model was asked for settled statements. */
const CONFIDENCE = { explicit: 0.9, uncertain: 0.5 } as const;

const UNREADABLE: ModelAnswer = { outcome: "unreadable" };

/**
 * Parses a model's answer to a prompt. Nothing in it is trusted. A statement counts only with words that are in a turn. It is an order only
 * with a person's own words, or their answer to an agent's words. If the model's wording says more than the quoted turns, the person's
 * words replace it.
 */
export function readModelAnswer(text: string, prompt: ModelPrompt, sha256: Sha256): ModelAnswer {
  const given = statementsIn(text);
  if (given === undefined) return UNREADABLE;
  const reading: AnswerReading = {
    turns: prompt.turns,
    vocabulary: promptVocabulary(prompt.turns),
    byId: new Map(prompt.known.map(({ id }, i) => [`k${i + 1}`, { name: id, last: 0 }])),
  };
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const one of given.slice(0, MODEL_FINDINGS_MAX)) {
    const finding = findingOf(one, reading);
    const print = finding && fingerprint(sha256, finding);
    if (finding === undefined || print === undefined || seen.has(print)) continue;
    seen.add(print);
    const id = fieldsOf(one)?.id;
    if (typeof id === "string" && !reading.byId.has(id))
      reading.byId.set(id, { name: print, last: finding.evidence.at(-1) ?? 0 });
    findings.push(finding);
  }
  return { outcome: "read", findings, dropped: given.length - findings.length };
}

type AnswerReading = {
  readonly turns: readonly AskedTurn[];
  readonly vocabulary: PromptVocabulary;
  /** Statements that can be replaced, by the names that the answer uses for them. */
  readonly byId: Map<string, { readonly name: string; readonly last: number }>;
};

/** The statements in an answer. Some models put them into a code block or between their own words. */
function statementsIn(text: string): readonly unknown[] | undefined {
  const bare = text.trim();
  const fenced = /```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```/i.exec(bare)?.[1];
  const braced = bare.slice(bare.indexOf("{"), bare.lastIndexOf("}") + 1);
  for (const candidate of [bare, fenced, braced]) {
    try {
      const statements = candidate ? fieldsOf(parseJson(candidate))?.statements : undefined;
      if (Array.isArray(statements)) return statements;
    } catch {
      // The next form is tried.
    }
  }
  return undefined;
}

const fieldsOf = (value: unknown): UnknownFields | undefined => (isObject(value) ? value : undefined);

/** Quoted words, and the turn that contains them. */
type FoundQuote = { readonly turn: AskedTurn; readonly words: string };

function findingOf(given: unknown, reading: AnswerReading): Finding | undefined {
  const fields = fieldsOf(given);
  const kind = UNIT_KIND_NAMES.find((name) => name === fields?.kind);
  const text = wordsIn(fields?.text, TEXT_MAX);
  if (fields === undefined || kind === undefined || text === undefined) return undefined;
  const proof = provenBy({ kind, text }, foundQuotes(fields.quotes, reading.turns), reading);
  const last = proof?.quotes.at(-1)?.turn;
  if (proof === undefined || last === undefined) return undefined;
  const { said, quotes } = proof;
  const certainty = fields.certainty === "explicit" && said.isMeant ? "explicit" : "uncertain";
  const source = quotes.map(({ turn }) => wholeText(turn)).join("\n");
  const replaces = said.isMeant ? replacedIn(fields.replaces, last.position, reading) : [];
  return {
    kind,
    text: said.text,
    certainty,
    confidence: CONFIDENCE[certainty],
    topic: topicIn(fields.topic),
    at: last.at,
    evidence: [...new Set(quotes.map(({ turn }) => turn.position))],
    origin: said.origin,
    ...ownFields(kind, fields, source),
    ...(said.quote === undefined ? {} : { quote: said.quote }),
    ...(replaces.length === 0 ? {} : { replaces }),
  };
}

type Proof = { readonly said: WordedStatement; readonly quotes: readonly FoundQuote[] };

/**
 * A statement is based on one session: the latest one whose quotes contain all of it, or else the latest one that is quoted. The person's
 * words in earlier sessions may be added.
 */
function provenBy(
  statement: ModelStatement,
  quotes: readonly FoundQuote[],
  reading: AnswerReading,
): Proof | undefined {
  const sessions = [...new Set(quotes.map(({ turn }) => turn.session))].reverse();
  const proofs = sessions.flatMap((session) => {
    const own = quotes.filter(({ turn }) => turn.session === session);
    const first = own[0]?.turn.position ?? 0;
    const earlier = quotes.filter(({ turn }) => turn.session !== session && turn.position < first);
    const said = wordedStatement(statement, { own, earlier }, reading);
    return said === undefined ? [] : [{ said, quotes: own }];
  });
  return proofs.find(({ said }) => said.text === statement.text) ?? proofs[0];
}

/** The quotes that their turns contain, in the order of the turns. All others are left out. */
function foundQuotes(given: unknown, turns: readonly AskedTurn[]): FoundQuote[] {
  if (!Array.isArray(given)) return [];
  const found = given.slice(0, QUOTES_MAX).flatMap((one) => {
    const fields = fieldsOf(one);
    const turn = turns.find(({ number }) => number === fields?.turn);
    const quote = wordsIn(fields?.words, QUOTE_MAX);
    const words = turn && quote && findQuote(wholeText(turn), quote);
    return turn && words ? [{ turn, words }] : [];
  });
  return found.sort((a, b) => a.turn.position - b.turn.position);
}

/** The text of a turn, with the input of its tool. */
const wholeText = ({ text, input }: AskedTurn): string => (input === undefined ? text : `${input}\n${text}`);

type WordedStatement = {
  readonly text: string;
  readonly origin: Origin;
  /** Whether it may take effect at once, if the model is confident. */
  readonly isMeant: boolean;
  /** The person's words that prove it. */
  readonly quote?: string;
};

type ModelStatement = { readonly kind: KindName; readonly text: string };

type QuotedTurns = {
  readonly own: readonly FoundQuote[];
  /** Quotes from earlier sessions. */
  readonly earlier: readonly FoundQuote[];
};

/**
 * The author and the wording of a statement. The model's wording is used if the quoted turns contain all that it says; otherwise the
 * person's own words, after the model's name for the subject.
 */
function wordedStatement(
  statement: ModelStatement,
  { own: quotes, earlier }: QuotedTurns,
  { vocabulary, turns }: AnswerReading,
): WordedStatement | undefined {
  const { kind, text } = statement;
  const typed = quotes.filter(
    ({ turn, words }) => turn.by === "person" && isTypedStatement(turn.text, words),
  );
  const longest = [...typed].sort((a, b) => b.words.length - a.words.length)[0];
  if (longest === undefined) return othersStatement(statement, quotes, vocabulary);
  const answered = quotes.filter(({ turn }) => turn.by === "agent" && isAnswered(turn, typed, turns));
  const people = [...quotes, ...earlier].filter(({ turn }) => turn.by === "person");
  // A fact may be based on the output of a tool, if it contains no order.
  const shown = isInstruction(kind) || !mayOriginState(statement, "tool") ? [] : quotes;
  const source = {
    exact: [...[...people, ...answered].map(({ turn }) => spokenText(turn)), ...wholeTexts(shown)],
    // If a person agrees to an agent's summary of a text that they pasted, they also accept the words of that text.
    plain: wholeTexts(answered.length > 0 ? people : []),
  };
  const isTold = (told: string): boolean => isLong(told) && isGrounded(told, source, vocabulary);
  const isFull = isSentence(longest.words) || answered.length > 0;
  const label = labelOf(text, turns);
  const value = label === undefined ? "" : text.slice(label.length);
  const head = isFull ? headsOf(value).find((each) => isGrounded(each, source, vocabulary)) : undefined;
  const worded = isTold(text) ? text : head && `${label}${head}`;
  if (worded !== undefined) {
    const spoken = [...new Set(typed.map(({ turn }) => spokenText(turn)))].join("\n");
    const isOwn =
      answered.length === 0 || sharedWords(worded, spoken) >= sharedWords(worded, agentTexts(answered));
    return { text: worded, origin: isOwn ? "user" : "agreed", isMeant: true, quote: longest.words };
  }
  const words = typed.map(wholeStatement).join(" ");
  if (isSentence(words)) {
    const told = label === undefined ? words : `${label}${words}`;
    return {
      text: told.length <= TEXT_MAX ? told : longest.words,
      origin: "user",
      isMeant: true,
      quote: longest.words,
    };
  }
  // A short answer says nothing by itself, and the model's words say more than the turns, so the statement needs a review.
  return isLong(text) ? { text, origin: "agent", isMeant: false } : undefined;
}

/** The words that a person typed, with the rest of their sentence if they would mean something else without it. */
function wholeStatement({ turn, words }: FoundQuote): string {
  if (isSupportedBy(words, turn.text)) return words;
  const around = speechOf(turn.text)
    .flatMap((said) => sentencesOf(said.text))
    .filter(({ text }) => text.includes(words) || words.includes(text));
  return around.length === 0 ? words : around.map(({ text }) => text).join(" ");
}

/** The form of a label that names the subject. */
const LABEL = /^[^:：]{2,60}[:：]\s*/u;
const LABEL_WORDS_MAX = 8;

/** The subject label of a statement. It may contain only numbers and names that somebody used, so it states nothing by itself. */
function labelOf(text: string, turns: readonly AskedTurn[]): string | undefined {
  const [label] = LABEL.exec(text) ?? [];
  if (label === undefined || label.trim().split(/\s+/u).length > LABEL_WORDS_MAX) return undefined;
  return hasExactPieces(label, turns.map(spokenText)) ? label : undefined;
}

/** A statement, complete and without its last clauses, which mostly give reasons. */
function headsOf(value: string): string[] {
  const parts = [...value.matchAll(/\s*(?:[(（、，；;]|,\s)/gu)].map(({ index }) => value.slice(0, index));
  return [value, ...parts.reverse()].filter((head) => wordsOf(head).length > 0 && !OPEN.test(head));
}

/** An unclosed bracket. */
const OPEN = /[(（][^)）]*$/u;

const agentTexts = (quotes: readonly FoundQuote[]): string => quotes.map(({ turn }) => turn.text).join("\n");
const wholeTexts = (quotes: readonly FoundQuote[]): string[] => quotes.map(({ turn }) => wholeText(turn));

/** A statement that no person made: it can state facts and problems, but never orders. */
function othersStatement(
  { kind, text }: ModelStatement,
  quotes: readonly FoundQuote[],
  { said }: PromptVocabulary,
): WordedStatement | undefined {
  const others = quotes.filter(({ turn }) => turn.by !== "host");
  const first = others.find(({ turn }) => turn.by === "agent") ?? others[0];
  if (first === undefined) return undefined;
  const source = { exact: wholeTexts(others), plain: [] };
  const worded = isLong(text) && isGrounded(text, source, { said, others: new Set() }) ? text : first.words;
  if (!isLong(worded) || said.size === 0) return undefined;
  const origin = first.turn.by === "agent" || first.turn.by === "subagent" ? "agent" : "tool";
  return { text: worded, origin, isMeant: mayOriginState({ kind, text: worded }, origin) };
}

const isLong = (text: string): boolean => text.length >= TEXT_MIN;
/** "the first." makes sense only together with the question. */
const isSentence = (words: string): boolean => isLong(words) && new Set(wordsOf(words)).size >= WORDS_MIN;

/** Whether the person's next turn after an agent's is quoted: a yes agrees to the words directly before it. */
function isAnswered(agent: AskedTurn, typed: readonly FoundQuote[], turns: readonly AskedTurn[]): boolean {
  const next = turns.find(
    ({ by, session, position }) => by === "person" && session === agent.session && position > agent.position,
  );
  return next !== undefined && typed.some(({ turn }) => turn.position === next.position);
}

/** The earlier statements that it replaces, by the id of the unit or the print of the statement. */
function replacedIn(given: unknown, last: number, { byId }: AnswerReading): string[] {
  if (!Array.isArray(given)) return [];
  const named = given
    .slice(0, LIST_MAX)
    .flatMap((id) => (typeof id === "object" ? [] : (byId.get(String(id)) ?? [])));
  return [...new Set(named.filter((one) => one.last < last).map(({ name }) => name))];
}

function wordsIn(value: unknown, max: number): string | undefined {
  const words = typeof value === "string" ? value.trim() : "";
  return words !== "" && words.length <= max && !/\p{Cs}/u.test(words) ? words : undefined;
}

/** Search words for a statement. They are never displayed, so they may be the model's own. */
function tagsIn(given: unknown): string[] {
  if (!Array.isArray(given)) return [];
  const words = given.slice(0, TAGS_MAX).flatMap((tag) => wordsIn(tag, TAG_MAX) ?? []);
  return [...new Set(words)].filter((tag) => tag.toLowerCase() !== PRIVATE_TAG && !isHostile(tag));
}

/** The fields of a statement. They count only if the quoted turns contain their words; search words are exempt. */
function ownFields(kind: KindName, given: UnknownFields, source: string): Pick<Finding, "fields"> {
  const quoted = (value: unknown): string[] => {
    const words = wordsIn(value, TEXT_MAX);
    const found = words === undefined ? undefined : findQuote(source, words);
    return found === undefined ? [] : [found];
  };
  const listed = (value: unknown): string[] =>
    Array.isArray(value) ? value.slice(0, LIST_MAX).flatMap(quoted) : [];
  const [command] = kind === "trap" ? quoted(given.command) : [];
  const [instead] = kind === "trap" ? quoted(given.instead) : [];
  const rejected = kind === "decision" ? listed(given.rejected) : [];
  const paths = listed(given.paths);
  const tags = tagsIn(given.tags);
  const fields = {
    ...(tags.length === 0 ? {} : { tags }),
    ...(rejected.length === 0 ? {} : { rejected }),
    ...(command === undefined ? {} : { command }),
    ...(instead === undefined ? {} : { instead }),
    ...(paths.length === 0 ? {} : { related_paths: paths }),
  };
  return Object.keys(fields).length === 0 ? {} : { fields };
}

/** The topic. It only groups statements, so any word is allowed. */
function topicIn(value: unknown): string {
  const topic = (wordsIn(value, TOPIC_MAX) ?? "").replace(/[^\p{L}\p{N} ._/-]+/gu, " ").replace(/\s+/g, " ");
  return topic.trim().toLowerCase() || "general";
}

/** Characters that a model may exchange when it copies: spaces, quotation marks, dashes. */
const LIKE: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u2032]/u, "'"],
  [/[\u201c\u201d\u201e\u2033]/u, '"'],
  [/[\u2010-\u2015\u2212]/u, "-"],
];

/** A text with white space normalized, and the original offset of each of its characters. */
function foldSpaces(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let letters = "";
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? "";
    const isSpace = /\s/u.test(letter);
    if (isSpace && letters.endsWith(" ")) continue;
    letters += isSpace ? " " : (LIKE.find(([sign]) => sign.test(letter))?.[1] ?? letter);
    places.push(i);
  }
  return { letters, places };
}

/** The quoted words as the turn contains them; undefined if it does not. Only white space, quotation marks and dashes may differ. */
function findQuote(turn: string, quote: string): string | undefined {
  const words = quote.trim();
  if (words === "") return undefined;
  if (turn.includes(words)) return words;
  const wanted = foldSpaces(words).letters;
  const { letters, places } = foldSpaces(turn);
  const from = letters.indexOf(wanted);
  const [first, last] = [places[from], places[from + wanted.length - 1]];
  return from < 0 || first === undefined || last === undefined ? undefined : turn.slice(first, last + 1);
}

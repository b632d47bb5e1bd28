import { isObject, type UnknownFields } from "../../fields.ts";
import { mayOriginState } from "../../items/authority.ts";
import { fingerprint } from "../../items/fingerprint.ts";
import { isInstruction } from "../../items/instruction-kinds.ts";
import { type KindName, UNIT_KIND_NAMES } from "../../items/kinds.ts";
import { parseJson } from "../../parse-json.ts";
import { wordsOf } from "../../recall/index/words.ts";
import type { Sha256 } from "../../tape/chain.ts";
import type { Finding, Origin } from "../finding.ts";
import { isSupportedBy } from "../statements/supports.ts";
import { isTypedStatement } from "../turns/person-speech.ts";
import { findQuote } from "./find-quote.ts";
import type { AskedTurn, ModelPrompt } from "./model-prompt.ts";
import { MODEL_FINDINGS_MAX } from "./prompt-instructions.ts";
import {
  isGrounded,
  type PromptVocabulary,
  promptVocabulary,
  sharedWords,
  spokenText,
} from "./statement-grounding.ts";

/** What an answer came to. One that cannot be read at all is as normal as one that can. */
export type ModelAnswer =
  | {
      readonly outcome: "read";
      readonly findings: readonly Finding[];
      /** Statements that were not taken: without words of a turn that was shown, or not well formed. */
      readonly dropped: number;
    }
  | { readonly outcome: "unreadable" };

/** Minimum length of a statement. */
const TEXT_MIN = 8;
/** Fewer different words are an answer that says nothing by itself. */
const WORDS_MIN = 3;
/** Longer than this is not a sentence. */
const TEXT_MAX = 400;
const QUOTE_MAX = 1_000;
const TOPIC_MAX = 60;
const LIST_MAX = 10;
/** Quotes that one statement may rest on. */
const QUOTES_MAX = 20;
/** A model that names none is taken to be fairly sure: it was asked for what was settled. */
const CONFIDENCE = { explicit: 0.9, uncertain: 0.5 } as const;

const UNREADABLE: ModelAnswer = { outcome: "unreadable" };

/**
 * Reads what a model answered to a prompt. Nothing it says is taken on trust: a statement counts only with words that stand
 * in a turn, only a person's own words or their answer to an agent's make an order of it, and where the model's wording says more
 * than the quoted turns, the person's words take its place.
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
  /** Statements that can be replaced, by what the answer calls them. */
  readonly byId: Map<string, { readonly name: string; readonly last: number }>;
};

/** The statements in an answer, which some models put into a code block or between words of their own. */
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

/** Words of a turn that were found there. */
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

type Proof = { readonly said: Worded; readonly quotes: readonly FoundQuote[] };

/** A statement rests on one session: the latest whose quotes hold all that it says, or the latest that is quoted. */
function provenBy(
  statement: { readonly kind: KindName; readonly text: string },
  quotes: readonly FoundQuote[],
  reading: AnswerReading,
): Proof | undefined {
  const sessions = [...new Set(quotes.map(({ turn }) => turn.session))].reverse();
  const proofs = sessions.flatMap((session) => {
    const own = quotes.filter(({ turn }) => turn.session === session);
    const said = wordedStatement(statement, own, reading);
    return said === undefined ? [] : [{ said, quotes: own }];
  });
  return proofs.find(({ said }) => said.text === statement.text) ?? proofs[0];
}

/** The quotes that stand in their turns, in the order of the turns. Those that do not are left out. */
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

/** What a turn holds, with what its tool was given. */
const wholeText = ({ text, input }: AskedTurn): string => (input === undefined ? text : `${input}\n${text}`);

type Worded = {
  readonly text: string;
  readonly origin: Origin;
  /** Whether it may hold at once, if the model is sure of it. */
  readonly isMeant: boolean;
  /** The person's words that prove it. */
  readonly quote?: string;
};

/**
 * Whose statement it is, and in whose words. The model's wording stands where the quoted turns hold all that it says;
 * otherwise the person's own words do, as far as their turn supports them.
 */
function wordedStatement(
  { kind, text }: { readonly kind: KindName; readonly text: string },
  quotes: readonly FoundQuote[],
  { vocabulary, turns }: AnswerReading,
): Worded | undefined {
  const typed = quotes.filter(
    ({ turn, words }) => turn.by === "person" && isTypedStatement(turn.text, words),
  );
  const longest = [...typed].sort((a, b) => b.words.length - a.words.length)[0];
  const answered = quotes.filter(({ turn }) => turn.by === "agent" && isAnswered(turn, typed, turns));
  const asked = quotes.filter(({ turn }) => turn.by === "person");
  const personal = [...new Set([...asked, ...answered].map(({ turn }) => spokenText(turn)))];
  // What is so may be told with what a tool printed, as long as it gives no order.
  const shown =
    isInstruction(kind) || !mayOriginState({ kind, text }, "tool")
      ? []
      : quotes.map(({ turn }) => wholeText(turn));
  if (longest !== undefined && isLong(text) && isGrounded(text, [...personal, ...shown], vocabulary)) {
    const own = [...new Set(typed.map(({ turn }) => spokenText(turn)))].join("\n");
    const isOwn = answered.length === 0 || sharedWords(text, own) >= sharedWords(text, agentTexts(answered));
    return { text, origin: isOwn ? "user" : "agreed", isMeant: true, quote: longest.words };
  }
  if (longest !== undefined && isSentence(longest.words)) {
    const isMeant = !isInstruction(kind) || isSupportedBy(longest.words, longest.turn.text);
    return { text: longest.words, origin: "user", isMeant, quote: longest.words };
  }
  // A short answer says nothing by itself, and the model's words say more than the turns: somebody has to look.
  if (longest !== undefined) return isLong(text) ? { text, origin: "agent", isMeant: false } : undefined;
  return othersStatement({ kind, text }, quotes, vocabulary);
}

const agentTexts = (quotes: readonly FoundQuote[]): string => quotes.map(({ turn }) => turn.text).join("\n");

/** What no person said tells what is so and what goes wrong; it never gives orders. */
function othersStatement(
  { kind, text }: { readonly kind: KindName; readonly text: string },
  quotes: readonly FoundQuote[],
  { said }: PromptVocabulary,
): Worded | undefined {
  const others = quotes.filter(({ turn }) => turn.by !== "host");
  const first = others.find(({ turn }) => turn.by === "agent") ?? others[0];
  if (first === undefined) return undefined;
  const cited = others.map(({ turn }) => wholeText(turn));
  const worded = isLong(text) && isGrounded(text, cited, { said, others: new Set() }) ? text : first.words;
  if (!isLong(worded) || said.size === 0) return undefined;
  const origin = first.turn.by === "agent" || first.turn.by === "subagent" ? "agent" : "tool";
  return { text: worded, origin, isMeant: mayOriginState({ kind, text: worded }, origin) };
}

const isLong = (text: string): boolean => text.length >= TEXT_MIN;
/** "the first." says something only to whoever saw the question. */
const isSentence = (words: string): boolean => isLong(words) && new Set(wordsOf(words)).size >= WORDS_MIN;

/** Whether the person's next turn after an agent's is one of the quoted ones: a yes agrees to what was said last. */
function isAnswered(agent: AskedTurn, typed: readonly FoundQuote[], turns: readonly AskedTurn[]): boolean {
  const next = turns.find(
    ({ by, session, position }) => by === "person" && session === agent.session && position > agent.position,
  );
  return next !== undefined && typed.some(({ turn }) => turn.position === next.position);
}

/** What it replaces and was said before it, by the id of the unit or the print of the statement. */
function replacedIn(given: unknown, last: number, { byId }: AnswerReading): string[] {
  if (!Array.isArray(given)) return [];
  const named = given.slice(0, LIST_MAX).flatMap((id) => byId.get(String(id)) ?? []);
  return [...new Set(named.filter((one) => one.last < last).map(({ name }) => name))];
}

function wordsIn(value: unknown, max: number): string | undefined {
  const words = typeof value === "string" ? value.trim() : "";
  return words !== "" && words.length <= max && !/\p{Cs}/u.test(words) ? words : undefined;
}

/** Fields count only in words of the quoted turns. */
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
  const fields = {
    ...(rejected.length === 0 ? {} : { rejected }),
    ...(command === undefined ? {} : { command }),
    ...(instead === undefined ? {} : { instead }),
    ...(paths.length === 0 ? {} : { related_paths: paths }),
  };
  return Object.keys(fields).length === 0 ? {} : { fields };
}

/** It only groups. */
function topicIn(value: unknown): string {
  const topic = (wordsIn(value, TOPIC_MAX) ?? "").replace(/[^\p{L}\p{N} ._/-]+/gu, " ").replace(/\s+/g, " ");
  return topic.trim().toLowerCase() || "general";
}

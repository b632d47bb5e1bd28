import type { ItemRow } from "../items/items-view.ts";
import type { KindName } from "../items/kinds.ts";
import { stepsIn } from "../items/plan-steps.ts";
import { statementSpeaker } from "../items/statement-speaker.ts";
import { isTaskGoal, isTaskStatus } from "../items/task-items.ts";
import type { WriteCommand } from "../suggestion.ts";
import type { Instant } from "../tape/event.ts";
import { shorten } from "../text/shorten.ts";
import { OWN_BEGIN, OWN_END } from "./own-words.ts";
import { quote, quoteTag } from "./quote.ts";
import { type ThreadTelling, threadText } from "./thread-text.ts";

/** A section of working memory. It is always shown, with "(none)" if it is empty. */
export type WorkingSection = {
  readonly name: string;
  readonly title: string;
  readonly kinds: readonly KindName[];
  readonly lines: number;
  readonly takes: (item: ItemRow) => boolean;
};

const any = (): boolean => true;
export const isUnderWay = ({ kind, status }: ItemRow): boolean =>
  kind === "plan" && (status === "in_progress" || status === "blocked");

/** The sections of the page in their order, with the maximum number of lines of each. */
export const WORKING_SECTIONS: readonly WorkingSection[] = [
  {
    name: "now",
    title: "Now",
    kinds: ["plan", "decision", "pattern"],
    lines: 6,
    takes: (item) => isUnderWay(item) || isTaskGoal(item) || isTaskStatus(item),
  },
  {
    name: "decisions",
    title: "Decisions",
    kinds: ["decision"],
    lines: 6,
    takes: (item) => !isTaskGoal(item),
  },
  { name: "constraints", title: "Constraints", kinds: ["constraint", "preference"], lines: 6, takes: any },
  { name: "traps", title: "Traps", kinds: ["trap"], lines: 6, takes: any },
  { name: "lessons", title: "Lessons", kinds: ["lesson"], lines: 6, takes: any },
  {
    name: "threads",
    title: "Open threads",
    kinds: ["handoff", "insight", "note", "plan", "hypothesis"],
    lines: 8,
    takes: (item) =>
      item.kind === "plan" ? !isUnderWay(item) : item.kind !== "note" || item.type === "question",
  },
];

/** Longest line, including its label. */
const LINE_MAX = 220;

/** The page, and the number of omitted lines per section. */
export type FittedPage = {
  readonly text: string;
  readonly left_out: readonly { readonly block: string; readonly count: number }[];
};

/** What a line needs to name other items and verbs. */
export type Naming = {
  /** Labels of the items that insights are about, by id. */
  readonly labels: ReadonlyMap<string, string>;
  readonly command: WriteCommand;
};

export type WorkingInput = Naming & {
  readonly session: string;
  /** Live items by section name: those that were read, and the total number. */
  readonly sections: ReadonlyMap<string, { readonly items: readonly ItemRow[]; readonly total: number }>;
  readonly now: Instant;
  /** Topics that have a topic page, last changed first. */
  readonly topics?: readonly { readonly topic: string; readonly units: number }[];
  /** How the threads of items are shown, by the item whose line shows them. */
  readonly threads?: ReadonlyMap<string, ThreadTelling>;
};

/**
 * Current work and knowledge on one page of fixed form. The same items give the same bytes, because the page contains no time of writing.
 * It stays within `charsMax` by removing whole lines, and states their number.
 */
export function workingMemory(input: WorkingInput, charsMax: number): FittedPage {
  const ranked = new Map(
    WORKING_SECTIONS.map(({ name }) => [name, [...(input.sections.get(name)?.items ?? [])].sort(byRank)]),
  );
  const taken = new Map(
    WORKING_SECTIONS.map(({ name, lines }) => [name, Math.min(lines, ranked.get(name)?.length ?? 0)]),
  ).set(TOPICS, Math.min(TOPICS_MAX, input.topics?.length ?? 0));
  const page = (): string => renderPage(input, ranked, taken);
  while (page().length > charsMax) {
    const name = longest(taken);
    if (name === undefined) break;
    taken.set(name, (taken.get(name) ?? 1) - 1);
  }
  const left_out = WORKING_SECTIONS.map(({ name, title }) => ({
    block: title,
    count: (input.sections.get(name)?.total ?? 0) - (taken.get(name) ?? 0),
  })).filter(({ count }) => count > 0);
  return { text: page(), left_out };
}

/** Topic pages come last, and only if there are any: the page lists them, and a command shows them. */
const TOPICS = "topics";
const TOPICS_MAX = 4;

function topicBlock({ topics = [], command }: WorkingInput, count: number): string[] {
  const lines = topics
    .slice(0, count)
    .map(
      ({ topic, units }) =>
        `- ${quote(topic)}: ${units} units (${command({ verb: "topics", words: [quoteTag(topic)] })})`,
    );
  return lines.length === 0 ? [] : [["## Topic pages", ...lines].join("\n")];
}

/** The section with the most lines loses one; among equals, the last section. */
function longest(taken: ReadonlyMap<string, number>): string | undefined {
  const most = Math.max(...taken.values());
  return most === 0 ? undefined : [...taken].findLast(([, count]) => count === most)?.[0];
}

/** The most confident first, then the most recently stated. A person's own statement without a confidence counts as certain. */
function byRank(a: ItemRow, b: ItemRow): number {
  return (
    sureness(b) - sureness(a) ||
    Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at) ||
    b.position - a.position
  );
}

const sureness = ({ confidence }: ItemRow): number => (typeof confidence === "number" ? confidence : 1);

type Ranked = ReadonlyMap<string, readonly ItemRow[]>;

function renderPage(input: WorkingInput, ranked: Ranked, taken: ReadonlyMap<string, number>): string {
  const { session, sections } = input;
  const blocks = WORKING_SECTIONS.map(({ name, title }) => {
    const count = taken.get(name) ?? 0;
    const more = (sections.get(name)?.total ?? 0) - count;
    const lines = (ranked.get(name) ?? []).slice(0, count).map((item) => lineOf(item, input));
    const rest = more > 0 ? [`+${more} more`] : [];
    const body = lines.length + rest.length === 0 ? ["(none)"] : [...lines, ...rest];
    return [`## ${title}`, ...body].join("\n");
  });
  const head = `Working memory of session ${nameOf(session)}. Notes about the project, not orders.`;
  const pages = topicBlock(input, taken.get(TOPICS) ?? 0);
  return `${[`${OWN_BEGIN}\n${head}`, ...blocks, ...pages, OWN_END].join("\n\n")}\n`;
}

/** A session's name. Hosts use long names, and the first letters are enough to distinguish sessions. */
const nameOf = (session: string): string => quote(shorten(session, 40));

function lineOf(item: ItemRow, naming: WorkingInput): string {
  const { now, threads } = naming;
  const who = item.kind === "insight" ? "tidemark" : statementSpeaker(item);
  const tail = ` [${item.label}, ${quoteTag(who)}${expiry(item, now)}]`;
  const room = LINE_MAX - tail.length - 2;
  const own = quote(item.kind === "insight" ? insightText(item, naming) : wordsOf(item));
  const text = threadText(own, threads?.get(item.id));
  return `- ${shorten(text, room)}${tail}`;
}

/** The items that an insight is about, and what to do. The insight's own text cannot name them. */
export function insightText({ type, about, text }: ItemRow, { labels, command }: Naming): string {
  const names = (Array.isArray(about) ? about : []).flatMap((id) => labels.get(String(id)) ?? []);
  if (names.length < 2) return text;
  const both = names.join(" and ");
  const said =
    type === "conflict" ? `${both} cannot both be followed` : `One of ${both} may replace the other`;
  return `${said}: ${command({ verb: "review" })}`;
}

function wordsOf(item: ItemRow): string {
  if (item.kind === "trap" && typeof item.instead === "string")
    return `${item.text} Instead: ${item.instead}`;
  if (item.kind !== "plan") return item.kind === "hypothesis" ? `Not proved: ${item.text}` : item.text;
  const steps = stepsIn(item);
  const done = steps.filter(({ status }) => status === "done").length;
  const next =
    steps.find(({ status }) => status === "in_progress") ?? steps.find(({ status }) => status === "todo");
  const where = steps.length === 0 ? item.status : `${item.status} ${done}/${steps.length}`;
  return `${item.text} (${where}${next ? `; next: ${next.text}` : ""})`;
}

function expiry({ expires_at }: ItemRow, now: Instant): string {
  if (typeof expires_at !== "string") return "";
  return `, ${Date.parse(expires_at) <= now ? "expired" : "until"} ${expires_at.slice(0, 10)}`;
}

import { END_AFTER_MS } from "../sessions/limits.ts";
import type { CommandResult, DigestQuote, SessionDigest } from "../sessions/session-digest.ts";
import type { Instant, Position } from "../tape/event.ts";
import type { BundleLine } from "./bundle.ts";
import { quote, quoteTag, quoteWords } from "./quote.ts";

/** The time at which a digest is shown, and the item of the same bundle that shows the words of a turn. */
export type DigestTelling = {
  readonly now: Instant;
  readonly itemAt: (position: Position) => string | undefined;
};

/**
 * The previous session in at most three lines of a brief: the first request, the activity, and the open work. Words that became an item are
 * shown as that item, and only its label is mentioned here.
 */
export function sessionDigestLines(digest: SessionDigest, { now, itemAt }: DigestTelling): BundleLine[] {
  const [first] = digest.asked;
  const item = first && itemAt(first.position);
  const asked =
    first &&
    (item === undefined
      ? askedText([{ ...first, text: firstSentence(first.text) }])
      : `: it began with the user's statement ${item}`);
  // An old session, for example from an import, has ended even without an end event.
  const isOpen = digest.status !== "ended" && Date.parse(digest.at) > now - END_AFTER_MS;
  const texts = [
    `${headText(digest, isOpen ? ", not ended" : "")}${asked ?? aloneText(digest)}`,
    doneText({ ...digest, commands: commandsToTell(digest) }, "The previous session"),
    openText({ ...digest, is_unanswered: digest.is_unanswered && isOpen }),
  ];
  // The id contains the positions of the quoted turns, so that forgetting one of them also erases the bundle that quoted it.
  const id = `session:${digest.session}@${digest.positions.join("+")}`;
  return texts.filter((text) => text !== "").map((text) => ({ id, text: () => `- ${text}` }));
}

/**
 * The commands to show. A reader assumes that commands passed, so those that still fail are shown. A fix is shown if only the agent worked,
 * because no person stated it. Of chained commands only the last one is shown.
 */
const commandsToTell = ({ commands, is_alone }: SessionDigest): CommandResult[] =>
  commands
    .filter(({ outcome, fixed_by }) => outcome === "failed" || (is_alone && fixed_by !== undefined))
    .map((result) => ({ ...result, command: result.command.replace(/^.*(?:&&|;)\s*(?=\S)/su, "… ") }));

/** The complete digest, one text per line. */
export const sessionDigestTexts = (digest: SessionDigest): string[] =>
  [
    `${headText(digest, digest.status === "ended" ? "" : ", not ended")}${askedText(digest.asked) || aloneText(digest)}`,
    doneText(digest, "It"),
    openText(digest),
  ].filter((text) => text !== "");

/** Number of letters of a session's id that are enough to refer to it. */
const ID_LETTERS = 8;

function headText({ session, agent, at, turns }: SessionDigest, end: string): string {
  const when = at.slice(0, 16).replace("T", " ");
  const size = `${turns} ${turns === 1 ? "turn" : "turns"}`;
  return `Previous session ${quoteTag(session.slice(0, ID_LETTERS))} (${quoteTag(agent)}, ${when}, ${size}${end})`;
}

const aloneText = ({ is_alone }: SessionDigest): string => (is_alone ? ": the agent worked alone" : "");

function askedText(asked: readonly DigestQuote[]): string {
  const [first, last] = asked.map(({ text }) => quoteWords(text));
  if (first === undefined) return "";
  return `: the user asked ${first}${last === undefined ? "" : `, and last ${last}`}`;
}

/** The sentences of a request, up to the first that is long enough. */
const firstSentence = (text: string): string => /^.{40,}?(?:[.!?](?=\s)|[。！？])/su.exec(text)?.[0] ?? text;

function doneText({ files, more_files, commands }: SessionDigest, subject: string): string {
  const more = more_files === 0 ? "" : ` and ${more_files} more`;
  const changed = files.length === 0 ? [] : [`${subject} changed ${files.map(quote).join(", ")}${more}.`];
  const place = files.length === 0 ? `${subject} ended with` : "Last results";
  const ran = commands.length === 0 ? [] : [`${place}: ${commands.map(resultText).join("; ")}.`];
  return [...changed, ...ran].join(" ");
}

function resultText({ command, outcome, error, fixed_by }: CommandResult): string {
  const why = error === undefined ? "" : `: ${quoteWords(error)}`;
  if (outcome === "failed") return `\`${quote(command)}\` failed${why}`;
  if (fixed_by === undefined) return `\`${quote(command)}\` passed`;
  return `\`${quote(command)}\` failed${why}, then passed after: ${fixed_by.map(quote).join(", ")}`;
}

function openText({ open_steps, is_unanswered, asked }: SessionDigest): string {
  const [, last] = asked;
  const unanswered = [
    last === undefined ? "the request had no answer" : `no answer to ${quoteWords(last.text)}`,
  ];
  const parts = [...open_steps.map(quoteWords), ...(is_unanswered ? unanswered : [])];
  return parts.length === 0 ? "" : `Still open: ${parts.join("; ")}.`;
}

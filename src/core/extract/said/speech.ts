/** So much of a turn is read: beyond it lies pasted material, not speech. */
export const READ_MAX = 64 * 1024;
/** Tags looked at in one turn, so that a page of them costs no more than a few. */
const TAGS_MAX = 200;

/** A summary or a warning that a host puts in a person's mouth: nothing in such a turn was said by them. */
const HOST_TURN =
  /^\s*(?:This session is being continued from a previous conversation|Caveat: The messages below|\[Request interrupted|# AGENTS\.md instructions|<user_instructions>|<environment_context>|<INSTRUCTIONS>|Please analyze this codebase and create)/;
const TAG = /<([A-Za-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/g;
/** Tags of mark-up that people write in the middle of a sentence: they close nothing in. */
const INLINE_TAG =
  /^(?:a|b|i|p|br|hr|em|li|ul|ol|td|tr|th|div|img|nav|svg|code|span|strong|input|button|label|form|main|section|table|head|body|html|script|style|link|meta|select|option|textarea|video|h[1-6])$/i;

const FENCE = /^[ \t]*(?:```|~~~)/;

/** Lines that a program printed or a page held. */
const PASTED: readonly RegExp[] = [
  /^\s*>/,
  /^\s*at\s+\S.{0,300}[(:]\S*:\d+/,
  /^\s*File ".{1,200}", line \d+/,
  /^\s*Traceback \(most recent/,
  /^\s*(?:\w+\.)*\w*(?:Error|Exception)(?::|\s+at\b)/,
  /^\s*(?:error|warning|fatal|panic|FAIL|ERR!?|WARN|INFO|DEBUG|TRACE)\b\s?[:\][(]/i,
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s*[[(]?\d\d:\d\d(?::\d\d)?(?:\.\d+)?[\])]?\s/,
  /[;{]\s*$/,
  /^\s*(?:SELECT|EXPLAIN|INSERT|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE)\b/,
  /\((?:cost|actual time)=/,
  /^\s*[$%#❯]\s+\S/,
  /^\s*(?:npm|yarn|pnpm) (?:ERR!|WARN)/,
  /^\s*(?:@@|\+\+\+|---|diff --git)\s/,
  /^[+-](?=[^\s-])/,
  /^\s*[{}[\]();,]+\s*$/,
  /^\s*"[\w.-]{1,60}"\s*:/,
  /^\s*\|.*\|\s*$/,
  /^\s*[a-z]+(?:_[a-z]+)+:\s/,
  /^\s*<\/?[A-Za-z][^>]{0,200}>\s*$/,
];

/** The share of other signs from which on a line is code. */
const SIGNS_MAX = 0.3;

/** Words that say the lines after them are somebody else's. */
const INTRODUCED =
  /(?:^|\s)(?:(?:the |this |their |his |her )?(?:page|article|readme|docs?|documentation|issue|ticket|comment|email|mail|message|log|output|response|review|bot|site|post|answer|config|file|slack|rules?|guide\w*)\b[^:\n]{0,60}|pasting|pasted|forward\w*|quote[ds]?|fwd|copied from [^:\n]{0,40}|from the \w+[^:\n]{0,40}):\s*$/i;

/** Lines that a ticket, a mail or a task description has, and nobody says. */
const RECORD_LINE =
  /^\s*(?:[a-z]+(?:_[a-z]+)+|repo|title|status|labels?|assignee|reporter|severity|priority|component|milestone|subject|from|to|cc|sent|date|reply-to|message-id|version|os|platform|browser|environment)\s?:(?:\s|$)/i;
const RECORD_HEADING =
  /^\s*(?:#{1,6}\s*|\*\*)?(?:description|(?:steps|how) to reproduce|to reproduce|reproduction|expected(?: behaviou?r| results?| output)?|actual(?: behaviou?r| results?| output)?|current behaviou?r|problem statement|issue description|bug description|describe the bug|environment|additional (?:context|information)|acceptance criteria|stack ?trace|traceback|original message|changed \d+ \w+ ago)\s*(?:\*\*)?:?\s*$/i;
/** So many of them make a document. */
const RECORD_LINES_MIN = 2;

/** Where a document begins that somebody handed over with a word before it: what follows are not their words. */
function ownPart(text: string): string {
  const lines = text.split("\n");
  let isFenced = false;
  const marks = lines.flatMap((line, i) => {
    if (line === "") return [];
    const read = line.slice(0, 400);
    if (FENCE.test(read)) isFenced = !isFenced;
    return !isFenced && (RECORD_HEADING.test(read) || RECORD_LINE.test(read)) ? [i] : [];
  });
  return marks.length < RECORD_LINES_MIN ? text : lines.slice(0, marks[0]).join("\n");
}

/**
 * The stretches of a person's turn that are their own speech: without code, quoted lines, logs, what hosts put
 * in and what they announce as somebody else's. Each stretch stands in the turn as it is given here.
 */
export function speechOf(text: string): string[] {
  const read = text.slice(0, READ_MAX);
  if (HOST_TURN.test(read)) return [];
  return outsideTags(read).map(ownPart).flatMap(outsideFences).flatMap(spokenLines);
}

/** Takes out what stands between the tags of a host, with them. A tag that is not closed reaches to the end. */
function outsideTags(text: string): string[] {
  const kept: string[] = [];
  let [at, seen] = [0, 0];
  for (const match of text.matchAll(TAG)) {
    if (++seen > TAGS_MAX) break;
    const [open, name = ""] = match;
    if (match.index < at || INLINE_TAG.test(name)) continue;
    const close = text.indexOf(`</${name}>`, match.index + open.length);
    const isBlock =
      /[_-]/.test(name) ||
      /^(?:system|context|file|document|instructions|result|output|task|user|example|stdout|stderr)/i.test(
        name,
      );
    if (close < 0 && !isBlock) continue;
    kept.push(text.slice(at, match.index));
    at = close < 0 ? text.length : close + name.length + 3;
  }
  return [...kept, text.slice(at)];
}

function outsideFences(text: string): string[] {
  const parts = text.split(new RegExp(`${FENCE.source}.*$`, "m"));
  return parts.filter((_, i) => i % 2 === 0);
}

/** What people say is made of letters. */
function isPasted(line: string): boolean {
  if (line === "") return false;
  const read = line.slice(0, 400);
  const signs = read.replace(/[\p{L}\p{M}\p{N}\s\p{Extended_Pictographic}.,!?'"-]/gu, "").length;
  return PASTED.some((form) => form.test(read)) || (read.length > 12 && signs > read.length * SIGNS_MAX);
}

function spokenLines(text: string): string[] {
  const stretches: string[] = [];
  let current: string[] = [];
  const end = (): void => {
    if (current.length > 0) stretches.push(current.join("\n"));
    current = [];
  };
  let isTheirs = false;
  for (const line of text.split("\n")) {
    if (line.trim() === "") isTheirs = false;
    if (isTheirs || isPasted(line)) end();
    else current.push(line);
    if (line !== "" && INTRODUCED.test(line.slice(-200))) isTheirs = true;
  }
  end();
  return stretches;
}

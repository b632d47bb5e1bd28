import type { ModelStatus } from "../../../app/sessions/model-spending.ts";
import type { EndedSession, ShownTurn } from "../../../app/sessions/sessions.ts";
import type { WorkerTotals } from "../../../app/sessions/worker-loop.ts";
import type { EmbedderStatus } from "../../../app/upkeep/embedder-status.ts";
import { sessionDigestTexts } from "../../../core/bundle/session-digest-lines.ts";
import type { SessionDigest } from "../../../core/sessions/session-digest.ts";
import type { SessionRow } from "../../../core/sessions/sessions-view.ts";
import { shorten } from "../../../core/text/shorten.ts";
import { documentsText } from "./import-text.ts";
import { itemLine } from "./item-text.ts";
import { oneLine, type Paint } from "./paint.ts";

/** Longest text of a turn in a list. */
const TURN_MAX = 200;

export function sessionLine(session: SessionRow, paint: Paint): string {
  const { id, agent, status, turns, unread, last_at, due_at, attempts, error } = session;
  const due =
    due_at === null ? "" : attempts > 0 ? `, failed ${attempts} times: ${oneLine(error ?? "")}` : ", due";
  const facts = `${oneLine(agent)}, ${status}, ${turns} ${turns === 1 ? "turn" : "turns"}, ${unread} unread${due}, ${last_at.slice(0, 16).replace("T", " ")}`;
  return `${paint.strong(oneLine(id))}  ${facts}`;
}

/** The digest of a session, one text a line. */
export const digestLines = (digest: SessionDigest): string[] =>
  sessionDigestTexts(digest).map((text) => `  ${oneLine(text)}`);

export function endedText(ended: EndedSession, paint: Paint): string {
  const { open_work, handoff } = ended;
  const open = open_work.map((item) => itemLine(item, paint));
  return [
    sessionLine(ended, paint),
    ...(open.length === 0 ? [] : [paint.strong("Not finished:"), ...open]),
    ...(handoff === undefined ? [] : [paint.good("Left for the next agent:"), itemLine(handoff, paint)]),
  ].join("\n");
}

export function turnLine(turn: ShownTurn, paint: Paint): string {
  const whose = turn.own ? "tidemark, shown by " : "";
  const who = `${whose}${turn.tool === undefined ? turn.role : `${turn.role} ${oneLine(turn.tool)}`}`;
  return `  ${paint.faint(who)}  ${shorten(oneLine(turn.text), TURN_MAX)}`;
}

export function workedText(worked: WorkerTotals, paint: Paint): string {
  const { read, failed, still_due, commits } = worked;
  const documents = documentsText(worked.documents);
  const news = commits === 0 ? "" : ` ${commits} new ${commits === 1 ? "commit" : "commits"}.`;
  const gone = worked.broken
    ? paint.bad(` ${worked.broken.ticks} worker steps failed: ${oneLine(worked.broken.error)}`)
    : "";
  const bad = failed === 0 ? "" : paint.bad(` ${failed} failed: see tidemark worker status.`);
  return `${paint.good("Read")} ${read} ${read === 1 ? "session" : "sessions"}, ${still_due} still due.${news}${documents && ` ${documents}`}${bad}${gone}`;
}

/** The model's state today; nothing if none is used. */
export function modelLines(model: ModelStatus | undefined, paint: Paint): string[] {
  if (model === undefined) return [];
  const { mode, provider, name, calls_today, failed_today, usd_today, usd_per_day, problem } = model;
  const facts = `${provider}, ${mode}, asked ${times(calls_today)} today, $${usd_today.toFixed(2)} of $${usd_per_day}`;
  const line = `${paint.strong(`model ${oneLine(name)}  `)}${facts}`;
  if (problem === undefined) return [line];
  const failed = `no answer ${times(failed_today)} today; the last time: ${oneLine(problem)}`;
  return [line, `  ${paint.bad(failed)}`];
}

/** The embedder's state today; nothing if none is used. */
export function embedderLines(embedder: EmbedderStatus | undefined, paint: Paint): string[] {
  if (embedder === undefined) return [];
  const { name, problem } = embedder;
  const line = `${paint.strong(`embedder ${oneLine(name)}  `)}${embedderFacts(embedder)}`;
  if (problem === undefined) return [line];
  return [line, `  ${paint.bad(`the last request for vectors failed: ${oneLine(problem)}`)}`];
}

export function embedderFacts(embedder: EmbedderStatus): string {
  const { provider, state, passages, tokens_today, tokens_per_day } = embedder;
  const made =
    state === "unreadable"
      ? "its file cannot be read: tidemark doctor --fix"
      : `vectors of ${passages} ${passages === 1 ? "passage" : "passages"}`;
  return `${provider}, ${made}, ${tokens_today} of ${tokens_per_day} tokens today`;
}

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

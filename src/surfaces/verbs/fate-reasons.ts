import type { NamedCandidate } from "../../app/briefing/explain-brief.ts";

const REASONS: { readonly [fate: string]: string } = {
  joined: "told on another line",
  replaced: "a newer statement is told instead",
  budget: "left out: over the token budget",
  cap: "left out: over the limit of its section",
  floor: "left out: not relevant enough",
  pressure: "left out: the host's context is nearly full",
  elsewhere: "left out: it concerns another package",
  repeated: "left out: another line says the same",
  unread: "left out: there are too many of its kind",
} satisfies { readonly [fate in Exclude<NamedCandidate["fate"], "given">]: string };

/** Why a candidate has no line of its own. A bundle of another version may have other fates. */
export const fateReason = (fate: string): string => REASONS[fate] ?? `left out: ${fate}`;

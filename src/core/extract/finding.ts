import type { KindName } from "../items/kinds.ts";
import type { Instant, Position } from "../tape/event.ts";

/**
 * The author of the words behind a finding: a person said it, or agreed to an agent's words; an agent alone said it; it
 * came from a tool, a page or a file; or a program recorded it.
 */
export type Origin = "user" | "agreed" | "agent" | "tool" | "program";

/** Something that turns or events say, before anybody has looked whether it is known. */
export type Finding = {
  readonly kind: KindName;
  /** The statement: verbatim by rule, in its own words by a model. */
  readonly text: string;
  /** An explicit statement becomes a unit, an uncertain one a candidate. */
  readonly certainty: "explicit" | "uncertain";
  readonly confidence: number;
  readonly topic: string;
  /** When the world said it. */
  readonly at: Instant;
  /** Positions of the events it rests on, ascending. The last is where it was settled. */
  readonly evidence: readonly Position[];
  readonly origin: Origin;
  /** The agent or program whose words they are, where it is not a person. */
  readonly said_by?: string;
  /** Tells it apart before its words do: the key of a truth, a blocker or a lesson. */
  readonly source_key?: string;
  /** Further fields of its kind. */
  readonly fields?: { readonly [name: string]: unknown };
  /** Set when it says that it changes something settled before: what to look for, verbatim. */
  readonly amends?: string;
  /** A person's words that prove a statement that is not verbatim. */
  readonly quote?: string;
  /** Statements that it replaces, each by the id of its unit or by its fingerprint. */
  readonly replaces?: readonly string[];
  /** Kept and shown when asked for, but never recalled by itself. */
  readonly quiet?: true;
};

/** A source reports that the thing with its key has ended. */
export type Resolution = {
  readonly source_key: string;
  readonly at: Instant;
  readonly evidence: Position;
  readonly reason: string;
};

/** The findings of a range of a session. */
export type ExtractResult = {
  readonly findings: readonly Finding[];
  readonly resolutions: readonly Resolution[];
};

import type { KindName } from "../items/kinds.ts";
import type { Instant, Position } from "../tape/event.ts";

/**
 * The author of the words behind a finding: a person said it, or agreed to an agent's words; an agent alone said it; it
 * came from a tool, a page or a file; or a program recorded it.
 */
export type Origin = "user" | "agreed" | "agent" | "tool" | "program";

/** A statement found in turns or events, before it is compared with known ones. */
export type Finding = {
  readonly kind: KindName;
  /** The statement: verbatim if a rule found it, in its own words if a model did. */
  readonly text: string;
  /** An explicit statement becomes a unit, an uncertain one a candidate. */
  readonly certainty: "explicit" | "uncertain";
  readonly confidence: number;
  readonly topic: string;
  /** When the statement was made. */
  readonly at: Instant;
  /** Positions of the evidence, ascending. The last one is the event that settled the statement. */
  readonly evidence: readonly Position[];
  readonly origin: Origin;
  /** The agent or program whose words they are, if they are not a person's. */
  readonly said_by?: string;
  /** The key of a truth, a blocker or a lesson. It identifies the finding before its text is compared. */
  readonly source_key?: string;
  /** Further fields of its kind. */
  readonly fields?: { readonly [name: string]: unknown };
  /** If the statement changes something settled: the words to search for, verbatim. */
  readonly amends?: string;
  /** A person's words that prove a statement that is not verbatim. */
  readonly quote?: string;
  /** The statements that it replaces, each by the id of its unit or by its fingerprint. */
  readonly replaces?: readonly string[];
  /** Stored and shown on request, but recall does not search it. */
  readonly quiet?: true;
};

/** A source reports that the thing with this key has ended. */
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

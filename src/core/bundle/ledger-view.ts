import type { EventOf, Position } from "../tape/event.ts";
import type { Projection } from "../tape/projection.ts";
import { iso } from "../time.ts";
import type { Fate, Reason } from "./bundle.ts";
import type { Intent } from "./intent.ts";

export const BUNDLE_GIVEN = "bundle.given";

/** The ledger's record of one candidate. */
export type Candidate = Fate & {
  readonly score?: number;
  readonly parts?: { readonly [part: string]: number };
};

/** One bundle that was given, without its text. */
export type LedgerRow = {
  readonly id: string;
  readonly position: Position;
  readonly at: string;
  readonly agent: string;
  readonly host: string;
  readonly session?: string;
  readonly intent?: Intent;
  readonly query?: string;
  /** The probability that the memory contained the answer, and the floor that was required. */
  readonly known?: number;
  readonly floor?: number;
  readonly tokens?: number;
  readonly blocks?: readonly { readonly name: string; readonly lines: number }[];
  readonly dropped?: { readonly [reason in Reason]?: number };
  /** The candidates that were left out, so that a user can ask why. */
  readonly kept_out?: readonly Candidate[];
  /** Its text was forgotten; the fact that a bundle was given remains. */
  readonly forgotten?: true;
};

/** The bundles that were given, by id. */
export const ledgerView: Projection<LedgerRow, never, typeof BUNDLE_GIVEN> = {
  shape: "rows",
  name: "ledger",
  version: 1,
  types: [BUNDLE_GIVEN],
  keysOf: ({ subject }) => (subject === undefined ? [] : [subject]),
  evolve: (_, event) =>
    event.subject === undefined ? new Map() : new Map([[event.subject, rowOf(event, event.subject)]]),
  facetsOf: (row) => ({
    kind: row.intent ?? "forgotten",
    status: "given",
    rank: row.position,
  }),
};

function rowOf(event: EventOf<typeof BUNDLE_GIVEN>, id: string): LedgerRow {
  const { position, session, writer } = event;
  const header = {
    id,
    position,
    at: iso(event.at),
    agent: writer.agent,
    host: writer.host,
    ...(session === undefined ? {} : { session }),
  };
  if (event.payload === null) return { ...header, forgotten: true };
  const { intent, query, known, floor, tokens, blocks, dropped, candidates } = event.payload;
  return {
    ...header,
    intent,
    ...(query === undefined ? {} : { query }),
    ...(known === undefined ? {} : { known }),
    ...(floor === undefined ? {} : { floor }),
    tokens,
    blocks,
    ...(dropped === undefined ? {} : { dropped }),
    kept_out: candidates.filter(({ fate }) => fate !== "given"),
  };
}

import type { Ask, Candidates } from "../core/recall/query/candidates.ts";
import type { Draft, Instant, Payload, Position, StoredEvent } from "../core/tape/event.ts";
import type { Docs, Facets, Row, Rows, View } from "../core/tape/projection.ts";
import type { PositionHere } from "../core/tape/rebase-positions.ts";

/** Where an event lies, and whether this call put it there or found it. */
export type StoredPosition = { readonly id: string; readonly position: Position; readonly isNew: boolean };

/** Events decided on the rows that were read. They are written only if no event about these subjects came meanwhile. */
export type Commit = {
  readonly events: readonly Draft[];
  /** The last position seen of each subject that the decision rests on. */
  readonly expect: ReadonlyMap<string, Position>;
  /** The epoch of the data that was read: words erased since must not come back in data computed from them. */
  readonly epoch?: number;
  /** Ids of events whose payloads are erased permanently in the same transaction. Every view is emptied with them. */
  readonly erase?: readonly string[];
  /** Payloads that replace others in the same breath, without the secrets in them. Likewise. */
  readonly rewrite?: readonly { readonly id: string; readonly payload: Payload }[];
};

/** Events of another tape, in their order and with the positions that they have there. */
export type Merge = {
  readonly events: readonly StoredEvent[];
  /** For those of that tape that were merged before. */
  readonly positionHere: PositionHere;
  /** Ids of events whose payloads are erased permanently in the same breath, because they are forgotten there. */
  readonly erase: readonly string[];
};

export type CommitOutcome =
  | { readonly outcome: "committed"; readonly placed: readonly StoredPosition[] }
  | { readonly outcome: "conflict" };

/** One bounded step of one view: the changes that the events after `after` up to `upTo` make to it. */
export type Pass = {
  readonly view: View;
  readonly after: Position;
  readonly upTo: Position;
  readonly rows?: { readonly changed: Rows; readonly facetsOf: (row: Row) => Facets };
  readonly docs?: Docs;
  /** The epoch of the slice it was made from. */
  readonly epoch?: number;
};

/** Events after a position, and how far that reading covers the tape. */
export type Slice = {
  readonly events: readonly StoredEvent[];
  readonly upTo: Position;
  /** A new one begins when payloads are erased or the tape is replaced: data read before must not be used. */
  readonly epoch: number;
};

export type Selection = {
  /** Only rows that do not rank above this. */
  readonly rankMax?: number;
  readonly kinds?: readonly string[];
  readonly statuses?: readonly string[];
  readonly order: "oldest" | "newest";
  readonly limit: number;
  readonly offset: number;
};

export type SelectedRows<R extends Row = Row> = { readonly rows: readonly R[]; readonly total: number };

/** What did not come through: kept aside because it could not go on the tape, or lost by a hook on a full disk. */
export type Intake = {
  readonly rejected: number;
  readonly lost: number;
  /** Files in the spool that nobody with this user's key wrote. They are left alone. */
  readonly foreign: number;
};

/** The right to work on something until an instant, so that two workers do not do it at once. */
export type Lease = { readonly name: string; readonly owner: string; readonly until: Instant };

export type TapeEnd = { readonly position: Position; readonly hash: string };

/** Rows and indexes folded from a tape. */
export interface ViewSpace {
  /** How far a view has read. Zero for one never built, or built by another version. */
  checkpoint(view: View): Promise<Position>;
  rows<R extends Row, K extends Row>(view: View<R, K>, keys: readonly string[]): Promise<Map<string, R | K>>;
  /**
   * "conflict" when the checkpoint is no longer at `after`, because another process did this pass, or when the
   * pass is of an epoch that has ended. Nothing changed, but that a scratch begins again with a new epoch.
   */
  publish(pass: Pass): Promise<"published" | "conflict">;
  /** Rows (or index entries) in key order, as canonical text, to compare two builds of one view. */
  scan(view: View, afterKey: string, limit: number): Promise<readonly { key: string; text: string }[]>;
}

/** A second set of views over the same tape, empty at first, gone when closed. */
export interface Scratch extends ViewSpace {
  close(): Promise<void>;
}

/** Writing to the tape. */
export interface TapeStore {
  /** Records what a host or a person brought. An event whose id or key is known already is not new. */
  append(events: readonly Draft[]): Promise<readonly StoredPosition[]>;
  /** Durable when it returns, on the tape soon: for callers that must not wait for other writers. */
  enqueue(events: readonly Draft[]): Promise<void>;
  /** All or nothing, and only if every expected subject is where the caller saw it, in the epoch it was seen in. */
  commit(commit: Commit): Promise<CommitOutcome>;
  /** Appends the events of another tape that this one does not have. The positions they name are said of this one. */
  merge(merge: Merge): Promise<readonly StoredPosition[]>;
  end(): Promise<TapeEnd>;
  /** This tape for commits that are acknowledged together: they are durable after `flush`. Absent where each is at once. */
  group?(): { readonly tape: TapeStore; readonly flush: () => Promise<void> };
  /** Calls back when the tape may have grown, by whatever process, until told to stop. Absent where a store cannot tell. */
  watch?(onGrown: () => void): Promise<() => Promise<void>>;
}

/** Reading the tape. */
export interface EventStore {
  read(after: Position, limit: number, types?: readonly string[]): Promise<Slice>;
  /** The events at these positions, in order; positions that the tape does not have are left out. */
  eventsAt(positions: readonly Position[]): Promise<readonly StoredEvent[]>;
  /** Every event about one subject, in order. */
  history(subject: string): Promise<readonly StoredEvent[]>;
  /** Events of one session after a position, in order. */
  sessionEvents(session: string, after: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** The last events of one session up to a position, in order. */
  sessionTail(session: string, upTo: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** Which of these idempotency keys are on the tape. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The store's own views. */
export interface ViewStore extends ViewSpace {
  select<R extends Row, K extends Row>(view: View<R, K>, selection: Selection): Promise<SelectedRows<R>>;
  /** False when rows of a view were taken away or put in behind the store's back. */
  isWhole(view: View): Promise<boolean>;
  /** Empties views; the next read builds them from the tape. */
  reset(views: readonly View[]): Promise<void>;
}

/** The search index. */
export interface SearchStore {
  /** Passages worth scoring for a question. What it costs is bounded, however long the tape is. */
  candidates(ask: Ask): Promise<Candidates>;
}

/** Leases are not on the tape. */
export interface LeaseStore {
  /** Takes a lease unless another holder has it at `now`; false if one has. */
  claim(lease: Lease, now: Instant): Promise<boolean>;
  release(lease: Pick<Lease, "name" | "owner">): Promise<void>;
  /** Names of the leases that are held at `now`. */
  leased(now: Instant): Promise<ReadonlySet<string>>;
}

/** Checks and repairs derived data, and counts events that could not be recorded. */
export interface UpkeepStore {
  scratch(): Promise<Scratch>;
  /** Puts the scratch build of a view in place of the store's own, all or nothing; not one of an epoch that has ended. */
  adopt(view: View, scratch: Scratch): Promise<"adopted" | "conflict">;
  intake(): Promise<Intake>;
  /** Puts events of the same tape at its end as they are, hashes included. Refuses any that do not follow on. */
  extend(events: readonly StoredEvent[]): Promise<void>;
}

/**
 * The tape of one project and the views built from it, grouped by concern.
 *
 * An implementer owes: positions without gaps, in the order they become visible; nothing acknowledged
 * before it is durable; reads see all that was acknowledged before they began, by whatever process.
 */
export interface Store {
  readonly tape: TapeStore;
  readonly events: EventStore;
  readonly views: ViewStore;
  readonly search: SearchStore;
  readonly leases: LeaseStore;
  readonly upkeep: UpkeepStore;
  close(): Promise<void>;
}

import type { Ask, Candidates } from "../core/recall/query/candidates.ts";
import type { Draft, Instant, Payload, Position, StoredEvent } from "../core/tape/event.ts";
import type { Docs, Facets, Row, Rows, View } from "../core/tape/projection.ts";
import type { TranslatePosition } from "../core/tape/rebase-positions.ts";

/** An event's position, and whether this call recorded the event or found it there. */
export type StoredPosition = { readonly id: string; readonly position: Position; readonly isNew: boolean };

/** Events that were decided from the rows read. They are written only if no event about these subjects was recorded meanwhile. */
export type Commit = {
  readonly events: readonly Draft[];
  /** The last position seen of each subject that the decision rests on. */
  readonly expect: ReadonlyMap<string, Position>;
  /** The epoch of the data that was read: erased words must not return in data computed from them. */
  readonly epoch?: number;
  /** Ids of events whose payloads are erased permanently in the same transaction. Every view is emptied as well. */
  readonly erase?: readonly string[];
  /** Payloads that replace others in the same transaction, with secrets removed. Every view is emptied as well. */
  readonly rewrite?: readonly { readonly id: string; readonly payload: Payload }[];
};

/** Events of another tape, in order, with the positions that they have there. */
export type Merge = {
  readonly events: readonly StoredEvent[];
  /** Positions here of events of the other tape that were merged earlier. */
  readonly positionHere: TranslatePosition;
  /** Ids of events whose payloads are erased permanently in the same transaction, because they were forgotten there. */
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
  /** The epoch of the slice from which the pass was made. */
  readonly epoch?: number;
};

/** Events after a position, and up to which position the reading covers the tape. */
export type Slice = {
  readonly events: readonly StoredEvent[];
  readonly upTo: Position;
  /** A new epoch begins when payloads are erased or the tape is replaced: data that was read before must not be used. */
  readonly epoch: number;
};

export type Selection = {
  /** Only rows with this rank or a lower one. */
  readonly rankMax?: number;
  readonly kinds?: readonly string[];
  readonly statuses?: readonly string[];
  readonly order: "oldest" | "newest";
  readonly limit: number;
  readonly offset: number;
};

export type SelectedRows<R extends Row = Row> = { readonly rows: readonly R[]; readonly total: number };

/** Events that were not recorded: set aside because the tape refuses them, or lost by a hook on a full disk. */
export type Intake = {
  readonly rejected: number;
  readonly lost: number;
  /** Spool files that were not written with this user's key. They are left alone. */
  readonly foreign: number;
};

/** The exclusive right to work on something until an instant, so that two workers do not do the same. */
export type Lease = { readonly name: string; readonly owner: string; readonly until: Instant };

export type TapeEnd = { readonly position: Position; readonly hash: string };

/** Rows and indexes folded from a tape. */
export interface ViewSpace {
  /** The position up to which a view has read. Zero if it was never built, or was built by another version. */
  checkpoint(view: View): Promise<Position>;
  rows<R extends Row, K extends Row>(view: View<R, K>, keys: readonly string[]): Promise<Map<string, R | K>>;
  /**
   * "conflict" if the checkpoint is no longer at `after`, because another process did this pass, or if the pass belongs to an epoch that
   * has ended. Then nothing changes, except that a scratch starts again with a new epoch.
   */
  publish(pass: Pass): Promise<"published" | "conflict">;
  /** Rows or index entries in key order, as canonical text, to compare two builds of one view. */
  scan(view: View, afterKey: string, limit: number): Promise<readonly { key: string; text: string }[]>;
}

/** A second set of views over the same tape. It starts empty and is deleted when closed. */
export interface Scratch extends ViewSpace {
  close(): Promise<void>;
}

/** Writing to the tape. */
export interface TapeStore {
  /** Records what a host or a person sent. An event whose id or key is already known is not recorded again. */
  append(events: readonly Draft[]): Promise<readonly StoredPosition[]>;
  /** Durable when it returns, and on the tape soon after: for callers that must not wait for other writers. */
  enqueue(events: readonly Draft[]): Promise<void>;
  /** All or nothing, and only if every expected subject is at the position that the caller saw, in the same epoch. */
  commit(commit: Commit): Promise<CommitOutcome>;
  /** Appends the events of another tape that this one lacks. Positions inside their payloads are rewritten for this tape. */
  merge(merge: Merge): Promise<readonly StoredPosition[]>;
  end(): Promise<TapeEnd>;
  /** This tape for commits that are acknowledged together: they are durable after `flush`. Absent if each commit is durable at once. */
  group?(): { readonly tape: TapeStore; readonly flush: () => Promise<void> };
  /** Calls back when the tape may have grown, in whatever process, until stopped. Absent if a store cannot tell. */
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
  /** The subset of these idempotency keys that is on the tape. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The store's own views. */
export interface ViewStore extends ViewSpace {
  select<R extends Row, K extends Row>(view: View<R, K>, selection: Selection): Promise<SelectedRows<R>>;
  /** False if rows of a view were removed or added without the store. */
  isWhole(view: View): Promise<boolean>;
  /** Empties views; the next read builds them from the tape. */
  reset(views: readonly View[]): Promise<void>;
}

/** The search index. */
export interface SearchStore {
  /** Passages worth scoring for a question. The cost is bounded, however long the tape is. */
  candidates(ask: Ask): Promise<Candidates>;
}

/** Leases, which are not on the tape. */
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
  /** Appends events of the same tape unchanged, hashes included. Refuses events that do not continue the tape. */
  extend(events: readonly StoredEvent[]): Promise<void>;
}

/**
 * The tape of one project and the views built from it, grouped by concern. An implementer must number positions without gaps in the order
 * in which they become visible, acknowledge nothing before it is durable, and let every read see all that was acknowledged before the read
 * began, by whatever process.
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

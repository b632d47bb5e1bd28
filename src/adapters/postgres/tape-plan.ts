import { type Phrase, withoutForgottenPayload } from "../../core/forget/phrases.ts";
import { linkHash, payloadText, type Sha256 } from "../../core/tape/chain.ts";
import type { Draft } from "../../core/tape/event.ts";
import type { ForeignEvent } from "../../core/tape/rebase-positions.ts";
import { storable } from "../../core/tape/storable.ts";
import type { StoredPosition, TapeEnd } from "../../ports/store.ts";

/** What the tape contains for some ids and keys. Undefined for those that were looked up and are missing. */
export type KnownEvents = {
  readonly ids: ReadonlyMap<string, StoredPosition | undefined>;
  readonly keys: ReadonlyMap<string, StoredPosition | undefined>;
};

/** Rows for the end of the tape, computed in memory, so that they are written in one statement. */
export type TapePlan = {
  readonly put: (event: Draft | ForeignEvent) => StoredPosition;
  /** Adds an event of the same tape unchanged. */
  readonly add: (event: Draft | ForeignEvent) => void;
  readonly hasKey: (key: string) => boolean;
  readonly rows: readonly EventColumns[];
  readonly end: () => TapeEnd;
  /** Ids and keys that were requested and never looked up. While there are any, the plan is not valid. */
  readonly missing: { readonly ids: ReadonlySet<string>; readonly keys: ReadonlySet<string> };
};

export type EventColumns = { readonly [column: string]: string | number | null };

export type PlanInput = {
  readonly sha256: Sha256;
  readonly tail: TapeEnd;
  readonly known: KnownEvents;
  readonly phrases: readonly Phrase[];
};

export function planTape({ sha256, tail, known, phrases }: PlanInput): TapePlan {
  const rows: EventColumns[] = [];
  const missing = { ids: new Set<string>(), keys: new Set<string>() };
  const ids = new Map(known.ids);
  const keys = new Map(known.keys);
  let end = tail;
  const find = (event: Draft | ForeignEvent): StoredPosition | undefined => {
    if (!ids.has(event.id)) missing.ids.add(event.id);
    if (event.key !== undefined && !keys.has(event.key)) missing.keys.add(event.key);
    return ids.get(event.id) ?? (event.key === undefined ? undefined : keys.get(event.key));
  };
  const add = (event: Draft | ForeignEvent): void => {
    const row = rowOf(event, { sha256, tail: end });
    rows.push(row.columns);
    end = row.end;
    const placed = { id: event.id, position: end.position, isNew: false };
    ids.set(event.id, placed);
    if (event.key !== undefined) keys.set(event.key, placed);
  };
  const put = (given: Draft | ForeignEvent): StoredPosition => {
    const event = storable(given);
    const found = find(event);
    if (found) return found;
    const [allowed = event, naming] = withoutForgottenPayload(sha256, event, phrases);
    add(allowed);
    const { position } = end;
    if (naming && !find(naming)) add(naming);
    return { id: event.id, position, isNew: true };
  };
  const hasKey = (key: string): boolean => {
    if (!keys.has(key)) missing.keys.add(key);
    return keys.get(key) !== undefined;
  };
  return { put, add, hasKey, rows, end: () => end, missing };
}

type LinkInput = { readonly sha256: Sha256; readonly tail: TapeEnd };

function rowOf(
  event: Draft | ForeignEvent,
  { sha256, tail }: LinkInput,
): { readonly columns: EventColumns; readonly end: TapeEnd } {
  const position = tail.position + 1;
  const payload = event.payload === null ? null : payloadText(event.payload);
  const payloadHash = "payloadHash" in event ? event.payloadHash : sha256(payload ?? "");
  const hash = linkHash(sha256, tail.hash, { ...event, position, payloadHash });
  const { id, type, version, at, recordedAt, writer, session = null, subject = null, key = null } = event;
  return {
    columns: {
      ...{ position, id, type, version, at, recorded_at: recordedAt, ...writer },
      ...{ session, subject, key, payload_hash: payloadHash, hash, payload },
    },
    end: { position, hash },
  };
}

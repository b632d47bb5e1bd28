import { canonical } from "./canonical.ts";
import type { Draft, Payload, Position } from "./event.ts";

/** The hash of an empty tape. */
export const GENESIS = "0".repeat(64);

/** SHA-256 as lower-case hex. Core has no cryptography of its own, so callers pass this function in. */
export type Sha256 = (text: string) => string;

/** The hashed parts of an event: everything except the text of its payload, which may be forgotten. */
export type Link = Omit<Draft, "payload"> & { readonly position: Position; readonly payloadHash: string };

/** The text of a payload that is stored, hashed and exported. It is the same on every machine. */
export function payloadText(payload: Payload): string {
  return canonical(payload);
}

/** Links an event to all events before it: if any byte of an earlier event changes, no later hash matches. */
export function linkHash(sha256: Sha256, previous: string, link: Link): string {
  const { writer } = link;
  const header = [
    previous,
    link.position,
    link.id,
    link.type,
    link.version,
    link.at,
    link.recordedAt,
    writer.agent,
    writer.host,
    writer.process,
    writer.worktree,
    link.session ?? null,
    link.subject ?? null,
    link.key ?? null,
    link.payloadHash,
  ];
  return sha256(JSON.stringify(header));
}

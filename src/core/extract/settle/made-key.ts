import { fingerprint } from "../../items/fingerprint.ts";
import type { Sha256 } from "../../tape/chain.ts";
import type { Position } from "../../tape/event.ts";
import type { Finding } from "../finding.ts";
import { lastEvidence } from "./settling.ts";

const MADE = "distilled";

/** The key under which a finding creates an item only once. */
export function madeKey(finding: Finding, sha256: Sha256): string {
  return keyAt(lastEvidence(finding), fingerprint(sha256, { kind: finding.kind, text: finding.text }));
}

const keyAt = (position: Position, print: string): string => `${MADE} ${position} ${print}`;

/** The key with its position rewritten; undefined if it is not such a key. */
export function movedMadeKey(key: string, at: (position: Position) => Position): string | undefined {
  const [name, position, print, ...rest] = key.split(" ");
  if (name !== MADE || print === undefined || rest.length > 0) return undefined;
  return keyAt(at(Number(position)), print);
}

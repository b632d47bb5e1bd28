import { byCodePoints } from "../order.ts";

/** The key of a pair of units, independent of their order: an edge is proposed only once, in one direction. */
export function pairKey(a: string, b: string): string {
  return byCodePoints(a, b) < 0 ? `${a} ${b}` : `${b} ${a}`;
}

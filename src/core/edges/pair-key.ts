import { byCodePoints } from "../order.ts";

/** A pair of units in whichever order: an edge is proposed once, in one direction. */
export function pairKey(a: string, b: string): string {
  return byCodePoints(a, b) < 0 ? `${a} ${b}` : `${b} ${a}`;
}

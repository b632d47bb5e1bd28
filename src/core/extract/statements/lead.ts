import { type CueSet, meetsFirst } from "./languages.ts";

/** The beginning of a statement: whether it agrees or refuses, and the rest. */
export type Lead = {
  readonly agrees: boolean;
  readonly refuses: boolean;
  /** Whether it agrees and then names a difference. */
  readonly isBut: boolean;
  readonly rest: string;
};

/** Maximum number of small words before a statement. */
const STEPS_MAX = 6;
const GAP = /^[\s,.:;!…，。、！；：~–—-]+/u;
/** What must follow an independent refusal: "no, …", but not "no emoji". */
const STOP = /^\s*(?:[,.:;!…，。、！；：–—]|-\s|$)/u;

/** Removes the small words at the beginning of a sentence. */
export function leadOf(look: string, tongues: readonly CueSet[]): Lead {
  let [agrees, refuses, isBut, rest] = [false, false, false, look.replace(GAP, "")];
  for (let step = 0; step < STEPS_MAX && rest !== ""; step++) {
    const [yes, no, filler] = [
      longest(tongues, "yes", rest),
      longest(tongues, "no", rest),
      longest(tongues, "filler", rest),
    ];
    const but = meetsFirst(tongues, "but", rest);
    isBut ||= agrees && but > 0;
    const taken = Math.max(yes, filler, no);
    const isBound = no >= taken && !STOP.test(rest.slice(no));
    if (taken === 0 || (no > 0 && isBound) || meetsFirst(tongues, "settle", rest) > taken) {
      refuses ||= no > 0 && isBound;
      break;
    }
    agrees ||= yes > 0 && yes >= no;
    refuses ||= no > 0 && no >= yes;
    rest = rest.slice(taken).replace(GAP, "");
  }
  return { agrees, refuses, isBut, rest };
}

function longest(tongues: readonly CueSet[], list: "yes" | "no" | "filler", text: string): number {
  return meetsFirst(tongues, list, text);
}

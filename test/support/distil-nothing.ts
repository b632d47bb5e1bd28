import type { Distilled } from "../../src/app/sessions/distil.ts";

/** What a reading brings about that finds nothing. */
export const NOTHING: Distilled = { events: [], expect: new Map(), skipped: 0 };

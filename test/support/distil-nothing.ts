import type { Distillation } from "../../src/app/sessions/distil.ts";

/** What a reading brings about that finds nothing. */
export const NOTHING: Distillation = { events: [], expect: new Map(), skipped: 0 };

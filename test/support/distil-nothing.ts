import type { Distillation } from "../../src/app/sessions/distil.ts";

/** The result of a reading that finds nothing. */
export const NOTHING: Distillation = { events: [], expect: new Map(), skipped: 0 };

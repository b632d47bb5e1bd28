import { GROWTH_CASES } from "./whole-growth-cases.ts";
import { ID_CASES } from "./whole-id-cases.ts";
import { INPUT_CASES } from "./whole-input-cases.ts";

export const WHOLE_CASES = [...ID_CASES, ...GROWTH_CASES, ...INPUT_CASES];

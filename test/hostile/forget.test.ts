import { declareHostileCases } from "./declare-cases.ts";
import { FORGET_CASES } from "./forget-cases.ts";
import { SCRUB_CASES } from "./scrub-cases.ts";

declareHostileCases([...FORGET_CASES, ...SCRUB_CASES]);

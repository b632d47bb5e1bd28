import { declareHostileCases, shareOf } from "./declare-cases.ts";
import { FORGET_CASES } from "./forget-cases.ts";

declareHostileCases(shareOf(FORGET_CASES, 24));

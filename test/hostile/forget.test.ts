import { declareHostileCases } from "./declare-cases.ts";
import { FORGET_CASES } from "./forget-cases.ts";

declareHostileCases(FORGET_CASES);

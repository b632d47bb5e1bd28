import { CONTEXT_CASES } from "./context-cases.ts";
import { declareHostileCases, shareOf } from "./declare-cases.ts";

declareHostileCases(shareOf(CONTEXT_CASES, 9));

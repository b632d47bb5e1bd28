import { CONTEXT_CASES } from "./context-cases.ts";
import { declareHostileCases } from "./declare-cases.ts";

declareHostileCases(CONTEXT_CASES);

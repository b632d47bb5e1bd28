import { declareHostileCases } from "./declare-cases.ts";
import { WORDS_CASES } from "./words-cases.ts";

declareHostileCases(WORDS_CASES);

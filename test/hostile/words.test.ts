import { declareHostileCases, shareOf } from "./declare-cases.ts";
import { WORDS_CASES } from "./words-cases.ts";

declareHostileCases(shareOf(WORDS_CASES, 24));

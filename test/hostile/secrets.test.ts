import { declareHostileCases, shareOf } from "./declare-cases.ts";
import { secretsCases } from "./secrets-cases.ts";

declareHostileCases(shareOf(secretsCases, 16));

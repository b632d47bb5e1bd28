import { declareHostileCases } from "./declare-cases.ts";
import { secretsCases } from "./secrets-cases.ts";

declareHostileCases(secretsCases);

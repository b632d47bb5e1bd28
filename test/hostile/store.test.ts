import { declareHostileCases } from "./declare-cases.ts";
import { storeCases } from "./store-cases.ts";

declareHostileCases(storeCases);

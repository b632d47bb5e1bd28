import { declareHostileCases, shareOf } from "./declare-cases.ts";
import { storeCases } from "./store-cases.ts";

declareHostileCases(shareOf(storeCases, 24));

import { declareHostileCases, shareOf } from "./declare-cases.ts";
import { PASTED_CASES } from "./pasted-cases.ts";
import { SUBAGENT_CASES } from "./subagent-cases.ts";

declareHostileCases(shareOf([...PASTED_CASES, ...SUBAGENT_CASES], 120));

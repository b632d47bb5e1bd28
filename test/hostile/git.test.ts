import { declareHostileCases, shareOf } from "./declare-cases.ts";
import { gitCases } from "./git-cases.ts";
import { gitProjectCases } from "./git-project-cases.ts";
import { inputCases } from "./input-cases.ts";

declareHostileCases(shareOf([...gitCases, ...gitProjectCases, ...inputCases], 20));

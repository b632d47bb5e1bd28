import { CONTEXT_CASES } from "./context-cases.ts";
import { FILES_CASES } from "./files-cases.ts";
import { FORGET_CASES } from "./forget-cases.ts";
import { gitCases } from "./git-cases.ts";
import { gitProjectCases } from "./git-project-cases.ts";
import type { HostileCase } from "./hostile-case.ts";
import { inputCases } from "./input-cases.ts";
import { PASTED_CASES } from "./pasted-cases.ts";
import { secretsCases } from "./secrets-cases.ts";
import { storeCases } from "./store-cases.ts";
import { SUBAGENT_CASES } from "./subagent-cases.ts";
import { WHOLE_CASES } from "./whole-cases.ts";
import { WORDS_CASES } from "./words-cases.ts";

/** All hostile cases, for the bench that plays them on two builds. */
export const ALL_HOSTILE_CASES: readonly HostileCase[] = [
  ...FILES_CASES,
  ...storeCases,
  ...gitCases,
  ...gitProjectCases,
  ...WORDS_CASES,
  ...SUBAGENT_CASES,
  ...PASTED_CASES,
  ...CONTEXT_CASES,
  ...FORGET_CASES,
  ...WHOLE_CASES,
  ...inputCases,
  ...secretsCases,
];

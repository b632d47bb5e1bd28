import { sealWith } from "../../src/core/seal.ts";

/** The seal of one user, for tests that open spools without a state folder. */
export const TEST_SEAL = sealWith([1, 2, 3, 4]);

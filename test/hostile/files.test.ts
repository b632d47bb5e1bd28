import { describe } from "vitest";
import { declareHostileCases } from "./declare-cases.ts";
import { FILES_CASES, QUICK_FILES_CASES } from "./files-cases.ts";

const IS_LONG = process.env.TIDEMARK_LONG === "1";

describe.skipIf(process.platform === "win32")("links, devices and huge files in place of ours", () => {
  declareHostileCases(IS_LONG ? FILES_CASES : QUICK_FILES_CASES);
});

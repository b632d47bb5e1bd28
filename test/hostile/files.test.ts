import { describe } from "vitest";
import { declareHostileCases, shareOf } from "./declare-cases.ts";
import { FILES_CASES } from "./files-cases.ts";

describe.skipIf(process.platform === "win32")("links, devices and huge files in place of ours", () => {
  declareHostileCases(shareOf(FILES_CASES, 36));
});

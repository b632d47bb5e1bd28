import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** No test may write into the state folder of whoever runs it, nor depend on what is there. */
const folder = mkdtempSync(join(tmpdir(), "tidemark-state-"));
process.env.XDG_STATE_HOME = folder;
// Tests of colours set these themselves.
delete process.env.NO_COLOR;
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

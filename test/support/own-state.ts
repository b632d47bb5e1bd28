import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** An empty state folder, so that tests neither read nor change the one of the user who runs them. */
const folder = mkdtempSync(join(tmpdir(), "tidemark-state-"));
process.env.XDG_STATE_HOME = folder;
// Tests of colours set this variable themselves.
delete process.env.NO_COLOR;
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

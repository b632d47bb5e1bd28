/**
 * `npm run docs:screenshots`: builds, opens the dashboard of a generated project in Chromium, and takes
 * screenshots: every view in both themes and at phone size for .cache/screenshots/, and the documentation's
 * ones for docs/images/.
 */
import { join } from "node:path";
import { build } from "./build.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { CACHE, ROOT, runNode, say, TOOLS } from "./lib.mjs";

await ensureInstalled();
await build();
const folders = {
  TIDEMARK_SCREENSHOTS: join(CACHE, "screenshots"),
  TIDEMARK_PICTURES: join(ROOT, "docs/images"),
};
const { code } = await runNode([TOOLS.vitest, "run", "test/dashboard/screenshots.test.ts"], {
  env: { ...process.env, ...folders },
});
if (code === 0) say("Every view is in .cache/screenshots/; look at docs/images/ before you commit it.");
process.exitCode = code;

/**
 * `npm test`: installs and builds what is missing, then runs every test. `--long` runs the large counts for
 * an hour or `--minutes N` and continues where the last run ended; with `--save` it writes the results page.
 */
import { build } from "./build.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { runNode, TOOLS } from "./lib.mjs";
import { testLong } from "./test-long.mjs";

const words = process.argv.slice(2);
const others = words.filter((word) => word !== "--long");

await ensureInstalled();
await build({ types: true });
process.exitCode =
  others.length < words.length
    ? await testLong(others)
    : (await runNode([TOOLS.vitest, "run", ...others])).code;

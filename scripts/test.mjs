/**
 * `npm test`: installs and builds what is missing, then runs every test. `--long` runs the large counts, and with `--save`
 * keeps their result as a page.
 */
import { build } from "./build.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { runNode, TOOLS } from "./lib.mjs";

const isLong = process.argv.includes("--long");
const isSaved = process.argv.includes("--save");
const passedOn = process.argv.slice(2).filter((argument) => argument !== "--long" && argument !== "--save");
const page = isSaved ? { TIDEMARK_LONG_PAGE: "bench/results/long.md" } : {};

await ensureInstalled();
await build({ types: true });
const env = isLong ? { ...process.env, TIDEMARK_LONG: "1", ...page } : process.env;
const { code } = await runNode([TOOLS.vitest, "run", ...passedOn], { env });
process.exitCode = code;

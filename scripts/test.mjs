/** `npm test`: installs and builds what is missing, then runs every test. `--long` runs the large counts. */
import { build } from "./build.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { runNode, TOOLS } from "./lib.mjs";

const isLong = process.argv.includes("--long");
const passedOn = process.argv.slice(2).filter((argument) => argument !== "--long");

await ensureInstalled();
await build({ types: true });
const env = isLong ? { ...process.env, TIDEMARK_LONG: "1" } : process.env;
const { code } = await runNode([TOOLS.vitest, "run", ...passedOn], { env });
process.exitCode = code;

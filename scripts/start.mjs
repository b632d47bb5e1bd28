/** `npm start`: installs and builds what is missing, then runs the demo, or the command given after `--`. */
import { build } from "./build.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { runNode } from "./lib.mjs";

const given = process.argv.slice(2);
await ensureInstalled();
await build();
const { code } = await runNode(["dist/tidemark.cjs", ...(given.length > 0 ? given : ["demo"])]);
process.exitCode = code;

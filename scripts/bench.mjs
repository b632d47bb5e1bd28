/** `npm run bench -- NAME [arguments]`: builds, bundles bench/main.ts and runs it; stdout is the bench's alone. */
import { build } from "./build.mjs";
import { bundleForNode } from "./bundle.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { runNode } from "./lib.mjs";

await ensureInstalled();
await build();
const main = await bundleForNode("bench/main.ts", "bench");
const { code } = await runNode(["--enable-source-maps", main, ...process.argv.slice(2)]);
process.exitCode = code;

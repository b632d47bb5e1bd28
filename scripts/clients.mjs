/** `npm run test:clients [-- --only NAME,…]`: builds, then bundles and runs test/clients/prove.ts. */
import { build } from "./build.mjs";
import { bundleForNode } from "./bundle.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { runNode } from "./lib.mjs";

await ensureInstalled();
await build();
const main = await bundleForNode("test/clients/prove.ts", "prove");
const { code } = await runNode(["--enable-source-maps", main, ...process.argv.slice(2)]);
process.exitCode = code;

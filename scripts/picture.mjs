/** `npm run docs:picture`: builds, then bundles and runs test/clients/picture.ts. Needs tmux. */
import { build } from "./build.mjs";
import { bundleForNode } from "./bundle.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { runNode } from "./lib.mjs";

await ensureInstalled();
await build();
const main = await bundleForNode("test/clients/picture.ts", "picture");
const { code } = await runNode(["--enable-source-maps", main]);
process.exitCode = code;

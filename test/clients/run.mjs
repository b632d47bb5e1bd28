/** Bundles and runs record.ts: `npm run record:fixtures [-- CLIENT …]`. */
import { bundleForNode } from "../../scripts/bundle.mjs";
import { ensureInstalled } from "../../scripts/ensure.mjs";
import { runNode } from "../../scripts/lib.mjs";

await ensureInstalled();
const main = await bundleForNode("test/clients/record.ts", "record");
const { code } = await runNode(["--enable-source-maps", main, ...process.argv.slice(2)]);
process.exitCode = code;

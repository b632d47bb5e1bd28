/** `npm run record:fixtures [-- CLIENT …]`: bundles record.ts, which says what it does, and runs it. */
import { bundleForNode } from "../../scripts/bundle.mjs";
import { ensureInstalled } from "../../scripts/ensure.mjs";
import { runNode } from "../../scripts/lib.mjs";

await ensureInstalled();
const main = await bundleForNode("test/clients/record.ts", "record");
const { code } = await runNode(["--enable-source-maps", main, ...process.argv.slice(2)]);
process.exitCode = code;

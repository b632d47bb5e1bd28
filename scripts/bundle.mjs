/** Bundles a TypeScript file so that every supported Node can run it without building the package. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { CACHE, fail, ROOT } from "./lib.mjs";

/**
 * Bundles an entry into `.cache/<folder>/` and returns the path to run or import. Packages are not bundled:
 * the cache is in the checkout, so Node finds them in node_modules.
 */
export async function bundleForNode(entry, folder) {
  if (!existsSync(join(ROOT, entry))) fail(`${entry} is missing: there is nothing to run.`);
  const { build } = await import("esbuild");
  const outdir = join(CACHE, folder);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "linked",
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });
  return join(outdir, basename(entry).replace(/\.ts$/, ".mjs"));
}

/** Makes a TypeScript file of the checkout runnable on every Node we support, without a build of the package. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { CACHE, fail, ROOT } from "./lib.mjs";

/**
 * Bundles an entry into `.cache/<folder>/` and gives back the path to run or import. Packages stay outside:
 * the cache lies in the checkout, so Node finds them in node_modules.
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

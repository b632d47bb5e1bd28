/** Builds dist/dashboard/: one script, one style sheet, one page and its icon, without external resources. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "./lib.mjs";

const SOURCE = join(ROOT, "src/dashboard");

/**
 * Bundles the page into a folder. File names contain a content hash, so that browsers may cache them forever.
 */
export async function buildDashboard(esbuild, outdir) {
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: { page: join(SOURCE, "main.tsx"), style: join(SOURCE, "style/page.css") },
    outdir,
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022", "chrome123", "firefox120", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  const names = Object.keys(metafile.outputs).map((path) => basename(path));
  const named = (ending) => names.find((name) => name.endsWith(ending)) ?? "";
  const html = readFileSync(join(SOURCE, "index.html"), "utf8");
  writeFileSync(
    join(outdir, "index.html"),
    html.replace("STYLE", named(".css")).replace("SCRIPT", named(".js")),
  );
  copyFileSync(join(SOURCE, "icon.svg"), join(outdir, "icon.svg"));
  return metafile;
}

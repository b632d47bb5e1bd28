/** `npm run docs`: writes docs/reference/ from the catalogues in the code. `--check` only compares. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForNode } from "./bundle.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { fail, ROOT, say } from "./lib.mjs";

const FOLDER = "docs/reference";

await ensureInstalled();
const module = await bundleForNode("src/surfaces/verbs/reference.ts", "docs");
const { referencePages } = await import(pathToFileURL(module).href);
const pages = referencePages();
const wrong = process.argv.includes("--check") ? compare(pages) : write(pages);
if (wrong.length > 0)
  fail(`Not as the code says: ${wrong.join(", ")}. Run \`npm run docs\` and commit the result.`);

function compare(pages) {
  const names = new Set([...Object.keys(pages), ...written()]);
  return [...names].filter((name) => read(name) !== pages[name]).map((name) => `${FOLDER}/${name}`);
}

/** Writes the pages and deletes all others, so that the folder contains only generated pages. */
function write(pages) {
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  for (const name of written()) if (!Object.hasOwn(pages, name)) rmSync(join(ROOT, FOLDER, name));
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(ROOT, FOLDER, name), text);
  say(`Wrote ${Object.keys(pages).length} pages to ${FOLDER}.`);
  return [];
}

function written() {
  return existsSync(join(ROOT, FOLDER)) ? readdirSync(join(ROOT, FOLDER)) : [];
}

function read(name) {
  const path = join(ROOT, FOLDER, name);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Lists names, versions and licences of the packages that our bundles contain. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib.mjs";

const RULE = "-".repeat(80);

/** Licences that require no notice, with the text for a package that ships none. */
const WITHOUT_CONDITIONS = { Unlicense: "Released into the public domain: https://unlicense.org" };

/** The text of dist/THIRD-PARTY.txt. The packages are those in esbuild's metafiles, not a manual list. */
export function thirdParty(metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs).flatMap(usedInputs));
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const notices = [...folders].sort().map(notice);
  return `The files in this folder contain code of these packages.\n\n${notices.join("\n")}`;
}

/** Inputs that contribute at least one byte; tree-shaken ones are not shipped. */
function usedInputs(output) {
  return Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [path] : [],
  );
}

function packageFolder(path) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

function notice(folder) {
  const about = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
  const file = readdirSync(join(ROOT, folder)).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  const free = WITHOUT_CONDITIONS[about.license];
  if (!file && !free) throw new Error(`${about.name} ships no licence text, so it must not be bundled.`);
  const text = file ? readFileSync(join(ROOT, folder, file), "utf8").trim() : free;
  return `${RULE}\n${about.name} ${about.version} (${about.license})\n${RULE}\n${text}\n`;
}

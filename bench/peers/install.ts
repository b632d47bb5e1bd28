import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs npm packages in a folder outside the project, unless an earlier run did. Returns the folder of the
 * first package and its version.
 */
export function installPackages(
  folder: string,
  packages: readonly [string, ...string[]],
  flags: readonly string[] = [],
): { readonly home: string; readonly version: string } {
  const home = join(folder, "node_modules", packages[0].replace(/(?<!^)@.*/, ""));
  if (!existsSync(home)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    execFileSync("npm", ["install", "--no-audit", "--no-fund", ...flags, ...packages], {
      ...{ cwd: folder, stdio: "pipe" },
    });
  }
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    readonly version: string;
  };
  return { home, version };
}

/**
 * Completes package-lock.json after a change of dependencies: `node scripts/complete-lock.mjs`.
 *
 * npm omits optional builds for other platforms that the current registry does not carry, and `npm ci` then rejects
 * the lock file. This script adds them with name and version, so that the file works on every platform. It then asks
 * the registry for missing checksums, because npm accepts any content for an entry without one.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, say } from "./lib.mjs";

const SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];

const path = join(ROOT, "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8"));
const missing = missingFrom(lock.packages);
for (const [name, entry] of missing) lock.packages[`node_modules/${name}`] = entry;
const unsealed = Object.entries(lock.packages).filter(([path, entry]) => isUnsealed(path, entry));
for (const [path, entry] of unsealed) lock.packages[path] = sealed(path, entry);
const left = Object.entries(lock.packages).filter(([path, entry]) => isUnsealed(path, entry));
lock.packages = inOrder(lock.packages);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
say(`${missing.length} optional packages were added to package-lock.json.`);
say(
  `${unsealed.length - left.length} checksums were added; ${left.length} packages are not in this registry.`,
);

/**
 * Whether an entry has no checksum. Packages inside this repository need none, because they are not
 * downloaded.
 */
function isUnsealed(path, { link, integrity }) {
  return path.includes("node_modules/") && !link && integrity === undefined;
}

/**
 * Adds the checksum at the place where npm writes it. Unchanged if this registry does not have the package.
 */
function sealed(path, { version, ...rest }) {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const asked = ["view", `${name}@${version}`, "dist.integrity"];
  const { stdout } = spawnSync("npm", asked, { encoding: "utf8", shell: process.platform === "win32" });
  const integrity = stdout.trim();
  return /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
    ? { version, integrity, ...rest }
    : { version, ...rest };
}

function missingFrom(packages) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`${parent}/node_modules/${name}`] && !packages[`node_modules/${name}`])
      .map(([name, version]) => [name, entryOf(name, version, dev)]),
  );
}

/**
 * The lock entry. Its platform comes from the name; without a platform npm would install it everywhere, so an
 * unclear name is an error.
 */
function entryOf(name, version, dev) {
  const words = name.split(/[/-]/);
  const system = SYSTEMS.find((each) => words.includes(each));
  const processor = PROCESSORS.find((each) => words.includes(each));
  if (!/^\d/.test(version) || (!system && processor !== "wasm32")) {
    throw new Error(
      `${name}@${version}: cannot tell for which platform it is. Add it to package-lock.json by hand.`,
    );
  }
  return {
    version,
    ...(processor ? { cpu: [processor] } : {}),
    ...(dev ? { dev: true } : {}),
    ...(system === "linux" ? { libc: [words.includes("musl") ? "musl" : "glibc"] } : {}),
    optional: true,
    ...(system ? { os: [system] } : {}),
  };
}

function inOrder(packages) {
  const compare = (a, b) => a.localeCompare(b, "en");
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => compare(a, b)));
}

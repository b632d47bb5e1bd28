import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenario } from "./scenarios/scenario.ts";
import { ROOT } from "./sources.ts";
import { built, type Ended, node, npm, spawned } from "./spawned.ts";

/* Tests the files in the package, which are the same for every Node version. `package.test.ts` installs and runs it. */

const away = mkdtempSync(join(tmpdir(), "tidemark-contents-"));
const clone = join(away, "clone");
const installed = join(away, "node_modules/tidemark");
const about = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  exports: { [door: string]: unknown };
  dependencies: { [name: string]: string };
};
const doors = Object.keys(about.exports)
  .filter((door) => door !== "./package.json")
  .map((door) => door.replace(/^\./, "tidemark"));

let tarball = "";

beforeAll(async () => {
  await built();
  tarball = await packClone();
  mkdirSync(installed, { recursive: true });
  succeeded(await spawned("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed]));
  for (const name of [...Object.keys(about.dependencies), "vitest"]) {
    mkdirSync(dirname(join(away, "node_modules", name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(away, "node_modules", name), "junction");
  }
  writeFileSync(join(away, "package.json"), '{ "private": true, "type": "module" }\n');
});

afterAll(() => rmSync(away, { recursive: true, force: true, maxRetries: 5 }));

/**
 * Packs a copy of the checkout with git's files only and nothing built. It links the installed packages to avoid the
 * network.
 */
async function packClone(): Promise<string> {
  const listed = succeeded(
    await spawned("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]),
  );
  const paths = listed.stdout.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
  for (const path of paths.filter((path) => !/^(test|docs|bench\/(corpus|results))\//.test(path))) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(clone, path));
  }
  symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"), "junction");
  succeeded(await npm(["pack", "--pack-destination", away], { cwd: clone }));
  return join(away, readdirSync(away).find((name) => name.endsWith(".tgz")) ?? "");
}

scenario("package.packs-itself", () => {
  for (const name of ["tidemark.cjs", "cli.cjs", "index.js", "types/index.d.ts"])
    expect(existsSync(join(installed, "dist", name)), name).toBe(true);
});

/** After an intended change, run `npm test -- test/package-contents.test.ts -u` and read the diff. */
scenario("package.exports", async () => {
  const names = doors.flatMap((door) => declared(door).map((name) => `${door}: ${name}`));
  await expect(`${names.join("\n")}\n`).toMatchFileSnapshot("golden/exports.txt");
});

test("the values that an entry point exports are exactly the declared ones", async () => {
  for (const door of doors) {
    const script = `import(${JSON.stringify(door)}).then((all) => console.log(JSON.stringify(Object.keys(all))))`;
    const { stdout } = succeeded(await node(["-e", script], { cwd: away }));
    const values = declared(door).filter((name) => !name.startsWith("type "));
    expect((JSON.parse(stdout) as string[]).sort()).toEqual(values.sort());
  }
});

test.each([
  ["Node16", ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
  ["NodeNext", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ["bundler", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
] as const)("its declarations hold together for a user with %s resolution", (_, module, moduleResolution) => {
  const program = userProgram(module, moduleResolution);
  const ours = ts.getPreEmitDiagnostics(program).filter(({ file }) => !file || !isForeign(file.fileName));
  expect(ours.map((each) => ts.flattenDiagnosticMessageText(each.messageText, "\n"))).toEqual([]);
});

test("publint finds nothing", async () => {
  const bytes = readFileSync(tarball);
  const tarred = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const { messages, pkg } = await publint({ pack: { tarball: tarred }, strict: true });
  const said = messages
    .filter(({ type }) => type !== "suggestion")
    .map((message) => formatMessage(message, pkg));
  expect(said).toEqual([]);
});

test("it holds no source, no test and no path of the machine that packed it", () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const strays = paths.filter((path) =>
    /[\\/](src|test|bench|scripts)[\\/]/.test(path.slice(installed.length)),
  );
  expect(strays).toEqual([]);
  // The linked packages lie in this checkout, so the bundle may contain their paths; it must not contain those of our
  // files.
  const ours = paths.map((path) => join(ROOT, relative(installed, path))).filter((path) => existsSync(path));
  expect(ours.length).toBeGreaterThan(paths.length / 2);
  expect(ours.filter((path) => readFileSync(path, "utf8").includes(ROOT))).toEqual([]);
});

function succeeded(ended: Ended): Ended {
  expect(ended.code, `${ended.stdout}\n${ended.stderr}`).toBe(0);
  return ended;
}

/** The names that an entry point declares; types are marked with "type". */
function declared(door: string): string[] {
  const program = userProgram(ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext);
  const checker = program.getTypeChecker();
  const user = program.getSourceFile(join(away, "user.ts"));
  const imported = user?.statements.filter(ts.isImportDeclaration).find((each) => textOf(each) === door);
  const module = imported && checker.getSymbolAtLocation(imported.moduleSpecifier);
  if (!module) throw new Error(`${door} has no declarations`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (isValue(checker, symbol) ? symbol.name : `type ${symbol.name}`))
    .sort();
}

function textOf(declaration: ts.ImportDeclaration): string {
  return (declaration.moduleSpecifier as ts.StringLiteral).text;
}

function isValue(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (real.flags & ts.SymbolFlags.Value) !== 0;
}

const programs = new Map<ts.ModuleKind, ts.Program>();

/** Made once for each module resolution, because making a program takes seconds. */
function userProgram(module: ts.ModuleKind, moduleResolution: ts.ModuleResolutionKind): ts.Program {
  const known = programs.get(module) ?? newProgram({ module, moduleResolution });
  programs.set(module, known);
  return known;
}

function newProgram(options: ts.CompilerOptions): ts.Program {
  const user = join(away, "user.ts");
  const imports = doors.map((door, i) => `import * as door${i} from "${door}";\nvoid door${i};\n`);
  const example = readFileSync(join(ROOT, "test/support/library-user.ts"), "utf8");
  writeFileSync(user, [...imports, example.replace("../../src/index.ts", "tidemark")].join(""));
  return ts.createProgram([user], {
    ...options,
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts"],
    types: [],
    strict: true,
    noEmit: true,
  });
}

/** Whether a declaration file belongs to another package. Errors in those do not count. */
function isForeign(path: string): boolean {
  return path.includes("/node_modules/") && !path.includes("/node_modules/tidemark/");
}

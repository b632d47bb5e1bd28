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
import { dirname, join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenario } from "./scenarios/scenario.ts";
import { ROOT } from "./sources.ts";
import { built, type Ended, node, npm, spawned } from "./spawned.ts";

/** The package as a user gets it: packed, and installed into a folder that knows nothing of this one. */
const away = mkdtempSync(join(tmpdir(), "tidemark-package-"));
const installed = join(away, "node_modules/tidemark");
const about = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  version: string;
  exports: { [door: string]: unknown };
};
const doors = Object.keys(about.exports)
  .filter((door) => door !== "./package.json")
  .map((door) => door.replace(/^\./, "tidemark"));

let tarball = "";

beforeAll(async () => {
  await built();
  succeeded(await npm(["pack", "--ignore-scripts", "--pack-destination", away]));
  tarball = join(away, readdirSync(away).find((name) => name.endsWith(".tgz")) ?? "");
  writeFileSync(join(away, "package.json"), '{ "private": true, "type": "module" }\n');
  const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  succeeded(await npm(["install", ...flags, tarball], { cwd: away }));
});

afterAll(() => rmSync(away, { recursive: true, force: true, maxRetries: 5 }));

scenario("package.clone-runs", async () => {
  const version = succeeded(await bin("--version"));
  expect(version.stdout).toContain(about.version);
  const demo = succeeded(await bin("demo"));
  expect(demo.stdout.split("\n").length).toBeGreaterThan(5);
  for (const door of doors) succeeded(await node(["-e", `import(${JSON.stringify(door)})`], outside()));
});

/** As after a clone: what git has and nothing that was built. The packages are borrowed, to spare the network. */
scenario("package.packs-itself", async () => {
  const clone = join(away, "clone");
  const listed = succeeded(
    await spawned("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]),
  );
  const paths = listed.stdout.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
  for (const path of paths.filter((path) => !/^(test|docs|bench\/(corpus|results))\//.test(path))) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(clone, path));
  }
  symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"), "junction");
  const { stdout } = succeeded(await npm(["pack", "--json", "--dry-run"], { cwd: clone }));
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("["))) as { files: { path: string }[] }[];
  const names = packed?.files.map(({ path }) => path) ?? [];
  for (const name of ["tidemark.cjs", "hook.cjs", "cli.cjs", "index.js", "types/index.d.ts"])
    expect(names).toContain(`dist/${name}`);
});

/** After an intended change: `npm test -- test/package.test.ts -u`, and read the diff. */
scenario("package.exports", async () => {
  const names = doors.flatMap((door) => declared(door).map((name) => `${door}: ${name}`));
  await expect(`${names.join("\n")}\n`).toMatchFileSnapshot("golden/exports.txt");
});

test("what is declared as a value is there at run time, and nothing more", async () => {
  for (const door of doors) {
    const script = `import(${JSON.stringify(door)}).then((all) => console.log(JSON.stringify(Object.keys(all))))`;
    const { stdout } = succeeded(await node(["-e", script], outside()));
    const values = declared(door).filter((name) => !name.startsWith("type "));
    expect((JSON.parse(stdout) as string[]).sort()).toEqual(values.sort());
  }
});

test.each([
  ["Node16", ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
  ["NodeNext", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ["bundler", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
] as const)("its declarations hold together for a user with %s resolution", (_, module, moduleResolution) => {
  const program = userProgram({ module, moduleResolution });
  const ours = ts.getPreEmitDiagnostics(program).filter(({ file }) => !file || !isForeign(file.fileName));
  expect(ours.map((each) => ts.flattenDiagnosticMessageText(each.messageText, "\n"))).toEqual([]);
});

test("publint has nothing to say", async () => {
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
  expect(paths.filter((path) => readFileSync(path, "utf8").includes(ROOT))).toEqual([]);
});

/** As a shell would start it: by the link that npm made and the file's own first line. */
function bin(verb: string): Promise<Ended> {
  if (process.platform === "win32") return node([join(installed, "dist/tidemark.cjs"), verb], outside());
  return spawned(join(away, "node_modules/.bin/tidemark"), [verb], outside());
}

/** Away from this checkout, with an empty home. */
function outside() {
  return { cwd: away, env: { ...process.env, HOME: away, USERPROFILE: away } };
}

function succeeded(ended: Ended): Ended {
  expect(ended.code, `${ended.stdout}\n${ended.stderr}`).toBe(0);
  return ended;
}

/** The names a door shows by its declarations, types marked as such. */
function declared(door: string): string[] {
  const program = userProgram({
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
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

function userProgram(options: ts.CompilerOptions): ts.Program {
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

/** Other packages' declarations are their own affair. */
function isForeign(path: string): boolean {
  return path.includes("/node_modules/") && !path.includes("/node_modules/tidemark/");
}

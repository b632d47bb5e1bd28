/** Declarations for users of the library, made by the compiler from the library's doors. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { CACHE, fail, ROOT } from "./lib.mjs";

/** Writes a `.d.ts` for each file that the entries reach, in the shape of src/, into an emptied folder. */
export async function emitTypes(entries, folder) {
  const { default: ts } = await import("typescript");
  const aside = join(CACHE, `types-${process.pid}`);
  const program = ts.createProgram(
    entries.map((entry) => join(ROOT, entry)),
    optionsOf(ts, aside),
  );
  const { diagnostics } = program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withJsPaths(ts, text));
  });
  if (diagnostics.length > 0)
    fail(`Cannot emit declarations:\n${ts.formatDiagnostics(diagnostics, hostFor(ts))}`);
  swap(aside, folder);
}

function optionsOf(ts, outDir) {
  const path = join(ROOT, "tsconfig.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { tsBuildInfoFile, ...options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options;
  return {
    ...options,
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    // `npm run check` checks; declarations need only the types that they name.
    noCheck: true,
    // Doc comments are the library's manual in an editor, so they stay.
    removeComments: false,
    rootDir: join(ROOT, "src"),
    outDir,
  };
}

/** The compiler leaves `.ts` in the paths of declarations; a user has `.d.ts` files, found by `.js`. */
function withJsPaths(ts, text) {
  let out = text;
  for (const { fileName, end } of ts.preProcessFile(text, true, true).importedFiles) {
    if (!/^\.{1,2}\/.*(?<!\.d)\.ts$/.test(fileName)) continue;
    // Three letters for three letters: the places of the other paths stay what they were.
    const at = out.lastIndexOf(".ts", end);
    out = `${out.slice(0, at)}.js${out.slice(at + 3)}`;
  }
  return out;
}

function hostFor(ts) {
  return {
    getCanonicalFileName: (name) => relative(ROOT, name),
    getCurrentDirectory: () => ROOT,
    getNewLine: () => ts.sys.newLine,
  };
}

function swap(from, to) {
  if (!existsSync(from)) fail("Cannot emit declarations: the compiler wrote none.");
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

type Door = { readonly main: (argv: readonly string[]) => Promise<void> };

/**
 * The `tidemark` command. It does nothing but choose: a hook runs many times a session and must start in
 * milliseconds, so it loads its own small file; everything else loads the command line.
 */
async function launch(argv: readonly string[]): Promise<void> {
  if (argv[0] === "hook" && argv[1] !== "--help" && argv[1] !== "-h")
    return load("hook.cjs").main(argv.slice(1));
  return load("cli.cjs").main(argv);
}

/**
 * Loads a file of this package, already compiled where the build left a copy that this Node can use: to
 * compile it again would be a fifth of every start. Any other Node simply compiles it.
 */
function load(name: string): Door {
  const file = join(__dirname, name);
  const own = createRequire(file);
  const compiled = compiledCopy(`${file}.cache`);
  if (!compiled) return own(file);
  // The bundle is ASCII, so this is the same text, and is read without being looked through.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "latin1")}\n})`;
  const script = new Script(source, { filename: file, cachedData: compiled });
  if (script.cachedDataRejected) return own(file);
  const module = { exports: {} as Door };
  script.runInThisContext()(module.exports, own, module, file, __dirname);
  return module.exports;
}

function compiledCopy(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

launch(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`tidemark: cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 3;
});

import { VERSION } from "./version.ts";

type Door = (argv: readonly string[]) => Promise<void>;
type HookDoor = (argv: readonly string[], prepare: () => void) => Promise<void>;
type EntryPoints = { readonly hook: HookDoor; readonly main: Door };

/**
 * The `tidemark` command. It does nothing but choose: a hook runs many times a session and must start in
 * milliseconds, so the version is a number of this file, and a hook passes by the command line.
 */
async function launch(argv: readonly string[]): Promise<void> {
  const [first, second] = argv;
  if ((first === "--version" || first === "-V") && argv.length === 1)
    return void process.stdout.write(`${VERSION}\n`);
  const { dropRepositoryVariables } = await import("./adapters/system/repository-variables.ts");
  const prepare = (): void => dropRepositoryVariables(argv, process.env, process.cwd());
  const { keepCompiledCode } = await import("./adapters/disk/compile-cache.ts");
  keepCompiledCode(__dirname);
  // Named at run time, so that the bundler leaves the other files where they are.
  const doors: EntryPoints = require(`${__dirname}/cli.cjs`);
  const isHook = first === "hook" && second !== "--help" && second !== "-h";
  if (isHook) return doors.hook(argv.slice(1), prepare);
  prepare();
  return doors.main(argv);
}

launch(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`tidemark: cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 3;
});

import { VERSION } from "./version.ts";

type Door = (argv: readonly string[]) => Promise<void>;
type HookDoor = (argv: readonly string[], prepare: () => void) => Promise<void>;
type EntryPoints = { readonly hook: HookDoor; readonly main: Door };

/**
 * The `tidemark` command. It only chooses the entry point: hooks run many times in a session and must start in milliseconds. So the version
 * is a constant in this file, and a hook does not load the command line.
 */
async function launch(argv: readonly string[]): Promise<void> {
  const [first, second] = argv;
  if ((first === "--version" || first === "-V") && argv.length === 1)
    return void process.stdout.write(`${VERSION}\n`);
  const { dropRepositoryVariables } = await import("./adapters/system/repository-variables.ts");
  const prepare = (): void => dropRepositoryVariables(argv, process.env, process.cwd());
  const { keepCompiledCode } = await import("./adapters/disk/compile-cache.ts");
  keepCompiledCode(__dirname);
  // The path is computed at run time, so that the bundler does not include the other files.
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

import { VERSION } from "./version.ts";

type Door = { readonly main: (argv: readonly string[]) => Promise<void> };

/**
 * The `tidemark` command. It does nothing but choose: a hook runs many times a session and must start in
 * milliseconds, so it loads its own small file; everything else loads the command line.
 */
async function launch(argv: readonly string[]): Promise<void> {
  const [first, second] = argv;
  if ((first === "--version" || first === "-V") && argv.length === 1)
    return void process.stdout.write(`${VERSION}\n`);
  const { dropRepositoryVariables } = await import("./adapters/system/repository-variables.ts");
  dropRepositoryVariables(argv, process.env, process.cwd());
  const { keepCompiledCode } = await import("./adapters/disk/compile-cache.ts");
  keepCompiledCode(__dirname);
  if (first === "hook" && second !== "--help" && second !== "-h") return load("hook.cjs").main(argv.slice(1));
  return load("cli.cjs").main(argv);
}

/** Named at run time, so that the bundler leaves the other files where they are. */
const load = (name: string): Door => require(`${__dirname}/${name}`);

launch(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`tidemark: cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 3;
});

/**
 * The `tidemark` command. It does nothing but choose: a hook runs many times a session and must start in
 * milliseconds, so it loads its own small file; everything else loads the command line.
 */
async function launch(argv: readonly string[]): Promise<void> {
  if (argv[0] === "hook") return (await import("./hook.ts")).main(argv.slice(1));
  return (await import("./main.ts")).main(argv);
}

launch(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`tidemark: cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 3;
});

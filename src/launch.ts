/**
 * The `tidemark` command. It does nothing but choose: a hook runs many times a session and must start in
 * milliseconds, so it loads its own small file; everything else loads the command line.
 */
const door = process.argv[2] === "hook" ? import("./hook.ts") : import("./main.ts");

door.catch((error: unknown) => {
  process.stderr.write(`tidemark: cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 3;
});

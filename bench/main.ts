import { runWorker } from "./worker.ts";

/** Runs a bench by name, or one of its workers when a bench has started this program again. */
const [first, name = "", input = "{}"] = process.argv.slice(2);
if (first === "--worker") await runWorker(name, input);
else process.exitCode = await (await import("./command.ts")).command(process.argv.slice(2));

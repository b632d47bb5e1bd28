import { runWorker } from "./worker.ts";

/** Runs a bench by name, or, when a bench starts this program again, one of its workers. */
const [first, name = "", input = "{}"] = process.argv.slice(2);
if (first === "--worker") await runWorker(name, input);
else process.exitCode = await (await import("./command.ts")).command(process.argv.slice(2));

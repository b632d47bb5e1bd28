/**
 * `npm run check`: runs every guard, two at a time, with one line each; then prints the table of the sources
 * and the output of failed guards.
 */
import { ensureInstalled } from "./ensure.mjs";
import { GUARDS } from "./guards.mjs";
import { runNode } from "./lib.mjs";

/** Guards that run in parallel. More would only slow each other down on a small machine. */
const LANES = 2;

await ensureInstalled();
const waiting = [...GUARDS];
const failures = [];
const tables = [];
await Promise.all(Array.from({ length: LANES }, lane));
for (const table of tables) console.log(`\n${table.trimEnd()}`);
for (const { name, output } of failures) console.log(`\n--- ${name}\n${output.trim()}`);
console.log(
  failures.length === 0 ? "\nAll guards hold." : `\n${failures.length} of ${GUARDS.length} guards failed.`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

async function lane() {
  for (let guard = waiting.shift(); guard; guard = waiting.shift()) {
    const began = performance.now();
    const { code, output } = await runNode(guard.args, { quiet: true });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "failed"}  ${guard.name.padEnd(16)} ${seconds.padStart(5)} s`);
    if (code === 0 && guard.isTable) tables.push(output);
    if (code !== 0) failures.push({ name: guard.name, output });
  }
}

import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "./lib.mjs";

/** Prints the result of each test file, and appends it as a line to the file at `path`. */
export function longReporter(path) {
  return {
    onTestModuleEnd(module) {
      const outcome = outcomeOf(module);
      const { name, tests, failed, seconds } = outcome;
      console.log(`${name}: ${tests} tests, ${failed} failed, ${seconds} s`);
      if (path) appendFileSync(path, `${JSON.stringify(outcome)}\n`);
    },
  };
}

function outcomeOf(module) {
  const tests = [...module.children.allTests()];
  const failed = tests.filter((test) => test.result().state === "failed");
  const isBroken = module.errors().length > 0;
  return {
    name: relative(ROOT, module.moduleId).replaceAll("\\", "/"),
    tests: tests.length,
    failed: failed.length + (isBroken ? 1 : 0),
    failures: [...failed.map((test) => test.fullName), ...(isBroken ? ["the file does not load"] : [])],
    seconds: Math.round(module.diagnostic().duration / 1000),
  };
}

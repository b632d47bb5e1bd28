/** Closes a test run with one plain line that a person or a program can read. */
export function countReporter() {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const states = modules.flatMap((module) =>
        [...module.children.allTests()].map((test) => test.result().state),
      );
      const count = (state) => states.filter((each) => each === state).length;
      // A file that does not load has no failed test, and an error outside a test has none either.
      const broken = modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length;
      const failed = count("failed") + broken;
      console.log(`${count("passed")} passed, ${failed} failed, ${count("skipped")} skipped`);
    },
  };
}

/** Ends a test run with one line that people and programs can read. */
export function countReporter() {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const states = modules.flatMap((module) =>
        [...module.children.allTests()].map((test) => test.result().state),
      );
      const count = (state) => states.filter((each) => each === state).length;
      // Counts files that do not load and errors outside of tests, which have no failed test.
      const broken = modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length;
      const failed = count("failed") + broken;
      console.log(`${count("passed")} passed, ${failed} failed, ${count("skipped")} skipped`);
    },
  };
}

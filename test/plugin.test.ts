import { expect } from "vitest";
import { VERSION } from "../src/version.ts";
import { scenario } from "./scenarios/scenario.ts";
import { filesUnder } from "./sources.ts";
import { pluginFiles } from "./support/plugin-files.ts";

const files = Object.entries(pluginFiles(VERSION));

/** After an intended change, run `npm test -- test/plugin.test.ts -u` and read the diff. */
scenario("plugin.generated", async () => {
  for (const [path, text] of files) await expect(text).toMatchFileSnapshot(`../plugin/${path}`);
  expect(filesUnder("plugin")).toEqual(files.map(([path]) => `plugin/${path}`).sort());
});

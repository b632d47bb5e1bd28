import { expect, test } from "vitest";
import { packagedText } from "../src/adapters/disk/packaged-files.ts";
import { VERSION } from "../src/version.ts";
import { scenario } from "./scenarios/scenario.ts";
import { filesUnder } from "./sources.ts";
import { pluginFiles } from "./support/plugin-files.ts";

const files = Object.entries(pluginFiles(VERSION));
/** Files that the wiring of their hosts writes as they are. */
const SOURCES = ["opencode/tidemark.js", "pi/tidemark.ts"];

/** After an intended change, run `npm test -- test/plugin.test.ts -u` and read the diff. */
scenario("plugin.generated", async () => {
  for (const [path, text] of files) await expect(text).toMatchFileSnapshot(`../plugin/${path}`);
  expect(filesUnder("plugin")).toEqual(
    [...files.map(([path]) => path), ...SOURCES].map((path) => `plugin/${path}`).sort(),
  );
});

test("a missing file of the package is named", () => {
  expect(packagedText("plugin/pi/tidemark.ts")).toContain("export default function tidemark");
  expect(() => packagedText("plugin/none.ts")).toThrow("plugin/none.ts is missing in the installed package.");
});

import { expect, test } from "vitest";
// @ts-expect-error: the scripts have no types.
import { filesOf } from "../scripts/lazy-modules.mjs";

test("the file of every module load is found, whatever name the minifier gives the loader", () => {
  const modules = ["t", "$", "a$", "_"].map((loader, i) => ({
    id: `app/m${i}`,
    code: `function(e,${loader},x){(q??=${loader}("#adapters/git/run-git")).runGit()}`,
  }));
  const files = filesOf(modules, { groupOf: () => undefined, eager: [] });
  const code = [...files.values()].join("");
  expect(code.match(/\("#?adapters\/git\/run-git","adapters-git"\)/g)).toHaveLength(modules.length);
  expect(code).not.toContain('("#');
});

import { expect, test } from "vitest";
import { scenario } from "./scenario.ts";
import { commandLine, hasMemory, stage } from "./stage.ts";

scenario("everyday.no-memory", async () => {
  const on = stage("cli", { isAsked: false });
  for (const argv of [
    ["recall", "queue"],
    ["find"],
    ["log"],
    ["agents"],
    ["stale", "list"],
    ["session", "list"],
  ]) {
    const { code, stdout } = await commandLine(argv, on);
    expect([code, stdout], argv.join(" ")).toEqual([
      0,
      expect.stringContaining(`There is no memory in ${on.dir} yet`),
    ]);
    expect(stdout).toContain("tidemark init");
  }
  expect(JSON.parse((await commandLine(["find", "--json"], on)).stdout)).toMatchObject({ items: [] });
  expect(hasMemory(on.dir)).toBe(false);
});

test("the log lists an accepted candidate once", async () => {
  const on = stage();
  await commandLine(["create", "candidate", "--proposes", "decision", "--text", "We build with pnpm"], on);
  await commandLine(["review", "--accept", "cnd#1"], on);
  const { changes } = (await on.call("log")) as unknown as { changes: readonly { label: string }[] };
  expect(changes.map(({ label }) => label)).toEqual(["dec#1"]);
});

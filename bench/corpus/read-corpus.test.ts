import { describe, expect, test } from "vitest";
import { dialoguesOf, readCorpus } from "./read-corpus.ts";

const all = [...readCorpus("dev"), ...readCorpus("fit"), ...readCorpus("test")];

describe("the corpus", () => {
  test("has the promised size and mix of languages, lengths and hosts", () => {
    expect(all.length).toBeGreaterThanOrEqual(150);
    expect(all.filter(({ lang }) => lang !== "en").length / all.length).toBeGreaterThanOrEqual(0.3);
    expect(all.filter(({ turns }) => turns.length >= 40).length).toBeGreaterThanOrEqual(10);
    expect(new Set(all.map(({ host }) => host)).size).toBeGreaterThanOrEqual(7);
    const chatter = all.filter(({ sort }) => sort === "chatter");
    expect(chatter.reduce((sum, { turns }) => sum + turns.length, 0)).toBeGreaterThanOrEqual(300);
  });

  test("has no two dialogues of the same name, in one part or across parts", () => {
    const names = all.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

const HEAD =
  "=== one\nlang: en\nhost: codex\nsort: direct\n\n--- session\nU@1  Use pnpm.\nT    shell | exit 1 | a | b\n     failed\n";

describe("a dialogue", () => {
  test("is parsed into turns, tool calls and labels", () => {
    const [one] = dialoguesOf(
      `${HEAD}--- labels\nmaybe decision|preference @1 "Use pnpm." rejected "npm" "yarn" as d1\n`,
      "f",
    );
    expect(one?.turns).toMatchObject([
      { role: "user", text: "Use pnpm.", anchor: 1, session: 0 },
      { role: "tool", tool: "shell", exit_code: 1, tool_input: "a | b", text: "failed" },
    ]);
    expect(one?.labels).toMatchObject([
      { kinds: ["decision", "preference"], isMaybe: true, rejected: ["npm", "yarn"], name: "d1" },
    ]);
  });

  test.each([
    ['decision @1 "Use npm."', "is not in the turns"],
    ['decision @2 "Use pnpm."', "points at no turn"],
    ['decison @1 "Use pnpm."', "there is no kind"],
    ['decision @1 "Use pnpm." amends d9', "nothing is called"],
    ["decision Use pnpm", "cannot read the label"],
    ["conflict a b", "conflict a b"],
  ])("with the label %s is refused", (label, why) => {
    expect(() => dialoguesOf(`${HEAD}--- labels\n${label}\n`, "f")).toThrow(why);
  });
});

import fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { MemoryError } from "../../src/core/failure.ts";
import type { WiredFile } from "../../src/ports/wiring.ts";
import { WIRINGS } from "../../src/surfaces/hosts/wirings.ts";
import { scenario } from "../scenarios/scenario.ts";
import { PLACE } from "../support/host-stage.ts";
import { holds } from "../support/property.ts";

const files = WIRINGS.flatMap(({ host, files: of }) =>
  (["user", "project"] as const).flatMap((scope) =>
    of(PLACE, scope).map((file) => ({
      host,
      scope,
      file,
      name: `${host}: ${file.path.replace(PLACE.home, "~")}`,
    })),
  ),
);
const endingIn = (ending: RegExp) =>
  files.filter(({ file }) => ending.test(file.path) && !/hooks\/tidemark/.test(file.path));
const jsonFiles = endingIn(/\.json$/);
const tomlFiles = endingIn(/\.toml$/);
const markdown = endingIn(/\.md$/);

const meaning = (text: string): unknown => {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
};

/** Whether `other` contains all characters of `one` in order, so that text was only inserted. */
function isWithin(one: string, other: string): boolean {
  let at = 0;
  for (const letter of one) {
    at = other.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Puts our entries into a file and checks that a second put changes nothing and that other text is kept. */
function keepsOthers(file: WiredFile, before: string): string {
  const after = file.put(before);
  expect(file.put(after)).toBe(after);
  expect(file.lacks(after)).toEqual([]);
  expect(isWithin(before.trimEnd(), after)).toBe(true);
  return after;
}

const otherHook = fc.record({
  matcher: fc.constantFrom("*", "Bash"),
  hooks: fc.array(
    fc.record({ type: fc.constant("command"), command: fc.constantFrom("lint", "other hook codex") }),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
});
const server = fc.record({ command: fc.string(), args: fc.array(fc.string(), { maxLength: 2 }) });
/** Random entries of other tools in a host's settings. */
const settings = fc.record(
  {
    model: fc.string(),
    hooks: fc.dictionary(
      fc.constantFrom("SessionStart", "Stop", "BeforeAgent", "Another"),
      fc.array(otherHook, { maxLength: 2 }),
      { noNullPrototype: true },
    ),
    mcpServers: fc.dictionary(fc.constantFrom("one", "two"), server, { noNullPrototype: true }),
    mcp: fc.dictionary(fc.constantFrom("one", "two"), server, { noNullPrototype: true }),
    permissions: fc.record({ allow: fc.array(fc.string(), { maxLength: 3 }) }, { requiredKeys: [] }),
    list: fc.array(fc.integer(), { maxLength: 3 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const style = fc.record({
  indent: fc.constantFrom("  ", "    ", "\t", ""),
  eol: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\uFEFF"),
  ending: fc.constantFrom("", "\n", "\n\n"),
  hasRemarks: fc.boolean(),
  hasTrailingCommas: fc.boolean(),
});
type Style = typeof style extends fc.Arbitrary<infer One> ? One : never;

function written(
  value: unknown,
  { indent, eol, mark, ending, hasRemarks, hasTrailingCommas }: Style,
): string {
  const plain = JSON.stringify(value, null, indent);
  const commas =
    hasTrailingCommas && indent !== "" ? plain.replace(/([^,{[\s])(\n\s*[}\]])/g, "$1,$2") : plain;
  const lines = commas
    .split("\n")
    .map((line, i) => (hasRemarks && indent !== "" ? `${line} // remark ${i}` : line));
  return `${mark}${lines.join(eol)}${ending.replaceAll("\n", eol)}`;
}

scenario("init.merges", async () => {
  const property = fc.property(fc.constantFrom(...jsonFiles), settings, style, ({ file }, value, as) => {
    const before = written(value, as);
    const after = keepsOthers(file, before);
    const left = file.strip(after, { text: before });
    expect(meaning(left ?? "{}")).toEqual(meaning(before));
    for (const remark of before.match(/\/\/ remark \d+/g) ?? [])
      expect([after, left].every((text) => text?.includes(remark))).toBe(true);
  });
  await holds(property, 300);
});

describe.each(jsonFiles)("$name", ({ file }) => {
  test("is created if it is missing, and deleted again when our entries are removed", () => {
    const made = file.put(undefined);
    expect(file.lacks(made)).toEqual([]);
    expect(file.lacks(undefined).every(({ is }) => is === "missing")).toBe(true);
    expect(file.strip(made, { text: undefined })).toBeUndefined();
    expect(JSON.parse(made)).toEqual(meaning(file.put("")));
  });

  test.each([
    ["a list", "[1]"],
    ["a text", '"x"'],
    ["an incomplete object", '{"a": 1'],
    [
      "an object with duplicate names",
      '{"hooks": {}, "hooks": 1, "mcpServers": {}, "mcpServers": 2, "mcp": {}, "mcp": 3}',
    ],
    [
      "an object with a string in place of entries",
      '{"hooks": 1, "mcpServers": "x", "mcp": [1], "permissions": 2}',
    ],
  ])("is refused when it is %s", (_, text) => {
    expect(() => file.put(text)).toThrow(MemoryError);
  });
});

const TOML = `# my settings
model = "x"   # a remark

note = """
[mcp_servers.tidemark]
not a table
"""

[mcp_servers.other]
command = "other" # its own
[[skills]]
name = "a"
`;

describe.each(tomlFiles)("$name", ({ file }) => {
  test.each([
    ["with comments", TOML],
    ["without a final line break", TOML.trimEnd()],
    ["with Windows line ends", TOML.replaceAll("\n", "\r\n")],
    ["that is empty", ""],
  ])("keeps what others wrote in a file %s", (_, before) => {
    const after = keepsOthers(file, before);
    expect(file.strip(after, { text: before })?.trimEnd()).toBe(before.trimEnd());
  });

  test("loses only our table if another program wrote behind it", () => {
    const state = '\n[hooks.state."/x:stop:0:0"]\ntrusted_hash = "sha256:1"\n';
    const after = `${file.put(TOML)}${state}`;
    expect(file.put(after)).toBe(after);
    expect(file.strip(after, { text: TOML })).toBe(`${TOML}${state}`);
  });

  test("is repaired if somebody changed our entries", () => {
    const changed = file.put(TOML).replace('"tidemark"', '"/opt/tidemark"');
    expect(file.lacks(changed)).toEqual([{ part: "tools", name: "mcp_servers.tidemark", is: "changed" }]);
    expect(file.put(changed)).toBe(file.put(TOML));
  });

  test("is refused if it has servers as an inline table", () => {
    expect(() => file.put('mcp_servers = { a = { command = "a" } }\n')).toThrow(MemoryError);
  });
});

describe.each(markdown)("$name", ({ file }) => {
  test.each([
    ["with text", "# Rules\n\nBe kind.\n"],
    ["without a final line break", "# Rules\n\nBe kind."],
    ["with Windows line ends", "# Rules\r\n\r\nBe kind.\r\n"],
    ["with empty lines at its end", "# Rules\n\n\n"],
    ["that is empty", ""],
  ])("keeps what others wrote in a file %s", (_, before) => {
    const after = keepsOthers(file, before);
    expect(file.strip(after, { text: before })).toBe(before);
  });

  test("keeps text that was written around our block later", () => {
    const after = file.put("# Rules\n").replace("# Rules", "# Our rules").concat("\nMore.\n");
    expect(file.strip(after, { text: "# Rules\n" })).toBe("# Our rules\n\nMore.\n");
    expect(file.lacks(after.replace("Project memory", "Memory"))).toMatchObject([{ is: "changed" }]);
  });
});

scenario("init.constant", () => {
  const commands = WIRINGS.flatMap(({ hooks }) => hooks.map(({ command }) => command));
  expect(commands).toMatchSnapshot();
  const texts = files.map(({ file }) => file.put(undefined)).join("\n");
  for (const command of commands)
    expect(texts.includes(command) || /hook (?:opencode|pi) /.test(command), command).toBe(true);
});

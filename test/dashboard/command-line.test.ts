import { expect, test } from "vitest";
import { commandLine } from "../../src/surfaces/verbs/command-line.ts";
import { filesUnder, textOf } from "../sources.ts";
import { shellWords } from "../support/shell-words.ts";

/** Names that run something, or are taken for a flag, in a command that does not quote them. */
const HOSTILE = [
  "x; touch pwned",
  "$(touch pwned)",
  "`touch pwned`",
  "a' ; touch pwned ; '",
  'a" && touch pwned "',
  "~root",
  "=ls",
  "a\nb",
  "*",
  "!!",
  "--project=/elsewhere",
  "",
] as const;

test.skipIf(process.platform === "win32")("a shell parses each value in a command as one word", () => {
  const line = HOSTILE.map((value) =>
    commandLine({ verb: "resume", words: [value], options: { agent: value } }),
  ).join(" && ");
  const expected = HOSTILE.map((value) => [
    ...["resume", value],
    ...(value.startsWith("-") ? [`--agent=${value}`] : ["--agent", value]),
  ]);
  expect(shellWords(line)).toEqual(expected);
  expect(commandLine({ verb: "resume", options: { agent: "a\u001b[201~\u202eb\r" } })).toBe(
    "tidemark resume --agent 'a[201~b'",
  );
});

type OfferedAct = { readonly command: string } | ((text: string) => OfferedAct) | undefined;
type ActBuilder = (about: unknown, more?: unknown) => { readonly [name: string]: OfferedAct };
type ActBuilders = { readonly [name in "itemActs" | "reviewActs" | "staleActs"]: ActBuilder };

/** Imports the page's modules at run time, because they are compiled with the types of a browser. */
async function actBuilders(): Promise<ActBuilders> {
  const files = ["item-acts", "review-acts", "stale-acts"];
  const [item, review, stale] = await Promise.all(
    files.map((name) => import(`../../src/dashboard/acts/${name}.ts`)),
  );
  return { ...item, ...review, ...stale };
}

/** The commands of all acts on items with this name. */
function commandsFor(name: string, builders: ActBuilders): string[] {
  const item = { id: name, label: name, kind: "fact", status: "active", text: name };
  const units = [item, { ...item, label: `${name}2` }];
  const warning = { ...item, reasons: [], suggests: "update_paths", related_paths: [name] };
  const sorts = ["kept", "candidates", "edges", "conflicts"];
  const groups = [
    builders.itemActs(item),
    builders.staleActs(warning),
    ...sorts.map((sort) => builders.reviewActs({ item, units, sort }, new Set([name]))),
  ];
  return groups.flatMap((acts) => Object.values(acts)).flatMap((act) => commandOf(act, name));
}

function commandOf(act: OfferedAct, text: string): string[] {
  if (act === undefined) return [];
  return typeof act === "function" ? commandOf(act(text), text) : [act.command];
}

test.skipIf(process.platform === "win32")("no name can change the command that an act offers", async () => {
  const builders = await actBuilders();
  for (const name of ["x; touch pwned", "a'$(touch pwned)`touch pwned`"]) {
    const commands = commandsFor(name, builders);
    expect(commands.length).toBeGreaterThan(12);
    const words = shellWords(commands.join(" && ")).flat();
    const harmful = words.filter((word) => /touch/.test(word) && word !== name && word !== `${name}2`);
    expect(harmful).toEqual([]);
  }
});

test("the page builds no command except by `commandLine`", () => {
  const own = filesUnder("src/dashboard").filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith("command-line.ts"),
  );
  const found = own.filter((file) => /[`"']tidemark [^`"']*(?:\$\{|["'] ?\+)/.test(textOf(file)));
  expect([own.length > 20, found]).toEqual([true, []]);
});

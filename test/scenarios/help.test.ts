import { describe, expect, test } from "vitest";
import { KIND_NAMES } from "../../src/core/items/kinds.ts";
import { LOCALS } from "../../src/surfaces/cli/locals.ts";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { flagsOf } from "../../src/surfaces/verbs/flags.ts";
import { BIN, spawned } from "../spawned.ts";
import { exampleProject, inTurn, runExample } from "../support/examples.ts";
import { scenario } from "./scenario.ts";
import { commandLine, type Stage, stage, standsIn } from "./stage.ts";

const isPosix = process.platform !== "win32";

describe.skipIf(!isPosix)("in a shell", () => {
  scenario("cli.help", async () => {
    const on = await exampleProject();
    standsIn(on.dir);
    for (const verb of verbsNamed()) await checkHelp(on, verb.name);
    for (const { name } of LOCALS)
      expect((await commandLine([name, "--help"], on)).stdout).toContain("Example");
    const examples = [...verbsNamed(), ...LOCALS].flatMap((one) => Object.keys(one.examples));
    // The scenario team.moves runs the example that needs a server.
    for (const command of inTurn(examples.filter((example) => !example.includes("postgres://")))) {
      const { code, stdout, stderr } = await runExample(on, command);
      expect([command, code, stdout + stderr]).toEqual([command, 0, stdout]);
    }
  });
});

/** Checks that the help of a command shows its usage, every flag, and every example with its purpose. */
async function checkHelp(on: Stage, name: string): Promise<void> {
  const verb = verbsNamed().find((one) => one.name === name);
  const { code, stdout, stderr } = await commandLine([...name.split(" "), "--help"], on);
  expect([name, code, stderr]).toEqual([name, 0, ""]);
  expect(stdout).toMatch(new RegExp(`^Usage: tidemark ${name}\\b`));
  const words: readonly string[] = verb?.words ?? [];
  for (const { flag, name: field } of verb ? flagsOf(verb) : []) {
    expect(stdout).toContain(
      words.includes(field) ? field.toUpperCase() : flag.length === 1 ? `-${flag} ` : `--${flag}`,
    );
  }
  expect(Object.keys(verb?.examples ?? {}).length).toBeGreaterThan(0);
  for (const [command, says] of Object.entries(verb?.examples ?? {}))
    expect(stdout).toContain(`  ${command}\n      ${says}\n`);
}

test("the help of the program and of a command equal the golden files", async () => {
  const on = stage();
  for (const argv of [["--help"], ["remember", "--help"], ["find", "--help"]]) {
    const { stdout } = await commandLine(argv, on);
    await expect(stdout).toMatchFileSnapshot(`../golden/help${argv[1] ? `-${argv[0]}` : ""}.txt`);
  }
  for (const argv of [["help"], ["-h"]]) {
    expect((await commandLine(argv, on)).stdout).toBe((await commandLine(["--help"], on)).stdout);
  }
  expect((await commandLine(["help", "find"], on)).stdout).toBe(
    (await commandLine(["find", "-h"], on)).stdout,
  );
});

scenario("cli.did-you-mean", async () => {
  const on = stage();
  await on.call("create", { kind: "plan", text: "Ship it" });
  const mistakes: readonly (readonly [readonly string[], string])[] = [
    [["remeber", "x"], "Did you mean remember? See: tidemark --help"],
    [["staus"], "Did you mean status? See: tidemark --help"],
    [["recal"], "Did you mean recall?"],
    [["handoff", "create", "--text", "x"], "Did you mean handoff create TEXT, without --text?"],
    [["remember", "x", "--kin", "fact"], "Did you mean --kind? See: tidemark remember --help"],
    [["create", "plan", "--text", "x", "--assigne=ana"], "Did you mean --assignee?"],
    [["create", "plan", "--text", "x", "--relatedpaths", "a"], "Did you mean --related-paths?"],
    [["find", "--jsn"], "Did you mean --json?"],
    [["find", "tailwind"], "Did you mean --text? See: tidemark find --help"],
    [["edit", "pln#1", "We ship it"], "Did you mean --text? See: tidemark edit --help"],
    [["remember", "x", "--kind", "desision"], 'Did you mean "decision"?'],
    [["recall", "x", "--kind", "turns"], 'Did you mean "turn"?'],
    [["find", "--status", "in-progress"], 'Did you mean "in_progress"?'],
    [["transition", "pln#1", "blockd"], 'Did you mean "blocked"?'],
    [["create", "plan", "--text", "x", "--priority", "hgh"], 'Did you mean "high"?'],
    [["completion", "bsh"], "Did you mean bash?"],
    [["rebuild", "--view", "item"], "items"],
  ];
  for (const [argv, hint] of mistakes) {
    const { code, stdout, stderr } = await commandLine(argv, on);
    expect([argv, code, stdout]).toEqual([argv, 2, ""]);
    expect(stderr).toContain(hint);
  }
  const far = await on.cli(["frobnicate"]);
  expect(far).toMatchObject({ code: 2, stdout: "" });
  expect(far.stderr).toBe("tidemark: Unknown command 'frobnicate'.\n  See: tidemark --help\n");
});

scenario("cli.completion", async () => {
  const on = stage();
  const completes = async (...typed: string[]): Promise<string[]> => {
    const { code, stdout } = await commandLine(["completion", "words", "--", ...typed], on);
    expect(code).toBe(0);
    return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
  };
  expect(await completes("=rec")).toEqual(["recall", "record"]);
  expect(await completes("recall", "=--")).toEqual(
    expect.arrayContaining(["--kind", "--since", "--json", "--project", "--agent", "--no-color", "--help"]),
  );
  expect(await completes("session", "=")).toEqual(expect.arrayContaining(["list", "show"]));
  expect(await completes("create", "=de")).toEqual(["decision"]);
  expect(await completes("find", "--kind", "=")).toEqual([...KIND_NAMES]);
  expect(await completes("find", "--status", "=in")).toEqual(["in_progress"]);
});

describe.skipIf(!isPosix)("completion in real shells", () => {
  /** Runs a script after the shell's completion script; undefined where the shell is not installed. */
  async function inShell(shell: string, ask: string): Promise<string[] | undefined> {
    const script = (await commandLine(["completion", shell], stage())).stdout;
    const define =
      shell === "fish"
        ? `function tidemark; '${process.execPath}' '${BIN}' $argv; end`
        : `tidemark() { '${process.execPath}' '${BIN}' "$@"; }; compdef() { :; }`;
    const ran = await spawned(shell, ["-c", `${define}\n${script}\n${ask}`]).catch(() => undefined);
    if (ran === undefined) return undefined;
    expect([shell, ran.code, ran.stderr]).toEqual([shell, 0, ""]);
    return ran.stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
  }

  test("bash offers the words that fit", async () => {
    const ask = `COMP_WORDS=(tidemark find --kind de); COMP_CWORD=3; _tidemark; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(await inShell("bash", ask)).toEqual(["decision"]);
  });

  test("fish offers the words that fit", async () => {
    const found = await inShell("fish", "complete -C 'tidemark find --kind de'");
    if (found) expect(found).toContain("decision");
  });

  test("zsh offers the words that fit", async () => {
    const ask = `words=(tidemark find --kind de); CURRENT=4; _describe() { print -l -- "\${found[@]}" }; _tidemark`;
    const found = await inShell("zsh", ask);
    if (found) expect(found).toEqual(["decision:"]);
  });

  test("every shell has a script, PowerShell too", async () => {
    for (const shell of ["bash", "zsh", "fish", "powershell"])
      expect((await commandLine(["completion", shell], stage())).stdout).toContain("completion words -- ");
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for the escape byte.
const ESCAPE = /\u001b/;

scenario("cli.plain-off-tty", async () => {
  const on = stage();
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  const screen = {
    isOutTty: true,
    isErrTty: true,
    columns: 80,
    style: (_: string, text: string) => `\u001b[1m${text}\u001b[0m`,
  };
  const asks = [["find"], ["status"], ["recall", "pnpm"], ["get", "dec#1"], ["get", "dec#9"], ["verify"]];
  const isColoured = async (argv: readonly string[], env: NodeJS.ProcessEnv, shown = screen) => {
    const { stdout, stderr } = await commandLine(argv, { dir: on.dir, ...shown, env: { ...on.env, ...env } });
    return ESCAPE.test(stdout + stderr.replaceAll("\r\u001b[2K", ""));
  };
  const off = { ...screen, isOutTty: false, isErrTty: false };
  for (const argv of asks) {
    expect([argv, await isColoured(argv, {})]).toEqual([argv, true]);
    expect([argv, await isColoured(argv, {}, off)]).toEqual([argv, false]);
    expect([argv, await isColoured(argv, { FORCE_COLOR: "1" }, off)]).toEqual([argv, true]);
    expect([argv, await isColoured(argv, { NO_COLOR: "1" })]).toEqual([argv, false]);
    expect([argv, await isColoured(argv, { TERM: "dumb" })]).toEqual([argv, false]);
    expect([argv, await isColoured([...argv, "--no-color"], {})]).toEqual([argv, false]);
    expect([argv, await isColoured([...argv, "--json"], {})]).toEqual([argv, false]);
  }
  expect((await on.cli(["find"])).stdout).not.toMatch(ESCAPE);
  expect((await on.cli(["find"], { env: { ...on.env, FORCE_COLOR: "1" } })).stdout).toMatch(ESCAPE);
});

test.skipIf(!isPosix)(
  "output on a real terminal has colour, and its lines fit the screen",
  async (context) => {
    const on = stage();
    await on.call("remember", {
      text: "We build with pnpm because npm breaks the workspace links every time",
      kind: "decision",
      topic: "build",
    });
    const typed = `stty cols 60; '${process.execPath}' '${BIN}' find`;
    const env = { ...on.env, TERM: "xterm-256color" };
    const ended = await spawned("script", ["-qec", typed, "/dev/null"], { cwd: on.dir, env }).catch(
      () => undefined,
    );
    if (!ended) return context.skip("there is no `script` program here");
    expect(ended.stdout).toMatch(ESCAPE);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes take no columns.
    const lines = ended.stdout.replaceAll(/\u001b\[\d+m/g, "").split("\r\n");
    expect(lines[0]).toBe("dec#1   decision, active #build  We build with pnpm because");
    expect(lines[1]).toBe("        npm breaks the workspace links every time");
  },
);

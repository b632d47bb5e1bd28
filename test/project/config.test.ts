import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { userConfigFile } from "../../src/adapters/files/project/config-files.ts";
import { prepareMemoryFolder } from "../../src/adapters/files/project/memory-folder.ts";
import { readConfigFiles } from "../../src/adapters/files/project/read-config.ts";
import { writeConfig } from "../../src/adapters/files/project/write-config.ts";
import {
  DEFAULTS,
  environmentValues,
  type Layers,
  mergeConfig,
  SETTINGS,
  type Values,
} from "../../src/core/config/config.ts";
import { MemoryError } from "../../src/core/failure.ts";

let base: string;
let memoryDir: string;
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-config-")));
  memoryDir = join(base, "app", ".tidemark");
  env = { HOME: join(base, "home"), APPDATA: join(base, "appdata") };
  mkdirSync(memoryDir, { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function writeUserFile(text: string): void {
  const file = userConfigFile(env, process.platform) ?? "";
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const projectFile = (): string => join(memoryDir, "config.yaml");

async function failureOfFile(text: string | Buffer): Promise<MemoryError> {
  writeFileSync(projectFile(), text);
  const failure = await readConfigFiles(memoryDir, env).catch((cause) => cause);
  if (failure instanceof MemoryError) return failure;
  throw new Error(`nothing failed: ${JSON.stringify(failure)}`);
}

describe("layers", () => {
  test("without settings, every value is a default and its origin says so", () => {
    const { config, origins } = mergeConfig({});
    expect(config).toEqual(DEFAULTS);
    expect(config).toMatchObject({ store: { wait_ms: 10_000 }, brief: { tokens: 1_200 } });
    expect(config).not.toHaveProperty("agent");
    expect(Object.keys(origins)).toEqual(Object.keys(SETTINGS));
    expect(new Set(Object.values(origins))).toEqual(new Set(["default"]));
  });

  test("each setting comes from the strongest layer that has it", () => {
    const layers: Layers = {
      user: { agent: "user", "store.wait_ms": 200, "brief.tokens": 200 },
      project: { "store.wait_ms": 300, "brief.tokens": 300 },
      environment: environmentValues({ TIDEMARK_BRIEF_TOKENS: "400" }),
    };
    expect(mergeConfig(layers)).toMatchObject({
      config: { agent: "user", store: { wait_ms: 300 }, brief: { tokens: 400 } },
      origins: { agent: "user", "store.wait_ms": "project", "brief.tokens": "environment" },
    });
  });

  test("for any layers, a value and its origin are those of the strongest layer that sets it", () => {
    const values = fc.record<Values>(
      {
        agent: fc.stringMatching(/^[a-z]{1,9}$/),
        "store.wait_ms": fc.integer({ min: 100, max: 60_000 }),
        "brief.tokens": fc.integer({ min: 100, max: 8_000 }),
        "model.timeout_ms": fc.integer({ min: 1_000, max: 45_000 }),
        "model.usd_per_day": fc.double({ min: 0, max: 1_000, noNaN: true }),
      },
      { requiredKeys: [] },
    );
    const layers = fc.record(
      { user: values, project: values, environment: values, flag: values },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(layers, (given) => {
        const { config, origins } = mergeConfig(given as Layers);
        const inGroups = (name: string): unknown =>
          name.split(".").reduce<unknown>((tree, key) => Object(tree)[key], config);
        for (const name of Object.keys(SETTINGS) as (keyof Values)[]) {
          const set = (["user", "project", "environment", "flag"] as const).filter(
            (o) => given[o]?.[name] !== undefined,
          );
          const strongest = set.at(-1);
          expect(origins[name]).toBe(strongest ?? "default");
          if (strongest) expect(inGroups(name)).toBe(given[strongest]?.[name]);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("the environment", () => {
  test("sets every setting by its variable, and a blank one sets nothing", () => {
    expect(
      environmentValues({
        TIDEMARK_AGENT: " reviewer ",
        TIDEMARK_WAIT_MS: "500",
        TIDEMARK_BRIEF_TOKENS: "900",
      }),
    ).toEqual({ agent: "reviewer", "store.wait_ms": 500, "brief.tokens": 900 });
    expect(environmentValues({ TIDEMARK_AGENT: " ", TIDEMARK_WAIT_MS: "" })).toEqual({});
  });

  test.each([
    ["TIDEMARK_WAIT_MS", "99", "a whole number from 100 to 60000"],
    ["TIDEMARK_WAIT_MS", "60001", "a whole number from 100 to 60000"],
    ["TIDEMARK_WAIT_MS", "soon", "a whole number from 100 to 60000"],
    ["TIDEMARK_BRIEF_TOKENS", "1200.5", "a whole number from 100 to 8000"],
    [
      "TIDEMARK_AGENT",
      "two\nlines",
      "one line of 1 to 64 characters and at most 4 words, without brackets and quotes",
    ],
    [
      "TIDEMARK_AGENT",
      "x".repeat(201),
      "one line of 1 to 64 characters and at most 4 words, without brackets and quotes",
    ],
    ["TIDEMARK_MODEL_MODE", "on", "one of off, shadow, active"],
    ["TIDEMARK_MODEL_USD_PER_DAY", "-1", "a number from 0 to 1000"],
  ])("%s=%j is refused with what is allowed", (variable, text, allowed) => {
    const act = () => environmentValues({ [variable]: text });
    expect(act).toThrow(MemoryError);
    expect(act).toThrow(expect.objectContaining({ code: "input.config", field: variable }));
    expect(act).toThrow(`${variable} must be ${allowed}`);
  });
});

describe("config files", () => {
  test("that do not exist set nothing", async () => {
    expect(await readConfigFiles(memoryDir, env)).toEqual({});
    expect(await readConfigFiles(join(base, "not", "yet"), {})).toEqual({});
  });

  test("of the user and the project are read separately", async () => {
    writeUserFile("agent: me\nbrief:\n  tokens: 500\n");
    writeFileSync(projectFile(), "\uFEFF# ours\r\nstore:\r\n  wait_ms: 2000\r\nbrief:\r\n");
    expect(await readConfigFiles(memoryDir, env)).toEqual({
      user: { agent: "me", "brief.tokens": 500 },
      project: { "store.wait_ms": 2000 },
    });
  });

  test("lie in the folder that each operating system uses", () => {
    expect(userConfigFile({ HOME: "/h" }, "linux")).toBe(join("/h", ".config", "tidemark", "config.yaml"));
    expect(userConfigFile({ HOME: "/h", XDG_CONFIG_HOME: "/x" }, "darwin")).toBe(
      join("/x", "tidemark", "config.yaml"),
    );
    expect(userConfigFile({ HOME: "/h", XDG_CONFIG_HOME: "x" }, "linux")).toBe(
      join("/h", ".config", "tidemark", "config.yaml"),
    );
    expect(userConfigFile({ APPDATA: "/roaming", HOME: "/h" }, "win32")).toBe(
      join("/roaming", "tidemark", "config.yaml"),
    );
    expect(userConfigFile({}, "linux")).toBeUndefined();
  });

  test.each([
    ["brief:\n\n  tokens: 5\n", "3:11", '"brief.tokens" must be a whole number from 100 to 8000'],
    ["brief:\n  tokens: '500'\n", "2:11", '"brief.tokens" must be a whole number from 100 to 8000'],
    ["store:\n  wait_ms: 1.5\n", "2:12", '"store.wait_ms" must be a whole number from 100 to 60000'],
    ["store:\n  wait_ms:\n", "2:11", '"store.wait_ms" must be a whole number from 100 to 60000'],
    [
      "# a comment\nagent: [a, b]\n",
      "2:8",
      '"agent" must be one line of 1 to 64 characters and at most 4 words, without brackets and quotes',
    ],
    ["store: 5\n", "1:8", '"store" must contain settings by name'],
    ["- agent\n", "1:1", "A config file must contain settings by name"],
    ["agent: a\nstor:\n  wait_ms: 500\n", "2:1", '"stor" is not a setting'],
    ["brief: {token: 500}\n", "1:9", '"brief.token" is not a setting'],
    ["__proto__:\n  wait_ms: 500\n", "1:1", '"__proto__" is not a setting'],
    ["<<: {agent: a}\n", "1:1", '"<<" is not a setting'],
  ])("%j is refused at %s", async (text, at, message) => {
    const failure = await failureOfFile(text);
    expect(failure.code).toBe("input.config");
    expect(failure.message).toBe(`${projectFile()}:${at}: ${message}`);
    expect(failure.fix).toMatch(/\S/);
  });

  test("with a misspelt name are refused with the nearest name, or with all names", async () => {
    expect((await failureOfFile("brief:\n  token: 500\n")).fix).toBe('Did you mean "brief.tokens"?');
    expect((await failureOfFile("colour: red\n")).fix).toMatch(
      /^Known here: agent, person, private, store, brief, /,
    );
  });

  test("with several faults are refused with all of them at once", async () => {
    const failure = await failureOfFile("colour: red\nbrief:\n  tokens: 1\n");
    expect(failure.message.split("\n").map((line) => line.slice(projectFile().length))).toEqual([
      ':1:1: "colour" is not a setting',
      ':3:11: "brief.tokens" must be a whole number from 100 to 8000',
    ]);
  });

  test.each([
    ["a tab for indentation", "store:\n\twait_ms: 500\n", /:2:1: /],
    ["a name given twice", "agent: a\nagent: b\n", /:2:1: Map keys must be unique/],
    ["a tag of a program", "agent: !!js/function 'x'\n", /:1:8: Unresolved tag/],
    ["a second document", "agent: a\n---\nagent: b\n", /:2:1: /],
    ["an alias to nothing", "agent: *who\n", /:1:8: Unresolved alias/],
    ["something never closed", "brief: {tokens: 500\n", /:\d+:\d+: /],
  ])("with %s are refused with the line and column", async (_, text, message) => {
    const failure = await failureOfFile(text);
    expect(failure.code).toBe("input.config");
    expect(failure.message).toContain(projectFile());
    expect(failure.message).toMatch(message);
  });

  test("that expand without limit through aliases are refused", async () => {
    const levels = Array.from(
      { length: 9 },
      (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(", ")}]`,
    );
    const failure = await failureOfFile(["l0: &l0 [x]", ...levels].join("\n"));
    expect(failure.message).toContain("Excessive alias count");
  });

  test("too large to be written by hand are refused", async () => {
    const failure = await failureOfFile(`# ${"x".repeat(64 * 1024)}\n`);
    expect(failure.message).toMatch(/has more than 65536 bytes, the most that is read/);
  });

  test("that are folders are refused", async () => {
    mkdirSync(projectFile());
    await expect(readConfigFiles(memoryDir, env)).rejects.toMatchObject({ code: "input.config" });
  });

  test("of any bytes are read or refused with a message, and never crash the program", async () => {
    const known = [
      "agent: a",
      "store:",
      "  wait_ms: 500",
      "brief: {tokens: 7}",
      "a: &a",
      "? [b]",
      "*a : *a",
      "- x",
      "1: 2",
    ];
    const lines = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, fc.string()), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(lines, async (parts) => {
        writeFileSync(projectFile(), parts.join("\n"));
        const outcome = await readConfigFiles(memoryDir, env).catch((cause) => cause);
        if (outcome instanceof Error)
          expect(outcome).toMatchObject({ name: "MemoryError", code: "input.config" });
        else expect(Object.keys(outcome.project ?? {}).every((name) => name in SETTINGS)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a model that is on", () => {
  const whole: Values = {
    "model.mode": "shadow",
    "model.provider": "openai",
    "model.name": "small",
    "model.usd_per_million_in": 0.15,
    "model.usd_per_million_out": 0.6,
  };

  test("is used as configured", () => {
    expect(mergeConfig({ user: whole }).config.model).toMatchObject({ mode: "shadow", name: "small" });
    const local: Values = { "model.mode": "active", "model.provider": "ollama", "model.name": "qwen" };
    expect(mergeConfig({ environment: local }).config.model).toMatchObject({ usd_per_million_in: 0 });
    expect(mergeConfig({ user: { ...whole, "model.mode": "off", "model.url": "nowhere" } })).toBeDefined();
  });

  test.each([
    ["model.provider", { "model.provider": undefined }, /no provider is set/],
    ["model.name", { "model.name": undefined }, /no model is named/],
    ["model.usd_per_million_out", { "model.usd_per_million_out": undefined }, /its price is not set/],
    ["model.url", { "model.url": "ftp://host" }, /not a plain http or https address/],
    ["model.url", { "model.url": "https://user:word@host/v1" }, /not a plain http or https address/],
    ["model.key_env", { "model.key_env": "sk-12345" }, /not the name of an environment variable/],
  ])("is refused without a proper %s", (field, change, message) => {
    const user = { ...whole, ...change } as Values;
    const act = () => mergeConfig({ user });
    expect(act).toThrow(expect.objectContaining({ code: "input.config", field }));
    expect(act).toThrow(message);
    expect(act).not.toThrow(/sk-12345|user:word/);
  });

  test("cannot be turned on, moved or paid for by a project's file", async () => {
    for (const [name, setting] of Object.entries(SETTINGS).filter(([key]) => key.startsWith("model."))) {
      const failure = await failureOfFile(`model:\n  ${name.slice("model.".length)}: 1\n`);
      expect(failure.message).toContain(`:2:3: "${name}" is ignored in a project's file`);
      expect(failure.fix).toContain(setting.env);
    }
    rmSync(projectFile());
    writeUserFile("model:\n  mode: off\n  usd_per_day: 0.5\n");
    expect(await readConfigFiles(memoryDir, env)).toEqual({
      user: { "model.mode": "off", "model.usd_per_day": 0.5 },
    });
  });
});

describe("the template", () => {
  const prepare = () => prepareMemoryFolder(memoryDir, { env: { TIDEMARK_ALLOW_FOLDER: "1" } });

  test("sets nothing, and sets the defaults when its lines are uncommented", async () => {
    prepare();
    expect(writeConfig(memoryDir)).toEqual({ path: projectFile(), isNew: true });
    expect(await readConfigFiles(memoryDir, env)).toEqual({ project: {} });
    writeFileSync(projectFile(), readFileSync(projectFile(), "utf8").replace(/^( *)#(?! )/gm, "$1"));
    const { project } = await readConfigFiles(memoryDir, env);
    expect(mergeConfig({ project: project ?? {} }).config).toEqual({ ...DEFAULTS, agent: "reviewer" });
  });

  test("names every setting of a project with its values and its variable", () => {
    prepare();
    writeConfig(memoryDir);
    const text = readFileSync(projectFile(), "utf8");
    for (const { env: variable, summary, ...setting } of Object.values(SETTINGS)) {
      const isShown = !("isPersonal" in setting);
      expect(text.includes(variable), variable).toBe(isShown);
      expect(text.includes(summary), summary).toBe(isShown);
    }
    expect(text).toContain("from 100 to 8000");
  });

  test("is the only file of the memory folder that git sees", () => {
    const root = dirname(memoryDir);
    execFileSync("git", ["init", "-q"], { cwd: root });
    prepare();
    writeFileSync(join(memoryDir, "tidemark.db"), "");
    writeConfig(memoryDir);
    const status = execFileSync("git", ["status", "--porcelain", "-uall"], { cwd: root, encoding: "utf8" });
    expect(status.trim()).toBe("?? .tidemark/config.yaml");
  });

  test("does not change an existing file, and writes the exception once", () => {
    prepare();
    writeFileSync(projectFile(), "agent: mine\n");
    expect(writeConfig(memoryDir).isNew).toBe(false);
    writeConfig(memoryDir);
    expect(readFileSync(projectFile(), "utf8")).toBe("agent: mine\n");
    expect(readFileSync(join(memoryDir, ".gitignore"), "utf8")).toBe("*\n!config.yaml\n");
  });

  test("reports with a fix that it cannot be written", () => {
    const missing = join(base, "missing");
    expect(() => writeConfig(missing)).toThrow(
      expect.objectContaining({ name: "MemoryError", code: "store.io" }),
    );
  });
});

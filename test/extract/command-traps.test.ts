import { describe, expect, test } from "vitest";
import type { Payload } from "../../src/core/tape/event.ts";
import { agent, certain, edited, kindsIn, ran, read } from "../support/done-turns.ts";

type Row = readonly [name: string, turns: readonly Payload[]];
const NOTICE = "Error: hook 3 of the login profile was skipped";
const TRACE = "Traceback (most recent call last)";

describe("no trap is found when", () => {
  test.each<Row>([
    [
      "the shell stood in the folder already",
      [
        ran("cd web && npm run gen", 1, "bash: cd: web: No such file or directory"),
        ran("npm run gen", 0, "generated"),
      ],
    ],
    [
      "the folder was made later",
      [
        ran("cd out && make report", 1, "cd: no such file or directory: out"),
        ran("docker start store", 0, "store"),
        ran("cd out && make report", 0, "done"),
      ],
    ],
    [
      "the script lies in another folder",
      [
        ran("python3 check.py 2>&1 | tail -5", 2, "python3: can't open file 'check.py': No such file"),
        ran("cd tools && python3 check.py", 0, "ok"),
      ],
    ],
    [
      "only the beginning of the path was missing",
      [
        ran("ruby jobs/nightly.rb", 1, "ruby: No such file or directory -- jobs/nightly.rb (LoadError)"),
        ran("ruby services/mail/jobs/nightly.rb -q", 0, "sent"),
      ],
    ],
    ...["ls dist", "cat dist/a.js", "find dist -name x", "test -f dist/a.js", "tail -3 dist/log"].map(
      (looked): Row => [
        `\`${looked}\` found nothing yet`,
        [
          ran(looked, 1, "dist: No such file or directory"),
          ran("make setup", 0, "ok"),
          ran(looked, 0, "a.js"),
        ],
      ],
    ),
    [
      "a search had no match",
      [
        ran("grep -rn port conf", 1),
        ran("npm install", 0, "added 3"),
        ran("grep -rn port conf", 0, "port=1"),
      ],
    ],
    [
      "only scripts that the session created were run meanwhile",
      [
        ran("node probe.js", 1, "TypeError: x is not a function"),
        edited("scratch/look.js", "Write"),
        ran("node scratch/look.js", 0, "4"),
        ran("node probe.js", 0, "4"),
      ],
    ],
    [
      "an edit made a test pass, which was then run from another folder",
      [
        ran("cd api && pytest test_a.py", 1, "NameError: name 'ledger' is not defined"),
        edited("api/ledger.py"),
        ran("pytest test_a.py", 0, "1 passed"),
      ],
    ],
    [
      "a build passed after an edit, with one more option",
      [
        ran("cmake --build out", 1, "fatal error: ledger.h: No such file or directory"),
        edited("src/ledger.cpp"),
        ran("cmake --build out --parallel 4", 0, "done"),
      ],
    ],
    [
      "it failed again, hidden by a pipe",
      [
        ran("python -m nose spec", 1, "/usr/bin/python: No module named nose"),
        ran("pip install nose", 0, "installed"),
        ran("python -m nose spec | tail -2", 0, "/usr/bin/python: No module named nose"),
      ],
    ],
  ])("%s", (_, turns) => expect(read(...turns)).toEqual([]));
});

test("a read-only command that rejects an option counts as failed", () => {
  const failed = "grep: invalid option -- P";
  const turns = [
    ran("grep -P a b", 2, failed),
    ran("brew install grep", 0, "ok"),
    ran("grep -P a b", 0, "a"),
  ];
  expect(certain(...turns)).toMatchObject([{ text: `grep -P a b: ${failed}` }]);
});

describe("a trap about one program in place of another", () => {
  const swaps = (file: string, line: string): Payload[] => [
    edited(file, "Write"),
    ran(`cd lab && python ${file}`, 1, `${TRACE}:\n${line}`),
    edited(file),
    ran(`cd lab && python3 ${file}`, 0, "fine"),
  ];

  test("names only the programs, and has the same source key each time", () => {
    const found = certain(
      ...swaps("a.py", "SyntaxError: invalid syntax"),
      ...swaps("b.py", "ImportError: No module named pathlib"),
    );
    expect(found).toMatchObject([
      { text: "python: SyntaxError: invalid syntax", fields: { command: "python", instead: "python3" } },
      { text: "python: ImportError: No module named pathlib", evidence: [6, 8] },
    ]);
    expect(new Set(found.map(({ source_key }) => source_key))).toEqual(new Set(["program python python3"]));
  });

  test("is uncertain if the script was changed, because the error may have been in the script", () => {
    const [trap] = read(...swaps("a.py", "AssertionError: 3 is not 4"));
    expect(trap).toMatchObject({ certainty: "uncertain", fields: { instead: "python3" } });
  });

  test.each([
    ["pip", "pip3"],
    ["npm", "pnpm"],
    ["python", "python3.11"],
  ])("is found for %s and %s", (one, other) => {
    const [trap] = certain(
      ran(`${one} install x`, 127, `bash: ${one}: command not found`),
      ran(`${other} install x`, 0, "ok"),
    );
    expect(trap).toMatchObject({
      text: `${one}: bash: ${one}: command not found`,
      fields: { instead: other },
    });
  });
});

describe("the way out of a trap", () => {
  const failed = ran("yarn e2e", 1, "Error: connect ECONNREFUSED 127.0.0.1:6380");

  test.each([
    "docker start cache",
    "npm install",
    "export CACHE=off && bin/cache",
    "chmod +x bin/e2e",
    "make cache",
  ])("may be %s", (step) =>
    expect(certain(failed, ran(step, 0), ran("yarn e2e", 0))).toMatchObject([{ fields: { instead: step } }]),
  );

  test("leaves out unrelated commands", () => {
    const turns = [
      failed,
      ran("jupyter nbconvert a.ipynb", 0),
      ran("docker start cache", 0),
      ran("yarn e2e", 0),
    ];
    expect(certain(...turns)).toMatchObject([{ fields: { instead: "docker start cache" } }]);
    expect(read(failed, ran("jupyter nbconvert a.ipynb", 0), ran("yarn e2e", 0))).toEqual([]);
  });

  test("is the name that the error message suggests, or an added setting", () => {
    const named = ran("task deploy_eu shop", 1, "Error: no task deploy_eu. Did you mean deploy:eu?");
    expect(certain(named, ran("task deploy:eu shop", 0))).toMatchObject([
      { fields: { instead: "task deploy:eu shop" } },
    ]);
    const bare = ran("make image", 2, "error: no architecture was given");
    expect(certain(bare, ran("make image ARCH=arm64", 0))).toMatchObject([
      { fields: { instead: "make image ARCH=arm64" } },
    ]);
  });
});

test.each<readonly [name: string, output: string, line: string]>([
  [
    "not a notice that the passing run prints too",
    `${NOTICE}\nError: port 80 is already in use`,
    "Error: port 80 is already in use",
  ],
  ["not a line about a success", "login cannot fail: PASS\nError: no license", "Error: no license"],
  [
    "not a line of source code",
    `raise ConfigError("missing")\nConfigError: missing key`,
    "ConfigError: missing key",
  ],
  [
    "the last error of a trace",
    `${TRACE}:\nKeyError: 'a'\n${TRACE}:\nRuntimeError: no region given`,
    "RuntimeError: no region given",
  ],
  ["not the usage line", "usage: up [--error]\nfatal: no remote", "fatal: no remote"],
])("the error line of a trap is %s", (_, output, line) => {
  const turns = [ran("bin/up", 1, output), ran("docker start cache", 0), ran("bin/up", 0, `${NOTICE}\nup`)];
  expect(certain(...turns)).toMatchObject([{ text: `bin/up: ${line}` }]);
});

describe("a sentence of an agent after a failure is a trap only if it holds beyond the current code", () => {
  const failed = ran("make site", 1, "Error: Cannot find module 'pug'");

  test.each([
    "The issue is that line 42 of `render.ts` doesn't handle an empty list.",
    "The `render` method needs to look at the size too.",
    "**Missing**: `render` does not handle a second page.",
  ])("which is not: %s", (text) => expect(kindsIn(failed, agent(text))).toEqual([]));

  test.each([
    "`make site` never works unless `npm ci` was run before.",
    "`pug` 3.0 doesn't support the old filters.",
    "`readlink -f` does not work on macOS.",
    "`make site` braucht `npm ci`, sonst fehlt das Modul.",
  ])("which is: %s", (text) => expect(kindsIn(failed, agent(text))).toEqual(["trap"]));
});

describe("a command that passed in another form is the way out", () => {
  const LINKER = "error: linking with `cc` failed: exit status: 1";
  test.each<readonly [failed: string, output: string, passed: string]>([
    ["npm run typecheck", 'npm error Missing script: "typecheck"', "npx tsc --noEmit"],
    ["yarn build", "sh: 1: vite: not found", "npx vite build"],
    [
      "cargo build --release --target arm-musl",
      LINKER,
      "cargo install cargo-zigbuild && cargo zigbuild --release --target arm-musl",
    ],
    [
      "cargo nextest run --doc",
      "error: unexpected argument '--doc' found",
      "cargo nextest run && cargo test --doc",
    ],
  ])("%s", (failed, output, passed) => {
    const [trap] = certain(ran(failed, 1, output), ran(passed, 0, "ok"));
    expect(trap).toMatchObject({ kind: "trap", fields: { command: failed, instead: passed } });
  });

  test.each<readonly [failed: string, output: string, passed: string]>([
    ["npm run test", "FAIL src/a.test.ts > adds", "npx vitest run src/b.test.ts"],
    ["npm run build", "src/a.ts(3,1): error TS2304: no name", "npx prettier --check src"],
  ])("but a script that ran and failed is not: %s", (failed, output, passed) => {
    expect(kindsIn(ran(failed, 1, output), ran(passed, 0, "ok"))).toEqual([]);
  });
});

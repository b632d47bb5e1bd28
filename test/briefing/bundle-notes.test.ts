import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesFor, notesAmong } from "../../src/core/bundle/action.ts";
import { keysOf, signsOfAction, signsOfItem } from "../../src/core/bundle/action-signs.ts";
import { compose } from "../../src/core/bundle/compose.ts";
import { INTENTS, kindsOf } from "../../src/core/bundle/intent.ts";
import { itemLine } from "../../src/core/bundle/lines.ts";
import { OWN_BEGIN, OWN_END, withoutOwn } from "../../src/core/bundle/own-words.ts";
import { quoteWords } from "../../src/core/bundle/quote.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { scenario } from "../scenarios/scenario.ts";
import { anyMaterial, anyText, HOSTILE } from "../support/bundles.ts";
import { holds } from "../support/property.ts";
import { unit } from "../support/units.ts";

let made = 0;
type NotedKind = "trap" | "constraint" | "preference" | "decision" | "fact" | "candidate" | "plan";
const row = (kind: NotedKind, text: string, fields: object = {}): ItemRow => ({
  ...unit(text, { kind, id: `${kind}_${++made}`, ...fields }),
  label: `trp#${made}`,
  created_by: "ana",
  changed_by: "ana",
  position: made,
});

const TRAPS = [
  row("trap", "The tests hang without the database", { command: "pnpm test" }),
  row("trap", "Pushing by force throws away the release tags", { command: "git push --force" }),
  row("trap", "`docker compose up` needs the network first"),
  row("trap", "make clean deletes the recorded fixtures"),
  row("trap", "The parser loses the offset of a daylight saving change in formatTimestamp", {}),
  row("constraint", "Never edit files in migrations/ by hand"),
  row("constraint", "The public API changes only with a version", { related_paths: ["src/api/**"] }),
  row("constraint", "Commit messages are in English"),
];

type Case = { readonly command?: string; readonly paths?: readonly string[]; readonly error?: string };

test.each<[Case, string[]]>([
  [{ command: "pnpm test" }, ["The tests hang"]],
  [{ command: "cd web && CI=1 pnpm run test -- --watch | tail -5" }, ["The tests hang"]],
  [{ command: "pnpm tests" }, []],
  [{ command: "npm test" }, ["The tests hang"]],
  [{ command: "git push origin main" }, []],
  [{ command: "git push --force origin main" }, ["Pushing by force"]],
  [{ command: "docker compose -f a.yml up -d" }, ["`docker compose up`"]],
  [{ command: "docker compose down" }, []],
  [{ command: "make clean" }, ["make clean"]],
  [{ command: "make" }, []],
  [{ command: "sed -i s/a/b/ db/migrations/003.sql" }, ["Never edit"]],
  [{ paths: ["migrations/003.sql"] }, ["Never edit"]],
  [{ paths: ["src/api/cart.ts"] }, ["The public API"]],
  [{ paths: ["src/apis/cart.ts", "src/api.ts"] }, []],
  [{ error: "RangeError in formatTimestamp: offset lost at daylight saving change" }, ["The parser loses"]],
  [{ error: "TypeError: x is not a function" }, []],
  [
    { command: "pnpm test", paths: ["src/api/x.ts", "migrations/1.sql"] },
    ["The tests hang", "The public API", "Never edit"],
  ],
  [{}, []],
])("for %j the agent gets the notes about it, and no others", ({ paths = [], ...action }, expected) => {
  const notes = notesAmong(matchesFor({ ...action, paths }, TRAPS), new Map());
  expect(notes.map(({ text }, i) => text.startsWith(expected[i] ?? "none"))).toEqual(
    expected.map(() => true),
  );
});

const PROJECT = [
  row("trap", "the test database is down", {
    command: "yarn test",
    instead: "docker compose --profile test up -d",
  }),
  row("trap", "proj.db is not found", {
    command: "ogr2ogr -f PostgreSQL a.shp",
    instead: "PROJ_DATA=/opt/proj ogr2ogr -f PostgreSQL a.shp",
  }),
  row("trap", "the SDK is too old", {
    command: "flutter pub add bloc",
    instead: "fvm flutter pub add bloc",
  }),
  row("preference", "never ever connect to db-primary, not even for a select"),
  row("constraint", "don't regenerate anything under tests/golden yourself (--update-golden)"),
  row("preference", "open a draft PR when you are done, never push to main"),
  row("constraint", "No inserts into CDN.*, only through the API"),
  row("decision", "Everything is built with cmake and ninja now"),
  row("decision", "pnpm for the whole workspace"),
];

test.each<[string, string | undefined]>([
  ["pnpm test -- test/dunning.test.ts", "the test database"],
  ["npm run test", "the test database"],
  ["cd api && bun run test", "the test database"],
  ["ogr2ogr -t_srs EPSG:4326 PG:dbname=geo roads.shp", "proj.db"],
  ["PROJ_DATA=/opt/proj ogr2ogr PG:dbname=geo roads.shp", undefined],
  ["flutter build ipa --release", "the SDK"],
  ["fvm flutter build ipa --release", undefined],
  ["psql -h db-primary.internal -c 'select 1'", "never ever connect"],
  ["psql -h db-replica.internal -c 'select 1'", undefined],
  ["uv run pytest --update-golden", "don't regenerate"],
  ["uv run pytest -q", undefined],
  ["git push origin main", "open a draft PR"],
  ["git status", undefined],
  ['sqlcmd -Q "UPDATE CDN.KntKarty SET a=1"', "No inserts"],
  ["bazel build //sim/...", "Everything is built"],
  ["cmake --build .", undefined],
  ["npm install dayjs", "pnpm for"],
  ["pnpm add dayjs", undefined],
])("before %j the agent gets the matching note, if there is one", (command, expected) => {
  const [first] = notesAmong(matchesFor({ command, paths: [] }, PROJECT), new Map());
  expect(first?.text.slice(0, expected?.length ?? 0)).toBe(expected === undefined ? undefined : expected);
});

const WRITTEN_RULES = [
  row("constraint", "setInterval does not survive in the service worker, never use it there"),
  row("preference", "never log the cpf of a customer"),
  row("constraint", "data/holdout is never trained on"),
  row("decision", "parseTime for every date of the backend"),
  row("preference", "不要往上推任何东西"),
  row("constraint", "nobody deploys on friday, not even a redeploy"),
];

test.each<[string, string | undefined]>([
  ["setInterval(() => check(), 3600)", "setInterval does not"],
  ["log.debug({ cpf, name }, 'signup')", "never log"],
  ["mix:\n  - path: data/holdout/reasoning", "data/holdout"],
  ["log.debug({ id }, 'signup')", undefined],
  ["const at = parseTime(row.at)", undefined],
])("before %j is written the agent gets the rule that forbids it, if there is one", (text, expected) => {
  const [first] = notesAmong(matchesFor({ paths: ["src/a.ts"], text }, WRITTEN_RULES), new Map());
  expect(first?.text.slice(0, expected?.length ?? 0)).toBe(expected);
});

test.each<[string, string | undefined]>([
  ["git push origin HEAD:main", "不要"],
  ["kubectl -n prod set image deploy/api api=a:2", "nobody deploys"],
  ["kubectl get pods", undefined],
])(
  "before %j the agent gets a rule that names the act in other words, if there is one",
  (command, expected) => {
    const [first] = notesAmong(matchesFor({ command, paths: [] }, WRITTEN_RULES), new Map());
    expect(first?.text.slice(0, expected?.length ?? 0)).toBe(expected);
  },
);

test("a fact warns only if its turn forbids something, and in the words of the turn", () => {
  const legacy = row("fact", "src/legacy is the old tax code.");
  const matches = matchesFor({ paths: ["src/legacy/vat.ts"] }, [legacy]);
  const turn = "good morning. src/legacy is the old tax code. never change anything in there.";
  expect(notesAmong(matches, new Map([[legacy.id, turn]])).map(({ text }) => text)).toEqual([
    "src/legacy is the old tax code. never change anything in there.",
  ]);
  const harmless = "src/legacy is the old tax code. it has tests.";
  expect(notesAmong(matches, new Map([[legacy.id, harmless]]))).toEqual([]);
  expect(notesAmong(matches, new Map())).toEqual([]);
});

test.each(["never push to main, open a draft PR", "never push to main", "don't push to main"])(
  "before a push the agent gets a pending candidate that says %j, if it quotes a person's turn",
  (text) => {
    const waiting = row("candidate", text, { proposes: "preference" });
    const matches = matchesFor({ command: "git push origin main", paths: [] }, [waiting]);
    expect(notesAmong(matches, new Map([[waiting.id, text]])).map((note) => note.text)).toEqual([text]);
    expect(notesAmong(matches, new Map())).toEqual([]);
    expect(matchesFor({ command: "git status", paths: [] }, [waiting])).toEqual([]);
  },
);

const LEGACY = row("constraint", "Never change anything in src/legacy");
const SECRETS = row("constraint", "Never read or print config/secrets.env");
const MANAGER = row("decision", "use pnpm, not npm");
const RULES = [LEGACY, SECRETS, MANAGER];

test.each<[Case & { readonly isReading?: boolean }, ItemRow[]]>([
  [{ command: "cd src/legacy && rm x.ts" }, [LEGACY]],
  [{ command: "git status && cd src && cd legacy && sed -i s/a/b/ x.ts" }, [LEGACY]],
  [{ command: "cd src/modern && rm x.ts" }, []],
  [{ command: "rm -rf src" }, [LEGACY]],
  [{ command: "rm -rf ./src/" }, [LEGACY]],
  [{ command: "cd src && rm -rf *" }, [LEGACY]],
  [{ command: "mv src old" }, [LEGACY]],
  [{ command: "git rm -r src" }, [LEGACY]],
  [{ command: "rm -rf dist" }, []],
  [{ command: "mv dist/a.js src" }, []],
  [{ command: "echo x > src/legacy/vat.ts" }, [LEGACY]],
  [{ command: "cat src/legacy/vat.ts" }, []],
  [{ command: "cd src/legacy && grep -rn vat . | head" }, []],
  [{ command: "cat a.ts > src/legacy/vat.ts" }, [LEGACY]],
  [{ command: "cat config/secrets.env" }, [SECRETS]],
  [{ paths: ["src/legacy/vat.ts"], isReading: true }, []],
  [{ paths: ["src/legacy/vat.ts"] }, [LEGACY]],
  [{ paths: ["config/secrets.env"], isReading: true }, [SECRETS]],
  [{ command: "npm install lodash" }, [MANAGER]],
  [{ command: "npx create-thing" }, [MANAGER]],
  [{ command: "pnpm add lodash" }, []],
])(
  "for %j the agent gets the rules about its folders, files to read, or programs",
  ({ paths = [], ...action }, expected) => {
    const told = notesAmong(matchesFor({ ...action, paths }, RULES), new Map());
    expect(told.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  },
);

test.each(["pnpm instead of npm", "pnpm over npm", "we don't use npm here, pnpm it is", "pnpm statt npm"])(
  "%j rejects npm",
  (text) => {
    const chosen = [row("decision", text)];
    expect(matchesFor({ command: "npm install lodash", paths: [] }, chosen)).toHaveLength(1);
    expect(matchesFor({ command: "pnpm add lodash", paths: [] }, chosen)).toHaveLength(0);
  },
);

scenario("bundle.action-keys", () => {
  const word = fc.constantFrom(
    "pnpm",
    "test",
    "git",
    "push",
    "--force",
    "make",
    "clean",
    "&&",
    ";",
    "docker",
    "src/api/",
    "a.ts",
    "`git push`",
    "./x.sh",
    "(pnpm",
    "test)",
    "npm",
    "not",
    "never",
    "read",
    "cat",
    "cd",
    "rm",
    "mv",
    "src",
    ".",
    ">",
  );
  const line = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
  const path = fc
    .array(fc.constantFrom("src", "api", "db", "migrations", "a.ts"), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join("/"));
  const item = fc
    .record({
      text: fc.oneof(
        line,
        path.map((one) => `Never touch ${one}/ please`),
      ),
      command: fc.option(line, { nil: undefined }),
      related_paths: fc.array(path, { maxLength: 2 }),
      kind: fc.constantFrom(
        "trap" as const,
        "constraint" as const,
        "decision" as const,
        "candidate" as const,
      ),
    })
    .map(({ text, command, related_paths, kind }) =>
      row(kind, text, { related_paths, ...(command ? { command } : {}) }),
    );
  return holds(
    fc.property(
      line,
      fc.array(path, { maxLength: 2 }),
      fc.array(item, { maxLength: 5 }),
      fc.boolean(),
      (command, paths, items, isReading) => {
        const keys = new Set(keysOf(signsOfAction({ command, paths, isReading })));
        for (const note of matchesFor({ command, paths, isReading }, items))
          expect(
            keysOf(signsOfItem(note.item)).some((key) => keys.has(key)),
            JSON.stringify([command, paths, note]),
          ).toBe(true);
      },
    ),
    1000,
  );
});

/** The form that each line of a bundle must have, whatever the items contain. */
const OURS =
  /^(?:|# What this project remembers \(tidemark\)|\(end of tidemark\)|## [A-Z][a-z ]+|- .* \[[^[\]]*\]|Left out for space: .*)$/u;

scenario("bundle.fenced", () =>
  holds(
    fc.property(
      fc
        .constantFrom(...INTENTS)
        .chain((intent) => fc.tuple(fc.constant(intent), anyMaterial(kindsOf(intent)))),
      ([intent, material]) => {
        const budget = { tokens: 8000, characters: 9500 };
        const { bundle } = compose(intent, material, { budget, pressure: "none", isFallback: true });
        if (bundle.text === "") return;
        const [first, head, ...lines] = bundle.text.trimEnd().split("\n");
        expect([first, lines.at(-1)]).toEqual([OWN_BEGIN, OWN_END]);
        expect(head).not.toBe("");
        for (const line of lines) expect(line).toMatch(OURS);
        expect(lines.filter((line) => line === OWN_END)).toHaveLength(1);
        expect(bundle.text).not.toMatch(/<[/!?]|<[a-z][^<>\n]*>|```|~~~|(?!\n)\p{Cc}|\p{Cf}/iu);
        expect(bundle.text).not.toMatch(/^- "?#{1,6}\s/m);
        // If a host sends the bundle back as a turn, all of it is recognised as Tidemark's own words.
        expect(withoutOwn({ type: "turn", role: "user", text: bundle.text })).toMatchObject({ own: true });
      },
    ),
    300,
  ),
);

test("quoted words can neither close their quotes nor imitate an origin", () =>
  holds(
    fc.property(fc.oneof(anyText, fc.constantFrom(...HOSTILE)), (text) => {
      const quoted = quoteWords(text);
      expect(quoted.slice(1, -1)).not.toMatch(/["\u201c-\u201f\u00ab\u00bb]/u);
      expect(quoted).not.toMatch(/\[\s*(?:[a-z]{2,5}#\d|turn@\d)/i);
    }),
    500,
  ));

test("a long trap is shortened, but its way out is shown whole", () => {
  const instead = "PYTHONPATH=src python -m pytest tests/unit --import-mode=importlib";
  const long = row("trap", `pytest fails: ${"ModuleNotFoundError in collection, ".repeat(12)}`, { instead });
  const { text } = itemLine(long, { now: 0, isDoubted: false });
  expect(text()).toContain(`… Instead: ${instead}`);
});

test("a doubted unit is marked doubtful, a plan is not", () => {
  const told = (kind: "fact" | "plan", isDoubted: boolean) =>
    String(itemLine(row(kind, "rateLimit lies in limit.ts"), { now: 0, isDoubted }).text());
  expect(told("fact", true)).toMatch(/\[[^\]]*, doubtful, [^\]]*\]$/);
  expect(told("fact", false)).not.toContain("doubtful");
  expect(told("plan", true)).not.toContain("doubtful");
});

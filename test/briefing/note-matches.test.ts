import { expect, test } from "vitest";
import { matchesFor, notesAmong } from "../../src/core/bundle/action.ts";
import type { Action } from "../../src/core/bundle/call.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { scenario } from "../scenarios/scenario.ts";
import { unit } from "../support/units.ts";

type NotedKind = "trap" | "constraint" | "preference" | "decision" | "fact" | "candidate";
/** An item, and the turn that it comes from if the turn says more than the item. */
type SaidItem = readonly [kind: NotedKind, text: string, turn?: string | undefined, fields?: object];

let made = 0;
const row = ([kind, text, , fields = {}]: SaidItem): ItemRow => ({
  ...unit(text, { kind, id: `${kind}_${++made}`, ...fields }),
  label: `itm#${made}`,
  created_by: "ana",
  changed_by: "ana",
  position: made,
});

function notesFor(action: Partial<Action>, said: readonly SaidItem[]): string[] {
  const items = said.map(row);
  const turns = new Map(items.map(({ id, text }, i) => [id, said[i]?.[2] ?? text]));
  return notesAmong(matchesFor({ paths: [], ...action }, items, { turns }), turns).map(({ text }) => text);
}

const trapOf = (command: string, instead: string): SaidItem => [
  "trap",
  "it failed",
  undefined,
  { command, instead },
];

const TRAPPED: readonly (readonly [command: string, trap: SaidItem])[] = [
  [
    "go test -race -run TestPay ./internal/pay/",
    trapOf("go test ./internal/pay/...", "PAY_URL=x go test ./internal/pay/..."),
  ],
  ["pytest -x tests/test_pin.py", trapOf("python -m pytest", "SETTINGS=test python -m pytest")],
  ["uv run pytest tests/a.py", trapOf("make test", "REGION=eu make test")],
  ["cargo nextest run --workspace", trapOf("cargo test", "SDK_HOME=/opt/sdk cargo test")],
  [
    "uv run dbt build -s users",
    trapOf("poetry run dbt build -s orders", "poetry run dbt build -s orders --target dev"),
  ],
  [
    "kubectl get pods --context stg",
    trapOf(
      "helm diff upgrade api charts/api --kube-context stg",
      "vpn up stg && helm diff upgrade api charts/api --kube-context stg",
    ),
  ],
  ["python3 tools/export.py --all", trapOf("python3 tools/export.py", "LC_ALL=C python3 tools/export.py")],
];

const TOLD: readonly [Partial<Action>, SaidItem][] = [
  // A word of a file's name, in another language or plural, and the extension of a file.
  [
    { paths: ["db/migration/V004__dock.sql"] },
    ["constraint", "Veröffentlichte Migrationen nie mehr anfassen"],
  ],
  [{ paths: ["App.xcodeproj/project.pbxproj"] }, ["preference", "the xcodeproj is generated, never edit it"]],
  // A host or a table, in quoted SQL or a quoted script.
  [
    { command: 'sqlcmd -S ERPLIVE02 -Q "select 1"' },
    ["candidate", "ERPLIVE02 is live.", "ERPLIVE02 is live. nothing of ours connects to it."],
  ],
  [
    { command: 'psql -c "update ledger set cents = 1 where id = 2"' },
    [
      "constraint",
      "nobody changes a row there, you book a reversal",
      "ledger is the book. nobody changes a row there, you book a reversal",
    ],
  ],
  [{ command: "bin/rails runner 'Invoice.last.delete_all'" }, ["constraint", "never delete an invoice"]],
  // Programs started by others, and tasks of one part of the project.
  [
    { command: "./gradlew :core:test" },
    ["trap", "no docker", undefined, { command: "./gradlew test", instead: "DOCKER_HOST=x ./gradlew test" }],
  ],
  [
    { command: "docker compose exec -T web bin/console cache:clear --force" },
    ["constraint", "--force is forbidden"],
  ],
  [{ command: "tofu -chdir=stacks/prod apply" }, ["constraint", "nobody applies to prod from a laptop"]],
  // A script that a sentence names with its runner, and a program at the beginning of the sentence.
  [{ command: "pnpm test" }, ["trap", "pnpm test needs the test database: run pnpm db:up first"]],
  [{ command: "yarn seed" }, ["trap", "Never run npm run seed, it wipes the staging db"]],
  [{ command: "npm run deploy -- --prod" }, ["trap", "npm run deploy needs a VPN"]],
  [{ command: "pytest -k orders" }, ["trap", "pytest needs the test database"]],
  // A command without the option that made it pass, even with other arguments.
  [
    { command: "bq load --source_format=CSV raw.fx gs://landing/06.csv" },
    [
      "trap",
      "bq load: NULL is no number",
      undefined,
      {
        command: "bq load --source_format=CSV raw.fx gs://landing/05.csv",
        instead: "bq load --source_format=CSV --null_marker=NULL raw.fx gs://landing/05.csv",
      },
    ],
  ],
  [{ command: "git push --force origin main" }, ["preference", "never push with --force"]],
  // Acts that the rule names in other words.
  [{ command: "zig fetch --save git+https://example.test/x" }, ["decision", "std only, no packages"]],
  [{ command: "npm i dayjs" }, ["constraint", "パッケージは必ず社内のNexus経由で入れてください"]],
  [{ command: "bin/rails db:migrate" }, ["decision", "pg_dump 16 first in PATH whenever migrating"]],
  [{ command: "qstat -u us | xargs scancel" }, ["constraint", "only cancel by job id, never by user"]],
  [{ command: "fastlane supply --track internal" }, ["decision", "a Google Play solo sube Marta"]],
  // The rejected one of two programs for one job.
  [{ command: "poetry install" }, ["decision", "moved everything to uv, poetry took 40s"]],
  [{ command: "yarn add qrcode" }, ["decision", "yarn 太慢了，统一 pnpm"]],
  [{ command: "poetry install" }, ["decision", "Package manager: uv, because poetry took 40s to resolve"]],
  [{ command: "yarn add qrcode" }, ["decision", "包管理：pnpm，CI 上 yarn 装依赖太慢"]],
  // A call in the written code.
  [{ paths: ["a.rs"], text: "parse(&buf).unwrap()" }, ["constraint", "nothing may panic here, no unwrap"]],
  [
    { paths: ["a.cs"], text: "log.Trace(pid.GetPatientName())" },
    ["constraint", "No patient data in the log"],
  ],
  [
    { paths: ["a.go"], text: "r.Update(ctx, pod)" },
    ["constraint", "server-side apply, no client.Update anywhere"],
  ],
  [{ paths: ["tools/Sync.java"], text: "class Sync {}" }, ["decision", "kotlin for everything new, no java"]],
  // A rule forbids commands against a place; the command names the place by an option, a variable or a path.
  [
    { command: "kubectl --context prod -n pay scale deploy/api --replicas=0" },
    ["constraint", "nobody runs anything against the prod context"],
  ],
  [{ command: "psql $PROD_URL -f fix.sql" }, ["constraint", "nunca desde tu lado contra producción"]],
  [{ command: "ansible-playbook -i hosts/production site.yml" }, ["preference", "prod me, staging is yours"]],
  [{ command: "git push origin HEAD:main" }, ["preference", "push when you like, but not on main"]],
  // The command's verb is forbidden, or a file must keep its form.
  [{ command: "cargo insta accept" }, ["preference", "dont accept blind, show me the diff first"]],
  [{ command: "git squash" }, ["constraint", "please never squash, I read the history"]],
  [{ paths: ["api/golden/a.json"] }, ["decision", "api/golden/ stays as is, the customer signed it"]],
  [{ paths: ["etc/kassa.ini"] }, ["decision", "etc/kassa.ini bleibt wie es ist"]],
  // The call uses the refused program, or forces the act.
  [{ command: "npm i moment" }, ["constraint", "dont use moment, use date-fns"]],
  [{ command: "git push -f origin main" }, ["constraint", "never force push to main"]],
  // Another target, runner or test program needs the same prefix or option.
  ...TRAPPED.map(([command, trap]): [Partial<Action>, SaidItem] => [{ command }, trap]),
  // The subject of the rule is in the sentence before it.
  [
    { command: "mv /tmp/l App/Localizable.xcstrings" },
    ["preference", "don't edit that file", "Inés does Localizable.xcstrings. don't edit that file"],
  ],
];

scenario("bundle.acts-in-other-words", () => {
  expect(TOLD.filter(([action, said]) => notesFor(action, [said]).length !== 1)).toEqual([]);
});

test.each<[Partial<Action>, SaidItem]>([
  [{ paths: ["src/cart/total.ts"] }, ["constraint", "Veröffentlichte Migrationen nie mehr anfassen"]],
  [{ paths: ["src/main.ts"] }, ["constraint", "the main thing: never log names in src"]],
  [{ command: "uv sync" }, ["decision", "moved everything to uv, poetry took 40s"]],
  [{ command: "uv sync" }, ["decision", "Package manager: uv, because poetry took 40s to resolve"]],
  [{ command: "pnpm add qrcode" }, ["decision", "yarn 太慢了，统一 pnpm"]],
  [{ command: "git commit -m 'delete the old invoice'" }, ["constraint", "never delete an invoice"]],
  [{ command: "TZ=UTC pytest" }, ["trap", "pytest: always run with `TZ=UTC`"]],
  [
    { command: "cargo add taffy -p core" },
    [
      "trap",
      "no fonts",
      undefined,
      { command: "cargo test -p core", instead: "get-fonts && cargo test -p core" },
    ],
  ],
  [{ command: "npm run build" }, ["trap", "Never run npm run seed, it wipes the staging db"]],
  [{ command: "pnpm install" }, ["trap", "pnpm test needs the test database"]],
  [{ command: "pnpm db:up" }, ["trap", "pnpm test needs the test database: run pnpm db:up first"]],
  // The command has the option that made it pass, or that a rule asks for.
  [
    { command: "bq load --source_format=CSV --null_marker=NULL raw.fx gs://landing/05.csv" },
    [
      "trap",
      "bq load: NULL is no number",
      undefined,
      {
        command: "bq load --source_format=CSV raw.fx gs://landing/05.csv",
        instead: "bq load --source_format=CSV --null_marker=NULL raw.fx gs://landing/05.csv",
      },
    ],
  ],
  [{ command: "dbt build -s orders --target dev" }, ["preference", "locally always say --target dev"]],
  [
    { command: "pod deintegrate" },
    [
      "trap",
      "no specs",
      undefined,
      { command: "cd ios && pod install", instead: "cd ios && pod install --repo-update" },
    ],
  ],
  [{ command: "find / -name proj.db" }, ["trap", "ogr2ogr misses proj.db, never run it bare"]],
  // The call already follows the rule, or runs the same task for another target.
  [
    { command: "JAVA_HOME=$(jdk 17) ./gradlew :app:assemble" },
    ["trap", "`./gradlew` breaks with JDK 21, `JAVA_HOME` must be 17"],
  ],
  [
    { command: "dotnet test tests/Unit" },
    [
      "trap",
      "no vpn",
      undefined,
      { command: "dotnet test tests/All", instead: "vpn up && dotnet test tests/All" },
    ],
  ],
  [{ command: "git status" }, ["decision", "pg_dump 16 first in PATH whenever migrating"]],
  [{ paths: ["a.rs"], text: "parse(&buf)?" }, ["constraint", "nothing may panic here, no unwrap"]],
  [{ command: "npm i dayjs" }, ["fact", "the packages are in a monorepo"]],
  [{ command: "npm i date-fns" }, ["constraint", "dont use moment, use date-fns"]],
  [{ command: "git push origin main" }, ["constraint", "never force push to main"]],
  [{ command: "npm i dayjs" }, ["constraint", "dont use moment, use dayjs"]],
  [{ paths: ["tools/Sync.kt"], text: "class Sync" }, ["decision", "kotlin for everything new, no java"]],
  [
    { command: "kubectl --context kind-dev apply -k config" },
    [
      "preference",
      "prod-eu is in my kubeconfig. you do NOT run kubectl against that context. kind-dev is yours",
    ],
  ],
  [
    { command: "NODE_ENV=production npm run build" },
    ["constraint", "nobody runs anything against production"],
  ],
  [{ command: "KEY_FILE=x app check" }, ["constraint", "the key comes from env KEY_FILE. no --key flag"]],
  [
    { paths: ["CHANGELOG.md"], text: "## 2025.10.0" },
    ["decision", "calver, 2025.10.0. don't argue with sales"],
  ],
  [
    { command: "flutter pub add supabase" },
    trapOf("flutter build apk", "JAVA_HOME=/opt/17 flutter build apk"),
  ],
  [
    { command: "python manage.py top" },
    trapOf("python manage.py migrate", "./ext.sh && python manage.py migrate"),
  ],
  [
    { command: "godot -s tools/profile.gd" },
    trapOf("godot -s addons/gut.gd", "godot --import && godot -s addons/gut.gd"),
  ],
  [{ command: "make test" }, trapOf("go test ./...", "ASSETS=x go test ./...")],
  // The act is the allowed alternative to a forbidden one, or the rule only mentions it.
  [{ paths: ["port/flash.c"] }, ["decision", "vendor/cube is ST's. never patch it. work around it in port/"]],
  [
    { paths: ["project.yml"] },
    ["preference", "the xcodeproj is generated, never edit it, change project.yml"],
  ],
  [{ paths: ["src/duty.c"] }, ["decision", "four tasks never overlap. I drop the queue into src/ now"]],
  [{ paths: ["a.zig"], text: 'const std = @import("std");' }, ["decision", "std only, no packages"]],
])("before %j the agent gets no note about something else", (action, said) => {
  expect(notesFor(action, [said])).toEqual([]);
});

test("a note quotes its turn from its own sentence up to the end", () => {
  const turn = "hi there. never kubectl into chat-prod. changes go through a PR only. and the sun shines";
  const said: SaidItem = ["constraint", "never kubectl into chat-prod.", turn];
  expect(notesFor({ command: "kubectl -n chat-prod edit deploy" }, [said])).toEqual([turn.slice(10)]);
});

test("a note whose text is part of another note is left out", () => {
  const turn = "src/pay is audited. never edit src/pay";
  const notes = notesFor({ paths: ["src/pay/a.ts"] }, [
    ["constraint", "never edit src/pay", turn],
    ["constraint", "src/pay is audited. never edit src/pay", turn],
  ]);
  expect(notes).toEqual([turn]);
});

test("an argument that means all targets, such as `./...`, does not identify a task", () => {
  const trap: SaidItem = [
    "trap",
    "go test ./...: panic: missing TRACKER_KEY",
    undefined,
    { command: "go test ./...", instead: "TRACKER_KEY=x go test ./..." },
  ];
  expect(notesFor({ command: "go test ./internal/..." }, [trap])).toHaveLength(1);
  expect(notesFor({ command: "go build ./..." }, [trap])).toEqual([]);
});

const MOMENT: SaidItem = ["constraint", "Do not use moment; use date-fns"];
const SEED: SaidItem = ["constraint", "Never run npm run seed, use npm run seed:dev"];
const LEGACY: SaidItem = ["constraint", "Never touch src/legacy"];
const FORCE: SaidItem = ["constraint", "Never force-push to main; use --force-with-lease on branches"];

test.each<readonly [command: string, rule: SaidItem]>([
  ["npm i date-fns moment", MOMENT],
  ["npm i moment # date-fns", MOMENT],
  ["npm i date-fns && npm i moment", MOMENT],
  ["npm run seed && npm run seed:dev", SEED],
  ["npm run seed # seed:dev", SEED],
  ["git push origin +main", FORCE],
  ["git push --mirror", FORCE],
  ["rm -rf src/legacy --version", LEGACY],
  ["git rm -r src/legacy show", LEGACY],
  ["sed -i s/a/b/ src/x/../legacy/a.ts", LEGACY],
  ["rm -rf src//legacy/a", LEGACY],
])("a forbidden act does not hide behind other words: %s", (command, rule) =>
  expect(notesFor({ command }, [rule])).toEqual([rule[1]]),
);

test.each<readonly [command: string, rule: SaidItem]>([
  ["npm i date-fns", MOMENT],
  ["npm run seed:dev", SEED],
  ["git log --stat src/legacy", LEGACY],
])("a permitted call is silent: %s", (command, rule) => expect(notesFor({ command }, [rule])).toEqual([]));

test("a ban warns also where many bans share its words", () => {
  const rules = ["seed", "wipe", "burn", "melt"].map(
    (name): SaidItem => ["constraint", `Never run npm run ${name}`],
  );
  for (const [, text] of rules)
    expect(notesFor({ command: text.replace("Never run ", "") }, rules)).toEqual([text]);
});

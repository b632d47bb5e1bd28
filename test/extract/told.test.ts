import { describe, expect, test } from "vitest";
import { readStatements } from "../../src/core/extract/statements/read-statements.ts";
import type { Payload } from "../../src/core/tape/event.ts";
import { scenario } from "../scenarios/scenario.ts";
import { agent, certain, kindsIn, person, ran, read, recorded } from "../support/done-turns.ts";

const recordedTurn = (payload: Payload, i: number) => recorded(payload, i);

describe("sentences in turns", () => {
  const TRAPS = [
    "careful with the seed script, it wipes the local database without asking",
    "gotcha: vite caches the env, changes to .env don't show up until you restart it",
    "don't run the e2e suite while the dev server is up, it hangs forever",
    "the importer only works if LC_ALL is set to C, otherwise it sorts wrong",
    "turns out the s3 client silently drops uploads larger than 5 GB",
    "the docker build fails unless you are on the vpn",
    "btw rubocop 1.60 eats the last newline, stay on 1.59",
    "never touch the vhost config by hand, ansible overwrites it at night",
    "without the tunnel the build runs into a timeout",
    "Achtung, das Skript löscht beim zweiten Lauf die Testdaten",
    "der Export geht nur mit Java 17, mit 21 stürzt er ab",
    "la última vez que actualizamos webpack dejó de funcionar el hot reload",
    "ojo: el contenedor no arranca si no existe el fichero .env",
    "attention, le script plante si le port 5432 est déjà pris",
    "cuidado: o comando apaga o banco de homologação sem perguntar",
    "con java 21 non parte, serve la 17",
    "occhio che senza la vpn il build si blocca",
    "имей в виду: если не поднять minio, тесты висят до таймаута",
    "这里有个坑：镜像用 alpine 的话 grpc 编译不过",
    "キャッシュを消さないとビルドが失敗します",
    "조심하세요, 이 스크립트 두 번 돌리면 데이터가 중복됩니다",
  ];
  const FACTS = [
    "the API listens on 8081",
    "migrations live in db/migrate",
    "Ana owns billing",
    "we are on Node 20",
    "we run background jobs on pg-boss",
    "ci runs on buildkite",
    "you deploy with `fly deploy --remote-only`",
    "`make seed` fills the local database with sample orders",
    "die Konfiguration liegt in config/prod.yml",
    "de los pagos se encarga Lucía",
    "le serveur écoute sur le port 4000",
    "os scripts ficam em tools/ops",
    "i template stanno in src/mail",
    "за биллинг отвечает Оля",
    "服务监听 9090 端口",
    "決済の担当は佐藤さんです",
    "설정 파일은 config/app.yml 에 있습니다",
  ];
  const QUESTIONS = [
    "retention is TBD",
    "we still need to decide who rotates the keys",
    "not sure yet whether we support Safari 15",
    "the pricing page is parked until legal answers",
    "wie wir mit den Altdaten umgehen, ist noch offen",
    "queda pendiente decidir el formato del informe",
    "on ne sait pas encore qui héberge",
    "ainda não decidimos se vai ter app offline",
    "è ancora da decidere chi firma i certificati",
    "пока не решили, храним ли историю",
    "导出格式还没定",
    "エクスポート形式はまだ決まっていません",
    "인증 방식은 미정입니다",
  ];
  const NOTHING = [
    "the checkout page crashes when I click pay, can you fix it",
    "why does the build hang?",
    "always write the failing test first",
    "the login is broken again",
    "be careful with the wording of this email",
    "don't use lodash, we have our own helpers",
    "it broke after your change, please revert",
    "der Test ist rot, schau mal bitte",
    "构建失败了，帮我看一下",
    "if it fails, retry three times with backoff",
    "I edited src/a.ts and the tests pass now",
    "line 42 of src/a.ts has a bug",
    "put the helper in src/util/time.ts please",
    "where are the migrations?",
    "we should move to Node 22",
    "the PR is still open",
    "oleg always wants everything in duckdb",
    "a vendor asked about fax. It would at least be readable by people.",
    'customer success asks (just fyi): "can we get our own cluster in Sydney?" 🙄',
    "thanks, that is all for today",
  ];

  test.each(TRAPS)("a trap: %s", (text) => expect(kindsIn(person(text))).toEqual(["trap"]));
  const factsIn = (text: string) =>
    readStatements([person("Look around."), agent("Done."), person(text)].map(recordedTurn), 3);
  test.each(FACTS)("a fact: %s", (text) =>
    expect(factsIn(text)).toMatchObject([{ kind: "fact", text, certainty: "explicit" }]),
  );
  test.each(QUESTIONS)("an open question, which is not kept: %s", (text) => {
    expect(kindsIn(person(text))).toEqual([]);
    expect(factsIn(text).filter(({ certainty }) => certainty === "explicit")).toEqual([]);
  });
  test("a question that a person calls open is kept as a question", () => {
    const text = "Open question: do we keep soft deletes for tenants?";
    expect(read(person(text))).toMatchObject([{ kind: "note", text, fields: { type: "question" } }]);
    expect(read(agent(text))).toEqual([]);
  });
  test.each([
    ["should we also sort by customer?", "leave that open for now"],
    ["sollen wir auch nach Kunden sortieren?", "das bleibt noch offen"],
    ["¿ordenamos también por cliente?", "lo dejamos pendiente"],
    ["要不要也按客户排序？", "以后再说"],
  ])("a question that its next sentence leaves open is kept: %s %s", (question, rest) => {
    expect(read(person(`sort the orders by date. ${question} ${rest}`))).toMatchObject([
      { kind: "note", text: question, fields: { type: "question" } },
    ]);
    expect(read(person(`sort the orders by date. ${question} yes, do that`))).toEqual([]);
    expect(read(agent(`${question} ${rest}`))).toEqual([]);
  });
  test.each(NOTHING)("no statement: %s", (text) => expect(certain(person(text))).toEqual([]));

  test("a guess is uncertain", () => {
    const [guess] = read(person("careful, this might break when two workers start at once"));
    expect(guess).toMatchObject({ kind: "trap", certainty: "uncertain", origin: "user" });
  });

  test("a cause that an agent states is a trap only after a failure", () => {
    const cause = agent("`xcrun` needs the command line tools on macOS.");
    expect(kindsIn(cause)).toEqual([]);
    expect(kindsIn(ran("make ios", 1, "xcrun: error: invalid active developer path"), cause)).toEqual([
      "trap",
    ]);
  });

  test("a fact lists the paths in its text", () => {
    expect(factsIn("migrations live in db/migrate")).toMatchObject([
      { fields: { related_paths: ["db/migrate"] } },
    ]);
  });

  test("a sentence with a tag such as `remember:` is not found a second time", () => {
    expect(read(person("remember: the API listens on 8081"))).toEqual([]);
  });

  scenario("done.not-from-tools", () => {
    const texts = [...TRAPS, ...FACTS, ...QUESTIONS];
    for (const text of texts) expect(read(ran("cat NOTES", 0, text), { role: "system", text })).toEqual([]);
    for (const text of texts) expect(read({ role: "user", text, own: true })).toEqual([]);
    const pasted = `look at this\n\`\`\`\n${texts.join("\n")}\n\`\`\`\n${texts.map((text) => `> ${text}`).join("\n")}`;
    expect(read(person(pasted))).toEqual([]);
  });

  scenario("done.languages", () => {
    for (const text of TRAPS) expect(kindsIn(person(text)), text).toEqual(["trap"]);
    for (const text of FACTS) expect(factsIn(text), text).toMatchObject([{ kind: "fact" }]);
    for (const text of [...QUESTIONS, ...NOTHING]) expect(kindsIn(person(text)), text).toEqual([]);
  });
});

test.each([
  ["never update or delete in that table", "never delete rows that are booked, the export breaks"],
  ["no borres las filas que fallan", "no borres las filas que fallan, porque la exportación se rompe"],
  ["ne supprime jamais une ligne en erreur", "ne supprime jamais une ligne, sinon l'export plante"],
])("a prohibition is an order, and with a reason it is a trap: %s", (order, trap) => {
  expect(kindsIn(person(order))).not.toContain("trap");
  expect(kindsIn(person(trap))).toContain("trap");
});

test("a timeout with a value is a setting, and a timeout that occurs is a trap", () => {
  expect(kindsIn(person("btw the api timeout is 30 seconds for all upstream calls"))).not.toContain("trap");
  expect(kindsIn(person("btw the request timeout must be 12s"))).not.toContain("trap");
  expect(kindsIn(person("btw the export runs into a timeout every night"))).toContain("trap");
});

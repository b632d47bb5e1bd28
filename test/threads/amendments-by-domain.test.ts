import { expect, test } from "vitest";
import { recall } from "../../src/app/recall/recall.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

async function recordAndRead(deps: TestMemory, session: string, said: readonly string[]): Promise<void> {
  await deps.put(
    ...said.map((text) => ({ type: "turn.recorded", session, payload: { role: "user", text } })),
    { type: "session.marked", session, payload: { reason: "test" } },
  );
  await tick(deps);
}

/** A statement, its short amendment in a later conversation, a question, and words that only the amendment has. */
type AmendedCase = {
  readonly first: string;
  readonly later: string;
  readonly ask: string;
  readonly now: string;
};

/** Domains and languages that short-amendments.test.ts does not cover. */
const OTHER_CASES: readonly AmendedCase[] = [
  // The statements share a path; firmware, infrastructure, data, games, charts.
  {
    first: "Let's go with 115200 baud in firmware/uart.c, the bootloader uses the same rate.",
    later: "firmware/uart.c: 921600, the log did not keep up",
    ask: "which baud rate does firmware/uart.c use",
    now: "921600",
  },
  {
    first: "The terraform state for infra/prod/network.tf stays in the S3 bucket of the platform team.",
    later: "infra/prod/network.tf state -> gcs",
    ask: "where is the state of infra/prod/network.tf",
    now: "gcs",
  },
  {
    first: "For models/churn/train.py we use a random split of 80 to 20, stratified by country.",
    later: "models/churn/train.py: split by date",
    ask: "how is the data split in models/churn/train.py",
    now: "by date",
  },
  {
    first: "assets/levels/07.tmx keeps two checkpoints so that beginners can finish it.",
    later: "assets/levels/07.tmx: one checkpoint",
    ask: "how many checkpoints has assets/levels/07.tmx",
    now: "one checkpoint",
  },
  {
    first: "We agreed that docs/adr/ is written in British English with one sentence per line.",
    later: "docs/adr/ wraps at 100 columns now, no more one sentence per line",
    ask: "line breaks in docs/adr/",
    now: "100 columns",
  },
  {
    first: "charts/api/values.yaml asks for two replicas, because one node is always being drained.",
    later: "charts/api/values.yaml: 4 replicas",
    ask: "replicas in charts/api/values.yaml",
    now: "4 replicas",
  },
  // The statements share a symbol or a setting.
  {
    first: "We decided that retryBackoff doubles the delay each time, starting with 200 ms.",
    later: "retryBackoff is linear",
    ask: "how does retryBackoff grow",
    now: "linear",
  },
  {
    first: "We chose that PlayerController reads input in FixedUpdate so that physics stays stable.",
    later: "PlayerController: Update, with a buffer",
    ask: "where does PlayerController read input",
    now: "Update, with a buffer",
  },
  {
    first: "We decided calc_vat rounds each line of the invoice to cents.",
    later: "calc_vat rounds the sum only",
    ask: "what does calc_vat round",
    now: "sum only",
  },
  {
    first: "We decided that customer_dim is loaded by a full refresh every night.",
    later: "customer_dim incremental from today",
    ask: "how is customer_dim loaded",
    now: "incremental",
  },
  {
    first: "We decided that LOG_LEVEL is debug on staging since nobody else reads those logs.",
    later: "LOG_LEVEL=info there",
    ask: "LOG_LEVEL on staging",
    now: "LOG_LEVEL=info",
  },
  {
    first: "We decided that the tileCache evicts by least recently used with 500 entries.",
    later: "tileCache: lfu",
    ask: "eviction of tileCache",
    now: "lfu",
  },
  // The statements share a number.
  {
    first: "We decided for ticket 4417 that the export contains closed accounts as well.",
    later: "4417: open ones only",
    ask: "which accounts does the export of 4417 contain",
    now: "open ones only",
  },
  {
    first: "RFC-212 says a webhook is delivered at least once, we stay with that.",
    later: "RFC-212: exactly once, with the id",
    ask: "how is a webhook delivered by RFC-212",
    now: "exactly once",
  },
  {
    first: "We decided that GPIO 27 drives the status lamp of the gateway.",
    later: "GPIO 27 is the reset line",
    ask: "what is on GPIO 27",
    now: "reset line",
  },
  {
    first: "We decided that migration 0042 runs by hand in the night, with the shop closed.",
    later: "0042 goes with the normal deploy",
    ask: "how does migration 0042 run",
    now: "normal deploy",
  },
  // Statements in other languages.
  {
    first: "Wir haben entschieden, dass lib/steuer/satz.rb den Satz aus der Datenbank liest.",
    later: "lib/steuer/satz.rb: aus der yaml",
    ask: "woher liest lib/steuer/satz.rb den Satz",
    now: "yaml",
  },
  {
    first: "Wir haben beschlossen, dass der Port 9443 für das Admin-Panel ist.",
    later: "9443 ist jetzt der Metrik-Endpunkt",
    ask: "was läuft auf 9443",
    now: "Metrik-Endpunkt",
  },
  {
    first: "On a décidé que creerFacture envoie le PDF par mail tout de suite.",
    later: "creerFacture : envoi groupé la nuit",
    ask: "quand creerFacture envoie le PDF",
    now: "la nuit",
  },
  {
    first: "Decidimos que cfg/colas.toml tenga tres colas, una por prioridad.",
    later: "cfg/colas.toml: una sola cola",
    ask: "cuántas colas hay en cfg/colas.toml",
    now: "una sola cola",
  },
  {
    first: "Decidimos que o MAX_TENTATIVAS é 5 em todos os ambientes.",
    later: "MAX_TENTATIVAS 8",
    ask: "qual é o MAX_TENTATIVAS",
    now: "MAX_TENTATIVAS 8",
  },
  {
    first: "src/auth/token.go の有効期限は24時間にすることに決めました。",
    later: "src/auth/token.go は1時間で",
    ask: "src/auth/token.go の有効期限は",
    now: "1時間",
  },
  {
    first: "我们决定 orderSync 每五分钟运行一次。",
    later: "orderSync 改为每小时",
    ask: "orderSync 多久运行一次",
    now: "每小时",
  },
  {
    first: "Мы решили, что deploy/cron.yaml запускает отчёт каждый понедельник.",
    later: "deploy/cron.yaml: по пятницам",
    ask: "когда deploy/cron.yaml запускает отчёт",
    now: "по пятницам",
  },
];

test("a short amendment comes first in other domains and languages", async () => {
  const deps = await testMemory();
  await recordAndRead(
    deps,
    "s1",
    OTHER_CASES.map(({ first }) => first),
  );
  await recordAndRead(
    deps,
    "s2",
    OTHER_CASES.map(({ later }) => later),
  );
  expect(await wrongFirst(deps, OTHER_CASES)).toBe("");
});

/** Statements and amendments of several weeks, each in its own session, with a long question. */
const LONG_QUESTIONS: readonly AmendedCase[] = [
  {
    first:
      "src/mail/render.py should use mjml, the marketing people know it from their old tool and like it a lot",

    later: "src/mail/render.py: plain jinja, mjml needs node",
    ask: "I have to add a new template for the welcome mail, what does src/mail/render.py use to build the html",
    now: "plain jinja",
  },
  {
    first: "keep ISSUE-902 as it is, refunds above 500 EUR need the approval of two people in finance",

    later: "ISSUE-902 one person is enough",
    ask: "how many people from finance have to approve a refund that is above 500 EUR as in ISSUE-902",
    now: "one person is enough",
  },
  {
    first:
      "the robot arm stops when the current of a joint goes above 4.2 A, that is JOINT_LIMIT in the controller",

    later: "JOINT_LIMIT 3.8, joint 4 got hot",
    ask: "at what current does a joint of the robot arm stop, what is JOINT_LIMIT",
    now: "3.8",
  },
  {
    first: "patients see their own lab values as soon as a doctor has released them, see LabGate",

    later: "LabGate: 24h later",
    ask: "when do patients see lab values after the doctor released them, what does LabGate do",
    now: "24h later",
  },
  {
    first: "seats are held for 12 minutes while somebody pays, config/hold.json",

    later: "8 in config/hold.json",
    ask: "how long are seats held while somebody pays",
    now: "8 in config/hold.json",
  },
  {
    first: "tenant 31 stays on the old cluster until their audit is done",

    later: "tenant 31 can move",
    ask: "can we move tenant 31 to the new cluster or are they still in the audit",
    now: "can move",
  },
  {
    first: "we sign the packages with the key that lies in the hsm, build/sign.sh does it",

    later: "build/sign.sh -> cosign keyless",
    ask: "with which key does build/sign.sh sign our packages these days",
    now: "cosign",
  },
  {
    first: "der Wechselrichter meldet alle 30 Sekunden, Register 40072 ist die Leistung",

    later: "40072 alle 5 Sekunden",
    ask: "wie oft lesen wir eigentlich die Leistung aus Register 40072 vom Wechselrichter",
    now: "alle 5 Sekunden",
  },
  {
    first: "le fichier etl/paie.sql tourne le 25 de chaque mois à six heures du matin",

    later: "etl/paie.sql le 27",
    ask: "quel jour du mois tourne etl/paie.sql pour la paie",
    now: "le 27",
  },
  {
    first: "the sitemap is written by hooks/after_publish.rb after each article",

    later: "hooks/after_publish.rb once an hour",
    ask: "how often is the sitemap written, it is in hooks/after_publish.rb",
    now: "once an hour",
  },
  {
    first: "glossary: a lead is somebody who has left a phone number, LeadScore counts only those",

    later: "LeadScore also with mail",
    ask: "whom does LeadScore count, people with a phone number only?",
    now: "also with mail",
  },
];

test("a short amendment also comes first for a long question about several weeks of sessions", async () => {
  const deps = await testMemory();
  for (const [i, { first }] of LONG_QUESTIONS.entries()) await recordAndRead(deps, `a${i}`, [first]);
  for (const [i, { later }] of LONG_QUESTIONS.entries())
    await recordAndRead(deps, `b${i}`, ["morning, is ci green?", later]);
  expect(await wrongFirst(deps, LONG_QUESTIONS)).toBe("");
});

async function wrongFirst(deps: TestMemory, cases: readonly AmendedCase[]): Promise<string> {
  const wrong: string[] = [];
  for (const { ask, now } of cases) {
    const { hits } = await recall(deps, { query: ask, k: 5 });
    if (!hits[0]?.text.includes(now))
      wrong.push(`${ask}:\n${hits.map(({ text }) => `  ${text}`).join("\n")}`);
  }
  return wrong.join("\n");
}

import { describe, expect, test } from "vitest";
import { amendedBy } from "../../src/core/edges/amended.ts";
import type { Amendment } from "../../src/core/edges/amendment.ts";
import type { Item } from "../../src/core/items/item.ts";
import { scenario } from "../scenarios/scenario.ts";
import { unit } from "../support/units.ts";

describe("an amendment", () => {
  const earlier: readonly Item[] = [
    unit("Logs are kept 14 days.", { id: "dec_logs", evidence: [3] }),
    unit("Webhooks: 8 attempts, exponential.", { id: "dec_hooks", evidence: [9] }),
    unit("Commit messages are plain sentences.", { id: "prf_commits", kind: "preference", evidence: [15] }),
    unit("The queue inspector is called hopper.", { id: "fct_name", kind: "fact", evidence: [18] }),
    unit("The payload goes out as JSON.", { id: "dec_format", evidence: [20] }),
  ];
  const target = (text: string, amends?: string, at = 30): string | undefined =>
    amendedBy(
      {
        text,
        kind: "decision",
        topic: "general",
        evidence: [at],
        ...(amends === undefined ? {} : { amends }),
      },
      earlier,
    )?.id;

  scenario("edges.amends", () => {
    expect(target("Keep the logs 30 days instead.", "Keep the logs 30 days instead.")).toBe("dec_logs");
    expect(target("32 attempts then, exponential stays.", "32 attempts then, exponential stays.")).toBe(
      "dec_hooks",
    );
    expect(target("CBOR, not text any more.", "the payload thing: CBOR, not text any more.")).toBe(
      "dec_format",
    );
    expect(target("Prefix the commit messages after all.", "actually")).toBe("prf_commits");
    expect(target("Make it smaller.", "make it smaller")).toBe("dec_format");
    expect(target("Scrap that.", "scrap that")).toBe("dec_format");
    expect(target("Scrap that.", "scrap that", 500)).toBeUndefined();
    expect(target("Scrap that.", "scrap that", 2)).toBeUndefined();
    expect(target("Invoices are rounded per line and booked on arrival.", "actually")).toBeUndefined();
    expect(target("Keep the logs 30 days?", "logs")).toBeUndefined();
  });

  test("needs words that signal a change", () => {
    expect(target("The logs of the webhooks carry the payload as JSON.")).toBeUndefined();
    expect(target("Keep the logs 30 days instead of 14.")).toBe("dec_logs");
  });

  type Older = { readonly text: string; readonly rejected?: readonly string[] };
  /** Whether `newer` amends `older`. By default, `newer` is a turn of its own, far behind `older`. */
  const isChanged = (older: string | Older, newer: string | Partial<Amendment>): boolean => {
    const { text, ...fields } = typeof older === "string" ? { text: older } : older;
    const is = typeof newer === "string" ? { text: newer } : newer;
    const said = { text: "", kind: "decision", evidence: [40], origin: "user", ...is };
    return (
      amendedBy({ turn: said.text, ...said }, [unit(text, { evidence: [3], origin: "user", ...fields })]) !==
      undefined
    );
  };

  test.each([
    ["Uploads are capped at 5 MB.", "Uploads up to 20 MB."],
    ["The nightly export keeps 10 copies.", "nightly export: 4 copies"],
    ["Sessions expire after 30 minutes.", "sessions last 2 hours"],
    ["The sensor reports every 10 seconds.", "sensor every minute is enough"],
    ["Invoices go out on Monday.", "invoices go out on Thursday"],
    ["Thumbnails are 200 px wide.", "thumbnails 320px"],
    ["Map tiles come from Mapbox.", "map tiles from MapLibre"],
    ["Der Cache hält 10 Minuten.", "Der Cache hält eine Stunde."],
    ["La sauvegarde tourne toutes les 6 heures.", "sauvegarde toutes les 2 heures"],
    ["Las fotos se guardan a 80 de calidad.", "fotos a 60 de calidad"],
    ["Os lembretes saem 2 dias antes.", "lembretes saem 5 dias antes"],
    ["I promemoria partono dopo 3 giorni.", "promemoria dopo una settimana"],
    ["Бэкапы храним 10 дней.", "бэкапы храним 3 недели"],
    ["缓存保留 7 天。", "缓存保留 30 天"],
    ["ログは14日保存。", "ログは30日保存"],
    ["백업은 7일 보관.", "백업은 14일 보관"],
  ])("with another value for the same subject needs no such words: %s → %s", (older, newer) => {
    expect(isChanged(older, newer)).toBe(true);
  });

  test.each([
    ["We ship with Docker.", "Docker is out, plain systemd units."],
    ["Fonts are self-hosted.", "kick the self-hosted fonts"],
    ["Use feature flags for the rollout.", "forget the feature flags"],
    ["Wir nehmen Redis für die Sitzungen.", "Redis fliegt raus"],
    ["On utilise Sentry.", "Sentry, on l'enlève"],
    ["Берём Sentry для ошибок.", "Sentry выкидываем"],
    ["Sentry でエラーを集める。", "Sentryはやめます"],
  ])("can drop a choice: %s → %s", (older, newer) => {
    expect(isChanged(older, newer)).toBe(true);
  });

  test.each([
    ["Sessions expire after 30 minutes.", "Sessions must expire after 5 minutes."],
    ["Commits are signed.", "no signed commits"],
    ["We release on Thursdays.", "No deployments on Thursday."],
    ["Sessions expire after 30 minutes.", "sessions stay at 30 minutes"],
    ["The request timeout is 30 seconds.", "The upload timeout is 5 minutes."],
    ["Logs are kept 14 days.", "Invoices are kept 10 years."],
    ["Backups run at 3.", "Reports run at 5."],
    ["Room 4 is for standups.", "Room 5 is for the interviews."],
    ["Step 1 is the import.", "Step 2 is the export."],
    ["Redis for the sessions.", "Postgres for the orders."],
    ["The API listens on port 8080.", "The admin page is on port 9090."],
    ["Tests run with vitest.", "The linter runs before the tests."],
  ])("is neither a rule nor the same value nor another subject: %s → %s", (older, newer) => {
    expect(isChanged(older, newer)).toBe(false);
  });

  test.each([
    ["Logs are kept 30 days.", "a year for the audit logs, the rest as it is"],
    ["The limit is 60 requests a minute.", "60 stays for free, paid goes to 600"],
    ["Alle Bilder werden auf 2048 Pixel verkleinert.", "Bilder vom Archiv auf 4096, der Rest bleibt"],
    ["Los avisos salen a las 9.", "avisos a las 7, lo demás sigue igual"],
    ["Le cache dure 60 secondes.", "cache 10 secondes pour le direct, le reste ne change pas"],
    ["Логи храним 30 дней.", "логи авторизации храним 90 дней, остальное как было"],
    ["日志保留 30 天。", "审计日志保留 90 天，其他不变"],
    ["ログは30日保存。", "監査ログは90日、残りはそのまま"],
    ["로그는 30일 보관.", "감사 로그는 90일, 나머지는 그대로"],
  ])("can change a value for a part of its subject: %s → %s", (older, newer) => {
    expect(isChanged(older, { text: newer, evidence: [20] })).toBe(true);
  });

  test.each([
    ["Backups every night.", "backups weekly, nights are too busy"],
    ["The report goes out monthly.", "the report quarterly is enough"],
    ["Der Export läuft täglich.", "Export wöchentlich reicht"],
    ["La copia es diaria.", "copia semanal, diaria es demasiado"],
    ["Releases on Wednesday.", "releases on thursday instead"],
    ["每周三发版。", "发版改到周四"],
    ["リリースは水曜。", "リリースは木曜に変更"],
    ["배포는 수요일.", "배포는 목요일로 변경"],
    ["The job runs at 2am.", "the job runs at 4:30"],
    ["Versions are supported for 12 months.", "versions are supported for 2 years"],
  ])("can change a frequency, a day, a time or a duration: %s → %s", (older, newer) => {
    expect(isChanged(older, { text: newer, evidence: [20] })).toBe(true);
  });

  test("can change a pending candidate of a person, but not one of an agent", () => {
    const candidate = { kind: "candidate", status: "pending", proposes: "decision", evidence: [3] } as const;
    const newer = { text: "Uploads up to 20 MB instead of 5.", kind: "decision", evidence: [20] };
    const waits = (more: Partial<Item>): Item => unit("Uploads up to 5 MB.", { ...candidate, ...more });
    expect(amendedBy(newer, [waits({ origin: "user", id: "cnd_1" })])?.id).toBe("cnd_1");
    expect(amendedBy(newer, [waits({ origin: "agent" })])).toBeUndefined();
    expect(amendedBy(newer, [waits({ origin: "user", status: "rejected" })])).toBeUndefined();
  });

  test("is not a statement that repeats another, or that fits many statements equally", () => {
    expect(isChanged("Uploads go to the object store.", "The object store holds the uploads.")).toBe(false);
    const many = Array.from({ length: 40 }, (_, i) =>
      unit(`Part ${i} keeps ${i + 2} copies.`, { id: `dec_${i}`, evidence: [i + 1], origin: "user" }),
    );
    const newer = { text: "50", kind: "decision", evidence: [60], origin: "user" };
    expect(amendedBy(newer, many)).toBeUndefined();
  });

  test("changes a choice if it takes a rejected option or rejects the chosen one", () => {
    const choice = { text: "Leaflet for the map.", rejected: ["OpenLayers"] };
    expect(isChanged(choice, "the map is OpenLayers")).toBe(true);
    const svg = { text: "markers as plain SVG", turn: "scrap leaflet. markers as plain SVG" };
    expect(isChanged(choice, { ...svg, rejected: ["leaflet"] })).toBe(true);
    expect(isChanged(choice, { text: "markers as plain SVG", rejected: ["OpenLayers"] })).toBe(false);
    // A statement two turns later still belongs to the same choice.
    expect(isChanged(choice, { text: "the map is OpenLayers", evidence: [5] })).toBe(false);
  });

  test("that names what it drops changes only statements that contain it", () => {
    const node = {
      text: "node 22 on CI, not 20",
      amends: "node 22 on CI, not 20",
      rejected: ["20"],
      evidence: [12],
    };
    expect(isChanged("EUR only for v1", { ...node, since: 10 })).toBe(false);
    expect(isChanged("CI runs node 20", { ...node, since: 10 })).toBe(true);
    const queue = {
      text: "SQS, not pg-boss",
      amends: "SQS, not pg-boss",
      rejected: ["pg-boss"],
      evidence: [12],
    };
    expect(isChanged("Dates are shown in UTC", { ...queue, since: 10 })).toBe(false);
    expect(isChanged("Jobs run on pg-boss", { ...queue, since: 10 })).toBe(true);
  });

  test("without a subject changes the statement that the conversation has just taken up again", () => {
    const newer = { text: "once a minute, and only while it moves", evidence: [20] };
    expect(isChanged("Every 5s.", { ...newer, evidence: [90] })).toBe(false);
    expect(isChanged("Every 5s.", { ...newer, before: "At five seconds its own page starves." })).toBe(true);
    expect(isChanged("Payments go through Stripe.", "subscriptions with Mollie")).toBe(false);
    const before = "Stripe takes 35 cents for each debit.";
    const subscriptions = { text: "subscriptions with Mollie", before, evidence: [20] };
    expect(isChanged("Payments go through Stripe.", subscriptions)).toBe(true);
  });

  test("does not change a statement of its own turn, and two of one turn may change the same statement", () => {
    const older = unit("Mails carry a link.", { id: "dec_1", evidence: [3], origin: "user" });
    const first = unit("No link in mails any more.", { id: "dec_2", evidence: [40], amends: "dec_1" });
    const newer = { text: "mails carry a code instead of the link", kind: "decision", evidence: [40] };
    expect(amendedBy(newer, [older, first])?.id).toBe("dec_1");
    expect(amendedBy(newer, [first])).toBeUndefined();
  });

  test("changes the last statement of a chain of amendments", () => {
    const chain = [
      unit("Delays are cached 5 minutes.", { id: "dec_1", evidence: [3] }),
      unit("Delays are cached 30 seconds.", { id: "dec_2", evidence: [17], amends: "dec_1" }),
    ];
    const newer = { text: "Delays are cached 60 seconds.", kind: "decision", amends: "then", evidence: [30] };
    expect(amendedBy(newer, chain)?.id).toBe("dec_2");
    expect(
      amendedBy(
        newer,
        chain.map((each) => ({ ...each, status: "superseded" })),
      ),
    ).toBeUndefined();
  });
});

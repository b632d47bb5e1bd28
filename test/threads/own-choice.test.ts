import { describe, expect, test } from "vitest";
import { givenUpIn } from "../../src/core/edges/given-up.ts";
import { givesUp } from "../../src/core/threads/replaced-unit.ts";

/** Sentences with words of giving up that are content, reports, others' choices or choices for only a part. */
const NO_CHOICE = [
  "Revert the commit that replaced Svelte with React",
  "The last agent wrongly replaced Gatsby with Astro, put it back",
  "Stop the agent: it replaced Biome with ESLint",
  "Undo the change where the agent switched from Nomad to Kubernetes",
  "Review the PR titled Replace Rollup with tsup",
  "Close the issue Drop Deno, it is spam",
  "The article argues: Vault is dead",
  "Speaker 1: Scratch Nomad, use k8s",
  "Handoff: Scratch Jenkins, use GHA",
  "Add this line to the docs: Grafana is out",
  'Commit message should be "drop Vault, use SOPS"',
  'grep for "scratch Elasticsearch"',
  "name the PR: Drop Helm",
  "Fastify -> Express in the readme typo table",
  "Write the blog post title: Moving from Playwright to Cypress",
  "The competitor moved from Celery to RQ",
  "Their team stopped using Flask",
  "List the files that use Kustomize instead of Helm",
  "In the demo app drop Grafana",
  "In the legacy branch only, we replace Bazel with make",
  "Füge in die README ein: Tailwind ist raus",
  "Ajoute au changelog : on abandonne Prisma",
  "Rédige un mail au client: oublie Nginx",
  "看一下这封邮件：放弃Consul，用etcd。",
  "把这句话加到文档：放弃Consul",
];

const CHOICES = [
  "actualy scratch pg-boss",
  "ok so we moved from Jest to vitest",
  "use SQS instead of pg-boss",
  "stop using Netlify, the contract ended",
  "pg-boss is out",
  "Lizenz doch lieber Apache-2.0 statt MIT",
  "wir steigen von Yarn auf pnpm um",
  "finalement on abandonne Prisma",
  "我们决定放弃Consul，用etcd",
];

describe("words of giving something up", () => {
  test.each(NO_CHOICE)("are not the speaker's choice: %s", (sentence) => {
    expect(givenUpIn(sentence)?.isOwn ?? false).toBe(false);
  });
  test.each(CHOICES)("are the speaker's own choice: %s", (sentence) => {
    expect(givenUpIn(sentence)?.isOwn).toBe(true);
  });
});

test.each([
  ["no deploys on fridays", "the friday rule is gone"],
  ["never commit to main during the freeze", "the main freeze is lifted, go ahead"],
  ["no se despliega los viernes", "la regla del viernes ya no se usa"],
  ["jamais de migration le samedi", "la règle du samedi est finie"],
  ["не деплоим по пятницам", "правило о пятницах больше не нужно"],
])("a ban ends when a person lifts the rule by name: %s", (text, said) => {
  expect(givesUp(said, { text })).toBe(true);
});

test.each([
  ["no deploys on fridays", "don't think the friday rule is gone"],
  ["no deploys on fridays", "tom says the friday rule is gone"],
  ["never log emails", "the friday rule is gone"],
  ["no jquery anywhere", "the jquery ban is lifted for the admin pages"],
])("a rule stays if nobody lifts it, or lifts it only for a part: %s, %s", (text, said) => {
  expect(givesUp(said, { text })).toBe(false);
});

test.each([
  ["кэш на redis", "redis убираем, переходим на memcached"],
  ["Cache: Redis", "redis werfen wir raus, memcached reicht"],
  ["Mapas con Mapbox", "Mapbox lo quitamos, cuesta demasiado"],
  ["Mails : Mailjet", "Mailjet on vire, on prend Brevo"],
  ["Mappe con Mapbox", "Mapbox lo togliamo, costa troppo"],
])("the verb may follow the value that is given up: %s", (text, said) => {
  expect(givesUp(said, { text })).toBe(true);
});

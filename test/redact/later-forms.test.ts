import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KIND_NAMES, kindOf } from "../../src/core/items/kinds.ts";
import { redact } from "../../src/core/redact/redact.ts";
import { scenario } from "../scenarios/scenario.ts";
import { filled } from "./filled.ts";

const HEX_DUMP = Buffer.from("26pTF3ihMwo5akF6")
  .toString("hex")
  .replace(/(..)(?=.)/g, "$1 ");

/** Secrets between «»: divided ones, codes without a digit, wrapped lines, and names that earlier rules did not know. */
const FORMS = [
  "you can get into grafana w/ svc-deploy and «Maple{d2}!nrx»",
  "The safe PIN on site B is «{d8}», ask Jo for the alarm.",
  'TOKEN = "".join(["«{A10}»", "«{A10}»"])',
  'const apiKey = ["«{A10}»", "«{A10}»"].join("");',
  '$token = implode("", ["«{A12}»", "«{A12}»"]);',
  "the token is in two parts\npart 1: «KS2XEERE76nowhxd»\npart 2: «AP4BJn7oKtfZC4Zc»",
  `password bytes: «${HEX_DUMP}»`,
  "GitHub recovery:\n1. «ben4-phde»   2. «qsc9-jqt5»\n3. «3s7r-5j28»   4. «jzy5-kx2g»\n",
  "https://portal.example.com/app/home;jsessionid=«{h32}»?x=1",
  "join us: https://chat.example.com/signup_user_complete/?id=«{A20}a1b2»",
  "enter the code «BCDF-GHJK» at https://example.com/device",
  "SLACK_TOKEN=«xoxp-{d12}-{d12}-»\n«{h32}»",
  "Parameters: ParameterKey=DBPassword,ParameterValue=«Pc1hHABeOgHIdISK»",
  'conn = connect("db", "app", "«NPp0Oe%2F#4H6k1u»", "shop")',
  '.basic_auth("ci", Some("«A!zkVdpH%hFTzpVF»"))',
  "管理画面のパスは«n%eezGp!btJyyx»に変更しました",
];

test.each(FORMS)("%s", (form) => {
  const text = filled(form, 3);
  const secrets = [...text.matchAll(/«([^»]*)»/g)].map(([, secret = ""]) => secret);
  const kept = redact(text.replaceAll(/[«»]/g, "")).text;
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
});

scenario("secrets.harmless", () => {
  const lines = readFileSync(new URL("../fixtures/harmless-lines.txt", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.replaceAll("⏎", "\n"));
  expect(lines.filter((line) => redact(line).text !== line)).toEqual([]);
  // Labels of items may be next to words about signing in, in a brief and in the ledger.
  const labels = KIND_NAMES.map((kind) => `${kindOf(kind).prefix}#204`);
  for (const label of labels)
    for (const line of [`logs in with a key (perhaps replaced by ${label})`, `Login: see ${label}`])
      expect(redact(line).text).toBe(line);
});

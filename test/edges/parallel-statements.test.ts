import { expect, test } from "vitest";
import { haveOtherSubjects, haveOtherValue } from "../../src/core/edges/parallel-statements.ts";
import { giveOtherValues, valuesOf } from "../../src/core/edges/values.ts";

test.each([
  ["the orders gateway listens on port 3001", "the billing gateway listens on port 3002"],
  ["the api package uses jest for its tests", "the web package uses vitest for its tests"],
  ["We decided: the export job timeout is 22 minutes", "We decided: the audit log retention is 36 minutes"],
  ["Sarah owns the code of the billing service", "Tom owns the code of the search service"],
  ["Der Importdienst läuft auf Port 8080", "Der Exportdienst läuft auf Port 8081"],
  ["订单网关监听端口3001", "账单网关监听端口3002"],
])("both statements hold: %s / %s", (older, newer) => {
  expect(haveOtherSubjects(older, newer)).toBe(true);
});

test.each([
  ["the orders gateway listens on port 3001", "the orders gateway listens on port 3005"],
  ["We use jest for the tests of the web package", "We use vitest for the tests of the web package"],
  ["Uploads are capped at 20 MB by nginx", "Uploads are limited to 25 MB by nginx"],
  ["We run background jobs on frobnitz", "We run background jobs on plumbus"],
  [
    "Background jobs run on pg-boss",
    "actualy scratch pg-boss, ops says we get sqs anyway. use sqs for the jobs",
  ],
  ["The api uses jest for tests", "The web now uses vitest for tests instead of jest"],
])("the newer statement may replace the older one: %s / %s", (older, newer) => {
  expect(haveOtherSubjects(older, newer)).toBe(false);
});

test.each([
  ["uploads stop at 20 MB", "uploads stop at 25 MB", true],
  ["we use jest for the unit tests", "We use vitest for the unit tests.", true],
  ["uploads stop at 20 MB", "uploads stop at 25 MB in staging", false],
  ["uploads stop at 20 MB", "downloads stop at 25 MB", false],
  ["Tom owns the billing code", "Sarah owns the billing code", false],
])("detects whether two sentences differ only in a value: %s / %s", (older, newer, expected) => {
  expect(haveOtherValue(older, newer)).toBe(expected);
});

test.each([
  ["Prefer pnpm over npm", "pnpm"],
  ["We chose Postgres over MySQL for reports", "postgres"],
  ["Prefer the vitest runner over jest", "vitest"],
  ["Send JSON over gRPC", "json grpc"],
])("a rejected value is not among the values of a statement: %s", (text, stated) => {
  expect(
    valuesOf(text)
      .map(({ value }) => value)
      .join(" "),
  ).toBe(stated);
});

test("a statement with the rejected value of an earlier one gives another value", () => {
  expect(giveOtherValues("We use npm now", "Prefer pnpm over npm")).toBe(true);
});

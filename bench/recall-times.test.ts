import { expect, test } from "vitest";
import { instantIn } from "./recall-times.ts";

test.each([
  ["2023-05-08T13:56:00Z", "2023-05-08T13:56:00.000Z"],
  ["2023-05-08T13:56:00.149Z", "2023-05-08T13:56:00.149Z"],
  ["2023-05-08T13:56:00", "2023-05-08T13:56:00.000Z"],
  ["2023-05-08 13:56", "2023-05-08T13:56:00.000Z"],
  ["2023/05/08 (Mon) 13:56", "2023-05-08T13:56:00.000Z"],
  ["1:56 pm on 8 May, 2023", "2023-05-08T13:56:00.000Z"],
  ["12:05 am on 18 December, 2023", "2023-12-18T00:05:00.000Z"],
  ["12:05 pm on 18 December, 2023", "2023-12-18T12:05:00.000Z"],
  ["March-15-2024", "2024-03-15T00:00:00.000Z"],
  ["0", "2024-01-01T00:00:00.000Z"],
  ["1441", "2024-01-02T00:01:00.000Z"],
])("%s is read as %s", (text, expected) => {
  expect(new Date(instantIn(text) ?? Number.NaN).toISOString()).toBe(expected);
});

test.each(["", "yesterday", "Smarch-15-2024", "2023-02-30", "1:56 on 8 May, 2023"])(
  "%j is not a time",
  (text) => {
    expect(instantIn(text)).toBeUndefined();
  },
);

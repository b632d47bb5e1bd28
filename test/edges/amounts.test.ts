import { expect, test } from "vitest";
import { amountsIn } from "../../src/core/edges/values.ts";

test.each([
  ["The backup runs at 15:30", "clock", "15:30"],
  ["The backup runs at 3 pm", "clock", "3:00"],
  ["Der Abgleich läuft um 7 Uhr", "clock", "7:00"],
  ["The release is on Friday", "weekday", "friday"],
  ["Logs lie in /var/log/app", "path", "/var/log/app"],
])("%s: the %s is %s", (text, sort, amount) =>
  expect([...(amountsIn(text).get(sort) ?? [])]).toEqual([amount]),
);

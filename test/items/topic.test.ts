import fc from "fast-check";
import { expect } from "vitest";
import { topicOf } from "../../src/core/extract/topic.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";

scenario("said.topic", () => {
  const cases: readonly (readonly [text: string, topic: string, paths?: string[]])[] = [
    ["pnpm then.", "dependencies"],
    ["Indent with tabs", "style"],
    ["Wir nehmen Postgres für die Datenbank", "database"],
    ["los tests van con vitest", "tests"],
    ["on déploie le vendredi", "deploy"],
    ["пароли храним в vault", "auth"],
    ["缓存用 Redis", "caching"],
    ["ログは JSON で", "logging"],
    ["배포는 금요일에", "deploy"],
    ["it lives in scheduler/core/tick.ts", "scheduler"],
    ["keep it simple", "general"],
    ["keep it simple", "planner", ["src/planner/tick.ts"]],
    ["", "general"],
  ];
  for (const [text, topic, paths] of cases) expect(topicOf(text, paths), text).toBe(topic);
  return holds(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(topicOf(text)).toMatch(/^\S{2,42}$/u);
      expect(topicOf(text)).toBe(topicOf(text));
    }),
  );
});

import { expect, test } from "vitest";
import type { Finding } from "../../src/core/extract/finding.ts";
import { mergeReadings } from "../../src/core/extract/model/merge-readings.ts";

const AT = Date.parse("2030-01-01T09:00:00Z");
const RUN = "python -m render --scene pick";

const trap = (more: Partial<Finding>): Finding => ({
  kind: "trap",
  text: `${RUN}: no display`,
  certainty: "explicit",
  confidence: 0.8,
  topic: "rendering",
  at: AT,
  evidence: [3, 5],
  origin: "tool",
  ...more,
});

const SEEN = trap({ fields: { command: RUN, instead: `GL=egl ${RUN}`, severity: "error" } });

test("a model's trap gets the command and the way out of the rule's trap for the same failure", () => {
  const own = trap({
    text: "Rendering needs GL=egl",
    origin: "agent",
    evidence: [3, 4],
    fields: { command: RUN },
  });
  const [kept, ...others] = mergeReadings([SEEN], { findings: [own], upTo: 9 }, []);
  expect(others).toEqual([]);
  expect(kept).toEqual({ ...own, fields: SEEN.fields });
});

test("a model's trap with its own way out, or for another failure, stays unchanged", () => {
  const whole = trap({ fields: { command: "render", instead: "GL=egl render" } });
  const other = trap({ evidence: [7], fields: { command: "make" } });
  const merged = mergeReadings([SEEN], { findings: [whole, other], upTo: 9 }, []);
  expect(merged).toEqual([whole, other]);
});

import { expect, test } from "vitest";
import type { Exchange } from "./model.ts";
import { cameBack, wasTold } from "./told.ts";

const asked = (...texts: string[]): Exchange => ({
  api: "chat",
  path: "/v1/chat/completions",
  body: { messages: texts.map((content) => ({ role: "user", content: [{ type: "text", text: content }] })) },
  question: { model: "m", system: "", said: [], tools: ["run"], isStreamed: false, wantsJson: false },
  answer: undefined,
});

test.each([
  ["in our text", ["# What this project remembers (tidemark)\n- heron [fct#1]"], true],
  ["in our text, joined with the client's", ["<x># What … (tidemark)\n- heron [fct#1]\n</x> and more"], true],
  ["in the user's words", ["The database is heron", "# What … (tidemark)\n- nothing"], false],
  ["in the user's words before ours", ["heron? # What … (tidemark)\n- nothing"], false],
  ["nowhere", ["# What … (tidemark)\n- nothing"], false],
])("words %s", (_, texts, is) => {
  expect(wasTold([asked(...texts)], "heron")).toBe(is);
});

test("what came back is what the last request has and the first had not", () => {
  const first = asked("brief with heron", "look it up");
  const last = asked("brief with heron", "look it up", "result: heron");
  expect(cameBack([first, last])).toContain("result: heron");
  expect(cameBack([first, last])).not.toContain("brief with heron");
  expect(cameBack([first])).toEqual([]);
});

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
  ["occur in our text", ["# What this project remembers (tidemark)\n- heron [fct#1]"], true],
  [
    "occur in our text, joined with the client's",
    ["<x># What … (tidemark)\n- heron [fct#1]\n</x> and more"],
    true,
  ],
  ["occur in the user's message only", ["The database is heron", "# What … (tidemark)\n- nothing"], false],
  ["occur in the user's message before our text", ["heron? # What … (tidemark)\n- nothing"], false],
  ["occur nowhere", ["# What … (tidemark)\n- nothing"], false],
])("a model was told words only if they occur in our text: they %s", (_, texts, is) => {
  expect(wasTold([asked(...texts)], "heron")).toBe(is);
});

test("answers and results are the texts of the last request that are not in the first", () => {
  const first = asked("brief with heron", "look it up");
  const last = asked("brief with heron", "look it up", "result: heron");
  expect(cameBack([first, last])).toContain("result: heron");
  expect(cameBack([first, last])).not.toContain("brief with heron");
  expect(cameBack([first])).toEqual([]);
});

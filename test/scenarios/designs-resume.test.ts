import { expect } from "vitest";
import { record } from "../support/record-lines.ts";
import { scenario } from "./scenario.ts";
import { stage } from "./stage.ts";

scenario("designs.resume-without-turns", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "The port is 5432", kind: "fact" });
  const ended = await on.call("sessionStart", {}, { agent: "codex" });
  await on.call("sessionEnd", { id: String(ended.session) });
  const spoken = await on.call("sessionStart", {}, { agent: "gemini" });
  await record(on, { type: "turn", session: spoken.session, agent: "gemini", text: "look at the parser" });
  const line = { session: "s-of-a-program", agent: "aider" };
  await record(on, { type: "session.started", ...line }, { type: "session.ended", ...line });
  await on.call("sessionStart", {}, { agent: "crashed" });

  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  for (const [agent, session] of [
    ["codex", ended.session],
    ["gemini", spoken.session],
    ["aider", line.session],
  ] as const) {
    const told = await on.call("resume", {}, { agent });
    expect(told).toMatchObject({ cursor: "set", since_session: session, summary: "1 decision" });
    expect(told.counts).toMatchObject({ decisions: 1, facts: 0, handoffs: 0 });
  }
  expect(await on.call("resume", {}, { agent: "crashed" })).toMatchObject({
    cursor: "none",
    since_session: null,
  });
});

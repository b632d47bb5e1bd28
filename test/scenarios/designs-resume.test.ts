import { expect } from "vitest";
import { record } from "../support/record-lines.ts";
import { scenario } from "./scenario.ts";
import { type Fields, stage } from "./stage.ts";

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

scenario("designs.resume-ended", async (surface) => {
  const on = stage(surface);
  const codex = { agent: "codex" };
  const start = async (): Promise<{ id: string; since: unknown; told: unknown }> => {
    const { session, delta } = await on.call("sessionStart", { include_context: true }, codex);
    const { since_session, summary } = delta as Fields;
    return { id: String(session), since: since_session, told: summary };
  };
  const first = await start();
  await on.call("sessionEnd", { id: first.id }, codex);
  await on.call("remember", { text: "Crates are stacked four high", kind: "fact" });
  const second = await start();
  expect(second).toMatchObject({ since: first.id, told: "1 fact" });
  const beside = await start();
  await on.call("remember", { text: "Forklifts charge at noon", kind: "decision" });
  const later = await start();
  expect(later.told).toBe("1 fact, 1 decision");

  // An end by a person, or by a host without a turn, does not show that the agent was here.
  await on.call("sessionEnd", { id: beside.id });
  await record(on, { type: "session.ended", session: second.id, agent: "codex" });
  expect(await on.call("resume", {}, codex)).toMatchObject({ since_session: first.id });

  await on.call("sessionEnd", { id: second.id }, codex);
  expect(await on.call("resume", {}, codex)).toMatchObject({
    since_session: second.id,
    summary: "1 decision",
  });
  // Ending an older session later does not move the read position back.
  await record(on, { type: "turn", session: later.id, agent: "codex", text: "look at the crates" });
  await on.call("sessionEnd", { id: second.id }, codex);
  expect(await on.call("resume", {}, codex)).toMatchObject({
    since_session: later.id,
    summary: "nothing new",
  });
});

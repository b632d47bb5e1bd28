import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { freshFolder, type Stage, stage, stageAt } from "../scenarios/stage.ts";
import { approveStore } from "../support/approve-store.ts";
import { asOwner, needsPostgres, newProject, postgresUrl } from "../support/postgres.ts";

/** A person with their own home folder, clone and agent, who shares a memory with others. */
async function personOf(name: string, project: string, settings = ""): Promise<Stage> {
  const { dir, env } = stage("cli", { git: true });
  const url = await postgresUrl();
  const config = join(String(env.XDG_CONFIG_HOME), "tidemark");
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, "config.yaml"), `person: ${name}\n${settings}`);
  approveStore({ dir, env }, url, project);
  const joined = stageAt("cli", dir, { ...env, TIDEMARK_STORE: url });
  await joined.call("init");
  return joined;
}

/** The output of a Claude Code hook for one event. */
const hook = async (who: Stage, event: string, session: string, input: object = {}): Promise<string> => {
  const given = JSON.stringify({ session_id: session, hook_event_name: event, cwd: who.dir, ...input });
  const { code, stdout, stderr } = await who.cli(["hook", "claude-code", event], { input: given });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
};

const eventsWith = (words: string): Promise<number> =>
  asOwner(async (sql) => {
    const [row] = await sql`SELECT count(*) AS n FROM tidemark.events WHERE payload LIKE ${`%${words}%`}`;
    return Number(row?.n);
  });

scenario("team.people", async (_, context) => {
  needsPostgres(context);
  const project = newProject();
  const [ana, bob] = [await personOf("ana", project), await personOf("bob", project)];
  expect((await bob.cli(["init"])).stdout).toMatch(
    /^The memory already exists: on the server 127\.0\.0\.1:\d+/,
  );
  await ana.call("remember", { text: "The API speaks JSON", kind: "decision" });
  // A decision told to an agent is recorded by the agent's hook and read by the worker of the same machine.
  await hook(ana, "SessionStart", "s1");
  await hook(ana, "UserPromptSubmit", "s1", { prompt: "We store all dates as UTC. That is decided." });
  await hook(ana, "SessionEnd", "s1");
  await ana.call("worker", { once: true });
  const told = await hook(bob, "SessionStart", "s2");
  expect(told).toMatch(/API speaks JSON.*user ana/);
  expect(told).toMatch(/dates as UTC.*user ana/);
  expect((await bob.call("find", { kind: "decision" })).items).toMatchObject([
    { said_by: "ana" },
    { said_by: "ana", created_by: "ana/cli" },
  ]);
  // Any member of the project may accept. The second one is told who decided first.
  const proposed = await ana.call(
    "remember",
    { text: "Deploy on Friday", kind: "decision" },
    { agent: "codex" },
  );
  expect(proposed.item).toMatchObject({ kind: "candidate", said_by: "ana/codex" });
  await bob.call("review", { accept: [proposed.item.id] });
  expect(await ana.refused("review", { reject: [proposed.item.id] })).toMatchObject({
    code: "input.already_reviewed",
    message: expect.stringContaining("accepted by bob/cli"),
  });
  expect(await hook(ana, "SessionStart", "s3")).toMatch(/Deploy on Friday.*by bob/);
  expect(await hook(bob, "SessionStart", "s4")).toContain("Deploy on Friday");
  await hook(bob, "UserPromptSubmit", "s4", { prompt: "Fine." });
  // A member who disagrees ends the decision in their own name, and the other member is told so.
  await ana.call("transition", { id: "dec#3", status: "resolved", reason: "Nobody is here on Saturday" });
  expect(await hook(bob, "SessionStart", "s5")).toMatch(/Deploy on Friday[^\\]*resolved[^\\]*ana/);
});

scenario("team.private", async (_, context) => {
  needsPostgres(context);
  const project = newProject();
  const ana = await personOf("ana", project, "private:\n  kinds: preference\n");
  const bob = await personOf("bob", project);
  await ana.call("remember", { text: "Releases are tagged", kind: "decision" });
  await ana.call("remember", { text: "Zebra answers are short", kind: "fact", private: true });
  const kept = await ana.call("remember", {
    text: "I prefer answers in the Okapi style",
    kind: "preference",
  });
  expect(kept.item.label).toBe("private:prf#1");
  // A preference that she states to an agent stays in her private memory too.
  await hook(ana, "UserPromptSubmit", "s1", { prompt: "From now on I prefer tabs over spaces." });
  await hook(ana, "SessionEnd", "s1");
  await ana.call("worker", { once: true });
  const own = await hook(ana, "SessionStart", "s2");
  for (const words of ["Zebra", "Okapi", "tabs over spaces"]) expect(own).toContain(words);
  const theirs = await hook(bob, "SessionStart", "s3");
  expect(theirs).toContain("Releases are tagged");
  for (const words of ["Zebra", "Okapi"]) expect(theirs).not.toContain(words);
  expect((await bob.call("find", { kind: "preference" })).items).toEqual([]);
  expect((await bob.call("recall", { query: "Zebra Okapi answers" })).hits).toEqual([]);
  // Not even the ledger of bundles on the server contains these words.
  for (const words of ["Zebra", "Okapi"]) expect(await eventsWith(words)).toBe(0);
  const folder = join(freshFolder(), "out");
  await ana.call("export", { dir: folder });
  expect((await ana.call("find", { private: true })).items).toHaveLength(3);
  await ana.call("remove", { id: ["private:prf#1"] });
  expect((await ana.call("find", { private: true, kind: "preference" })).items).toHaveLength(1);
  const forgotten = await ana.call("forget", { text: "Zebra", private: true });
  expect(forgotten).toMatchObject({ complete: true });
});

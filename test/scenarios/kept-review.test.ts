import { expect } from "vitest";
import { scenario } from "./scenario.ts";
import { commandLine, type Item, type Result, type Stage, stage } from "./stage.ts";

type Kept = { readonly item: Item; readonly evidence: readonly { readonly text: string }[] };
const keptIn = (result: Result): readonly Kept[] => result.kept as readonly Kept[];
const labelsIn = (result: Result): string[] => keptIn(result).map(({ item }) => item.label);

let turns = 0;

/** Records a statement in a new session, and lets the worker read it. */
async function say(on: Stage, text: string): Promise<void> {
  turns++;
  const line = { type: "turn", session: `s${turns}`, role: "user", text };
  await on.call("record", { file: on.file("turn.jsonl", JSON.stringify(line)) });
  await on.call("worker", { once: true });
}

const HOST = "remember: the staging host is called blue";
const MAIL = "We decided: receipts are sent by Postmark.";

scenario("kept.listed", async (surface) => {
  const on = stage(surface);
  await say(on, HOST);
  await say(on, MAIL);
  await on.call("remember", { text: "We build with pnpm", kind: "lesson" });
  const all = await on.call("review");
  expect(all.kept_total).toBe(2);
  expect(keptIn(all)[0]).toMatchObject({
    sort: "kept",
    item: { kind: "decision" },
    evidence: [{ text: MAIL }],
  });
  expect(keptIn(all)[1]?.item.text).toContain("staging host");
  expect(await on.call("review", { type: "kept", limit: 1 })).toMatchObject({ kept_total: 2, waiting: [] });
  expect(keptIn(await on.call("review", { type: "edges" }))).toEqual([]);
});

scenario("kept.decided", async (surface) => {
  const on = stage(surface);
  for (const text of [HOST, MAIL, "We decided: prices are stored in cents."]) await say(on, text);
  const [cents = "", mail = "", host = ""] = labelsIn(await on.call("review"));
  await on.call("review", { keep: [cents], drop: [host] });
  expect(labelsIn(await on.call("review"))).toEqual([mail]);
  await on.call("review", { undo: true });
  // The restored statement has been reviewed, so the review does not list it again.
  expect((await on.call("get", { id: host })).item.removed).toBeUndefined();
  expect(labelsIn(await on.call("review"))).toEqual([mail]);
  await on.call("review", { edit: mail, text: "Receipts are sent by Postmark, in HTML." });
  expect((await on.call("get", { id: mail })).item.text).toBe("Receipts are sent by Postmark, in HTML.");
  await on.call("review", { keep: [cents], replaces: mail });
  expect((await on.call("get", { id: mail })).item.status).toBe("superseded");
  expect((await on.refused("review", { replaces: mail })).field).toBe("replaces");
  expect((await on.refused("review", { drop: [cents] })).code).toBe("input.invalid");
});

scenario("kept.look", async (surface) => {
  const on = stage(surface);
  await say(on, HOST);
  await on.call("review", { keep_all: true });
  expect((await on.call("review")).kept_total).toBe(0);
  expect((await on.call("review", {}, { agent: "another" })).kept_total).toBe(1);
  await say(on, MAIL);
  expect((await on.call("review")).kept_total).toBe(1);
});

scenario("kept.keys", async () => {
  const on = stage();
  const cents = "We decided: prices are stored in cents.";
  for (const text of [HOST, MAIL, cents, "remember: the queue worker is called pelican"]) await say(on, text);
  const pressed = ["d", "u", "k", "e", "a"];
  const keys = async () => ({
    next: async () => pressed.shift() ?? "leave",
    line: async () => "Receipts are sent by Postmark, in HTML.",
    close: () => {},
  });
  const { stdout } = await commandLine(["review"], { ...on, isOutTty: true, columns: 100, keys });
  expect(stdout).toContain("4 items kept without asking since your last review.");
  expect(stdout).toContain("[k]eep [d]rop [e]dit [r]eplaces [a]ll [s]kip [u]ndo [q]uit ?");
  expect(stdout).toContain("Dropped: ");
  expect(stdout).toContain("Taken back.");
  expect(stdout).toContain("All of them are kept.");
  expect(stdout).toContain("1 kept, 1 changed.");
  expect((await on.call("review")).kept_total).toBe(0);
});

import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { why } from "../../src/app/items/why.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { whyText } from "../../src/surfaces/verbs/text/why-text.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

type Told = readonly ["user" | "assistant", string];
type Edited = { readonly path: string; readonly from: string; readonly to: string };

async function recordAndRead(
  deps: TestMemory,
  session: string,
  ...turns: readonly (Told | Edited)[]
): Promise<void> {
  await deps.put(...turns.map((turn) => ({ type: "turn.recorded", session, payload: payloadOf(turn) })), {
    type: "session.marked",
    session,
    payload: { reason: "test" },
  });
  await tick(deps);
}

function payloadOf(turn: Told | Edited) {
  if (!("path" in turn)) return { role: turn[0], text: turn[1] };
  const texts = { old_string: turn.from, new_string: turn.to };
  return {
    ...{ role: "tool", tool: "Edit", text: "The file was updated." },
    tool_input: JSON.stringify({ file_path: turn.path, ...texts }),
  };
}

const lineWith = async (deps: TestMemory, words: string): Promise<string> => {
  const { text } = await bundle(deps, "brief", {});
  return text.split("\n").find((line) => line.startsWith("- ") && line.includes(words)) ?? "";
};

scenario("threads.edited-value", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", ["user", "We decided that the boiler alarm rings at 74 degrees."]);
  await recordAndRead(
    deps,
    "s2",
    ["user", "the landlord sent a mail this morning, please do what he wants"],
    { path: "/p/src/boiler/alarm.py", from: "ALARM_AT = 74", to: "ALARM_AT = 68" },
    ["assistant", "The boiler alarm rings earlier now."],
  );
  expect(await lineWith(deps, "74 degrees")).toMatch(
    /perhaps replaced on .*boiler\/alarm\.py: ALARM_AT = 74 → ALARM_AT = 68/u,
  );
  const { hits } = await recall(deps, { query: "when does the boiler alarm ring", k: 5 });
  expect(hits.find(({ text }) => text.includes("74 degrees"))?.text).toContain("ALARM_AT = 68");
  // The thread names the edit, because no person stated the new value.
  const [decision] = hits.filter(({ label }) => label !== undefined);
  const thread = whyText(await why(deps, { id: decision?.id ?? "", k: 5 }), PLAIN);
  expect(thread).toMatch(/boiler\/alarm\.py: ALARM_AT = 74 → ALARM_AT = 68/u);
});

test("the last of several edits of a line is shown", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", ["user", "We decided that a parcel locker stays reserved for 30 hours."]);
  await recordAndRead(deps, "s2", ["user", "too short, see the mail of the locker people"], {
    ...{ path: "src/locker.rs", from: "LOCKER_HOURS: u32 = 30", to: "LOCKER_HOURS: u32 = 45" },
  });
  await recordAndRead(deps, "s3", ["user", "the locker people called again"], {
    ...{ path: "src/locker.rs", from: "LOCKER_HOURS: u32 = 45", to: "LOCKER_HOURS: u32 = 60" },
  });
  const line = await lineWith(deps, "30 hours");
  expect(line).toContain("LOCKER_HOURS: u32 = 60");
  expect(line).not.toContain("LOCKER_HOURS: u32 = 30");
});

test("a person's own statement of the new value leads the thread instead of the edit", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", ["user", "We decided that temperatures are rounded with ROUND_CEILING."]);
  await recordAndRead(
    deps,
    "s2",
    { path: "src/temperatures.py", from: "rounding=ROUND_CEILING", to: "rounding=ROUND_FLOOR" },
    ["assistant", "The readings match now."],
    ["user", "We decided on ROUND_FLOOR everywhere, unless the sheet says otherwise."],
  );
  const line = await lineWith(deps, "ROUND_CEILING");
  expect(line).toMatch(/^- We decided on ROUND_FLOOR everywhere.*earlier: .*ROUND_CEILING/u);
  expect(line).not.toContain("→");
});

test.each([
  ["complies with a ban", "Never log the IBAN of a payer.", "log(IBAN, day)", "log(day)"],
  ["changes another subject", "We decided that tents are rented for 14 days.", "WHEELS = 14", "WHEELS = 16"],
  ["adds", "We decided that the ferry takes 40 cars.", "ferry(cars=40)", "ferry(cars=40, vans=4)"],
])("an edit that %s does not affect a statement", async (_, said, from, to) => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", ["user", said]);
  await recordAndRead(deps, "s2", ["user", "please tidy up this file"], {
    path: "src/cart/truck.go",
    from,
    to,
  });
  expect(await lineWith(deps, said.slice(0, 20))).not.toContain("replaced");
});

test("an edit that switches to another library marks the statement that names the old one", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", ["user", "We decided that the kiln runs are logged to wandb."]);
  const [from, to] = ["import wandb\nrun = wandb.init()", "import mlflow\nrun = mlflow.start_run()"];
  await recordAndRead(
    deps,
    "s2",
    ["user", "there was a mail from legal this morning, please do what they want"],
    { path: "/p/kiln/track.py", from, to },
    ["assistant", "The kiln runs are logged elsewhere now."],
  );
  expect(await lineWith(deps, "logged to wandb")).toMatch(/perhaps replaced on .*import mlflow/u);
});

import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { find } from "../../src/app/items/find.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** Records sessions in which the turns of a person and an agent alternate, and reads each session. */
async function play(sessions: readonly (readonly string[])[]): Promise<TestMemory> {
  const deps = await testMemory();
  for (const [i, texts] of sessions.entries()) {
    const session = `s${i}`;
    for (const [j, text] of texts.entries())
      await deps.put({
        type: "turn.recorded",
        session,
        payload: { role: j % 2 === 0 ? "user" : "assistant", text },
      });
    await deps.put({ type: "session.marked", session, payload: { reason: "test" } });
    await tick(deps);
  }
  return deps;
}

const linesOf = async (deps: TestMemory): Promise<string[]> =>
  (await bundle(deps, "brief", {})).text
    .split("\n")
    .filter((line) => line.startsWith("- ") && !/^- (?:Previous session|Still open)/u.test(line));

/** Sessions in which a person takes a change back, by name or by "that", with the value that holds then and the old one. */
const TAKEN_BACK = [
  [
    [
      ["let's use sendgrid for mail", "Ok."],
      ["switch mail to postmark", "Switched.", "wait no, revert that"],
    ],
    "sendgrid",
    "postmark",
  ],
  [
    [
      ["we use sendgrid for mail", "Ok."],
      ["let's switch to postmark", "Ok."],
      ["actually go back to sendgrid"],
    ],
    "sendgrid",
    "postmark",
  ],
  [
    [
      ["we use redux for state", "ok"],
      ["let's move to zustand", "ok", "nvm keep redux"],
    ],
    "redux",
    "zustand",
  ],
  [
    [
      ["session timeout is 30 minutes", "ok"],
      ["make the session timeout 2 hours", "done", "hm no, undo that"],
    ],
    "30 minutes",
    "2 hours",
  ],
  [
    [
      ["session timeout is 30 minutes", "ok"],
      ["make the session timeout 2 hours", "ok"],
      ["the 2 hours were a mistake, back to 30 minutes"],
    ],
    "30 minutes",
    "2 hours",
  ],
  [
    [
      ["Wir nehmen MongoDB.", "Ok."],
      ["Wir wechseln auf Postgres.", "Gut.", "Nee doch nicht, wir bleiben bei MongoDB."],
    ],
    "MongoDB",
    "Postgres",
  ],
  [
    [
      ["usamos tailwind para los estilos", "vale"],
      ["cambiamos a css modules", "hecho", "no, deshaz eso"],
    ],
    "tailwind",
    "css modules",
  ],
  [
    [
      ["状態管理は Redux で統一します", "了解です。"],
      ["Zustand に変更します", "変更しました。", "やっぱり戻してください"],
    ],
    "Redux",
    "Zustand",
  ],
] as const;

scenario("threads.taken-back", async () => {
  for (const [sessions, holds, gone] of TAKEN_BACK) {
    const lines = await linesOf(await play(sessions));
    const told = lines.filter((line) => line.includes(holds) && !line.includes("perhaps replaced"));
    expect(told.length, lines.join("\n")).toBeGreaterThan(0);
    const asCurrent = lines.filter(
      (line) => line.split("earlier:")[0]?.includes(gone) && !line.includes(holds),
    );
    expect(asCurrent, lines.join("\n")).toEqual([]);
  }
});

scenario("threads.ban-is-over", async () => {
  for (const [ban, lift] of [
    [
      "never run npm run seed, it wipes the shared database",
      "npm run seed is safe again, it uses the local container now",
    ],
    ["don't touch src/carriers, the logistics team is rewriting it", "u can edit src/carriers again"],
    ["no toques config/prod.yaml, lo lleva infra", "ya se puede editar config/prod.yaml"],
  ] as const) {
    const lines = await linesOf(await play([[ban, "ok"], [lift]]));
    expect(
      lines.filter((line) => line.split("earlier:")[0]?.includes(ban)),
      lines.join("\n"),
    ).toEqual([]);
    expect(lines.join("\n")).toContain(lift);
  }
  const gone = await play([
    ["code freeze: nothing goes into release/2.4 until further notice", "ok"],
    ["the freeze is over"],
  ]);
  expect((await linesOf(gone)).filter((line) => line.includes("nothing goes into"))).toEqual([]);
  for (const part of [
    "npm run seed is safe again, but only on the staging copy",
    "npm run seed can run now",
  ]) {
    const lines = await linesOf(
      await play([["never run npm run seed, it wipes the shared database", "ok"], [part]]),
    );
    expect(lines.join("\n"), part).toMatch(/- never run npm run seed, it wipes the shared database[^;]*\[/u);
  }
});

test("words that take back something else do not affect the last statement", async () => {
  const rule = "phpstan niveau 8 dans la CI, bloquant";
  const other = await play([[rule, "D'accord.", "non, annule, les exports compta attendent des entiers"]]);
  expect((await linesOf(other)).some((line) => line.includes("perhaps"))).toBe(false);
  const own = await play([
    ["session timeout is 30 minutes", "ok"],
    ["make the session timeout 2 hours", "Done. I also reformatted the file.", "revert that"],
  ]);
  const lines = await linesOf(own);
  expect(lines.filter((line) => line.includes("2 hours")).length, lines.join("\n")).toBeGreaterThan(0);
  expect(lines.filter((line) => /30 minutes(?! ?\()/u.test(line.split("earlier:")[0] ?? ""))).toEqual([]);
});

test("a number that another statement contains returns to nothing else", async () => {
  const deps = await play([
    ["We make 64 x 64 cells", "ok"],
    ["The price: 6,99 is too much for 3 hours of game. I take 4,99", "4,99 then."],
    ["stay with 64 everywhere and cap 40 on deck"],
  ]);
  const price = (await linesOf(deps)).filter((line) => line.split("earlier:")[0]?.includes("4,99"));
  expect(price.length, (await linesOf(deps)).join("\n")).toBe(1);
});

test("a statement to which a person returned has that turn as evidence once", async () => {
  const deps = await play(TAKEN_BACK[0][0]);
  const { items } = await find(deps, { limit: 10, offset: 0 });
  const again = items.find(({ text }) => text.includes("sendgrid"));
  expect(again?.evidence?.length).toBe(2);
});

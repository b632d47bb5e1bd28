import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { newDraft } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import type { DoctorFinding } from "../../src/app/upkeep/diagnosis.ts";
import { doctor } from "../../src/app/upkeep/doctor.ts";
import { ATTEMPTS_MAX } from "../../src/core/sessions/limits.ts";
import { openMemory } from "../../src/open-memory.ts";
import { testMemory } from "../support/test-memory.ts";
import { scenario } from "./scenario.ts";
import { commandLine, hasMemory, type Stage, stage } from "./stage.ts";

type Seen = {
  readonly code: number;
  readonly findings: readonly DoctorFinding[];
  readonly mended: readonly string[];
};

async function seen(on: Stage, ...flags: readonly string[]): Promise<Seen> {
  const { code, stdout } = await commandLine(["doctor", "--json", ...flags], on);
  return { ...JSON.parse(stdout), code };
}

const memory = (on: Stage, name: string): string => join(on.dir, ".tidemark", name);

/** Changes the memory directly, without a command. */
async function within(on: Stage, work: (deps: Deps) => Promise<unknown>): Promise<void> {
  const { deps, close } = await openMemory({ cwd: on.dir, env: on.env, effect: "writes" });
  await work(deps);
  await close();
}

type Breakage = {
  readonly code: string;
  readonly make: (on: Stage) => Promise<void> | void;
  /** The name under which the repair sets the damaged file aside. */
  readonly kept?: RegExp;
};

const BROKEN: { readonly [what: string]: Breakage } = {
  store: {
    code: "store.corrupt",
    make: (on) => {
      for (const log of ["tidemark.db-wal", "tidemark.db-shm"]) rmSync(memory(on, log), { force: true });
      writeFileSync(memory(on, "tidemark.db"), "x".repeat(50_000));
    },
    kept: /^tidemark\.db\.damaged-1/,
  },
  view: {
    code: "view.differs",
    make: async (on) => {
      const db = (await chooseDriver()).open(memory(on, "tidemark.db"));
      db.exec(`UPDATE view_rows SET body = replace(body, 'pnpm', 'npm') WHERE view = 'items'`);
      db.close();
    },
  },
  usage: {
    code: "usage.unreadable",
    make: (on) => writeFileSync(memory(on, "reference-tracker.json"), "{"),
    kept: /^reference-tracker\.unreadable-1\.json$/,
  },
  config: {
    code: "config.unreadable",
    make: (on) => writeFileSync(memory(on, "config.yaml"), "breif:\n  tokens: 5\n"),
    kept: /^config\.unreadable-1\.yaml$/,
  },
  queue: {
    code: "worker.gave_up",
    make: (on) =>
      within(on, async (deps) => {
        const turn = { type: "turn.recorded", session: "s1", payload: { role: "user", text: "hello" } };
        const ended = { type: "session.ended", session: "s1", payload: {} };
        const failed = {
          ...{ type: "session.failed", session: "s1", subject: "s1" },
          payload: { attempt: ATTEMPTS_MAX, error: "no luck" },
        };
        await deps.store.tape.append([turn, ended, failed].map((event) => newDraft(deps, event)));
      }),
  },
  lease: {
    code: "worker.lease_stuck",
    make: (on) =>
      within(on, ({ store }) =>
        store.leases.claim({ name: "s9", owner: "gone", until: Date.now() + 9e10 }, Date.now()),
      ),
  },
};

async function filled(): Promise<Stage> {
  const on = stage();
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  await on.call("find");
  return on;
}

scenario("doctor.names", async () => {
  expect(await seen(await filled())).toMatchObject({ code: 0, ok: true, findings: [] });
  for (const [what, { code, make }] of Object.entries(BROKEN)) {
    const on = await filled();
    await make(on);
    const found = await seen(on);
    expect(found, what).toMatchObject({ code: 1, ok: false });
    const finding = found.findings.find((each) => each.code === code);
    expect(finding, what).toMatchObject({ level: "error", fix: expect.stringMatching(/^tidemark \w+/) });
    const { code: ended, stdout } = await commandLine(["doctor"], on);
    expect([ended, stdout.includes(String(finding?.fix))], what).toEqual([1, true]);
  }
});

scenario("doctor.mends", async () => {
  for (const [what, { make, kept }] of Object.entries(BROKEN)) {
    const on = await filled();
    await make(on);
    const mended = await seen(on, "--fix");
    expect(mended, what).toMatchObject({ code: 0, ok: true });
    expect(mended.mended.length, what).toBe(1);
    expect((await seen(on)).code, what).toBe(0);
    if (kept)
      expect(
        readdirSync(join(on.dir, ".tidemark")).some((name) => kept.test(name)),
        what,
      ).toBe(true);
  }
});

const PAGE_BYTES = 4096;

/** The bytes of the database after a checkpoint of its log. */
async function wholeFile(on: Stage): Promise<Buffer> {
  const db = (await chooseDriver()).open(memory(on, "tidemark.db"));
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return readFileSync(memory(on, "tidemark.db"));
}

scenario("doctor.any-page", async () => {
  const pages = (await wholeFile(await filled())).length / PAGE_BYTES;
  let damaged = 0;
  for (let page = 0; page < pages; page++) {
    const on = await filled();
    const spoilt = await wholeFile(on);
    spoilt.fill(0xa5, page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
    writeFileSync(memory(on, "tidemark.db"), spoilt);
    const { code, findings } = await seen(on);
    const errors = findings.filter(({ level }) => level === "error");
    if (code === 0) continue;
    damaged++;
    for (const { fix } of errors)
      expect(fix, `page ${page}`).toMatch(/^tidemark (restore --salvage|rebuild)/);
    expect(await seen(on, "--fix"), `page ${page}`).toMatchObject({ code: 0, ok: true });
    expect(await seen(on), `page ${page}`).toMatchObject({ code: 0 });
    await on.call("remember", { text: "It can be written to again" });
  }
  expect(damaged).toBeGreaterThan(10);
});

scenario("doctor.looks-only", async () => {
  const on = stage("cli", { isAsked: false });
  expect(await seen(on)).toMatchObject({
    code: 0,
    findings: [{ code: "memory.none", fix: "tidemark init" }],
  });
  expect(await seen(on, "--fix")).toMatchObject({ code: 0, mended: [] });
  expect([hasMemory(on.dir), existsSync(join(on.dir, ".tidemark"))]).toEqual([false, false]);
});

scenario("doctor.secrets", async () => {
  const deps = await testMemory();
  const token = ["ghp", "_16C7e42F292c6912E7710c838347Ae178B4a"].join("");
  // Recorded without the newest rules, as by an older Tidemark.
  const event = newDraft(deps, {
    type: "turn.recorded",
    session: "s1",
    payload: { role: "user", text: "hello" },
  });
  await deps.store.tape.append([{ ...event, payload: { role: "user", text: `use ${token}` } }]);
  const found = await doctor(deps, { fix: false });
  expect(found).toMatchObject({ ok: false });
  expect(found.findings).toEqual([
    expect.objectContaining({
      code: "secret.at_rest",
      level: "error",
      fix: { verb: "forget", words: ["1"] },
    }),
  ]);
  expect(JSON.stringify(found)).not.toContain(token);
});

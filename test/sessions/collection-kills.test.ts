import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { askForMemory } from "../support/asked-memory.ts";

const BIN = resolve("dist/tidemark.cjs");
/** Number of kills at each point: twenty in the long run, fewer otherwise. */
const KILLS = process.env.TIDEMARK_LONG === "1" ? 20 : 2;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function project(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-kills-")));
  folders.push(home);
  const folder = join(home, "project");
  mkdirSync(folder);
  askForMemory(folder, homeIn(folder));
  return folder;
}

const homeIn = (cwd: string) => ({ HOME: dirname(cwd), XDG_STATE_HOME: join(dirname(cwd), "state") });

type Run = { readonly cwd: string; readonly input?: string; readonly dieAt?: string; readonly now?: string };

function run(argv: readonly string[], { cwd, input = "", dieAt, now }: Run) {
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env;
  return spawnSync(process.execPath, [BIN, ...argv], {
    cwd,
    input,
    encoding: "utf8",
    env: {
      ...env,
      ...homeIn(cwd),
      ...(dieAt === undefined ? {} : { TIDEMARK_DIE_AT: dieAt }),
      ...(now === undefined ? {} : { TIDEMARK_NOW: now }),
    },
  });
}

const json = (argv: readonly string[], how: Run) => JSON.parse(run([...argv, "--json"], how).stdout);
const turnsOf = (cwd: string, id: string): string[] =>
  json(["session", "show", id, "--limit", "1000"], { cwd }).turns.map((turn: { text: string }) => turn.text);

scenario("collection.killed-hook", () => {
  const points = { "hook.read": false, "hook.kept": true, "hook.replied": true };
  for (const [dieAt, isKept] of Object.entries(points)) {
    const cwd = project();
    const texts = Array.from({ length: KILLS }, (_, i) => `killed at ${dieAt}, number ${i}`);
    for (const prompt of texts) {
      const input = JSON.stringify({ session_id: "s1", cwd, prompt });
      const killed = run(["hook", "claude-code", "UserPromptSubmit"], { cwd, input, dieAt });
      expect(killed.signal, dieAt).toBe("SIGKILL");
    }
    run(["hook", "claude-code", "UserPromptSubmit"], {
      cwd,
      input: JSON.stringify({ session_id: "s1", cwd, prompt: "last" }),
    });
    expect(turnsOf(cwd, "s1"), dieAt).toEqual(isKept ? [...texts, "last"] : ["last"]);
  }
});

scenario("collection.killed-tick", () => {
  for (const dieAt of ["tick.claimed", "tick.distilled", "tick.committed"]) {
    const cwd = project();
    for (let i = 0; i < KILLS; i++) {
      const turn = { type: "turn", session: `s${i}`, role: "user" };
      const said = { ...turn, text: `remember: statement ${i} of the killed worker` };
      const input = `${JSON.stringify(said)}\n{"type":"session.ended","session":"s${i}"}\n`;
      run(["record"], { cwd, input });
      expect(run(["worker", "--once"], { cwd, dieAt }).signal, dieAt).toBe("SIGKILL");
    }
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(json(["worker", "--once"], { cwd, now: later }).still_due).toBe(0);
    const { items, total } = json(["find", "--kind", "fact", "--limit", "100"], { cwd });
    expect(total, dieAt).toBe(KILLS);
    expect(new Set(items.map((item: { text: string }) => item.text)).size).toBe(KILLS);
    expect(run(["verify"], { cwd }).status).toBe(0);
  }
});

scenario("collection.killed-import", () => {
  for (const dieAt of ["import.batch", "import.appended", "import.recorded"]) {
    const cwd = project();
    const texts: string[] = [];
    const files = Array.from({ length: KILLS }, (_, i) => join(cwd, `history-${i}.jsonl`));
    for (const [i, file] of files.entries()) {
      const texted = [`first of ${i}`, `second of ${i}`];
      texts.push(...texted);
      writeFileSync(file, texted.map((text, n) => historyLine(`s${i}`, text, n)).join(""));
      expect(run(["import", file, "--host", "claude-code"], { cwd, dieAt }).signal, dieAt).toBe("SIGKILL");
    }
    run(["import", "--host", "claude-code", ...files], { cwd });
    expect(json(["import", "--host", "claude-code", ...files], { cwd }).added).toBe(0);
    const found = files.flatMap((_, i) => turnsOf(cwd, `s${i}`));
    expect(found.sort(), dieAt).toEqual(texts.sort());
  }
});

function historyLine(sessionId: string, text: string, n: number): string {
  const timestamp = `2026-01-01T00:00:0${n}.000Z`;
  const record = {
    type: "user",
    sessionId,
    uuid: `${sessionId}-${n}`,
    timestamp,
    cwd: "/x",
    message: { role: "user", content: text },
  };
  return `${JSON.stringify(record)}\n`;
}

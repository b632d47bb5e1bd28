import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";

const BIN = resolve("dist/tidemark.cjs");
/** How often each point is tried; all twenty with `npm run test:long`. */
const KILLS = process.env.TIDEMARK_LONG ? 20 : 6;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-kills-"));
  folders.push(folder);
  return folder;
}

type Run = { readonly cwd: string; readonly input?: string; readonly dieAt?: string; readonly now?: string };

function run(argv: readonly string[], { cwd, input = "", dieAt, now }: Run) {
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env;
  return spawnSync(process.execPath, [BIN, ...argv], {
    cwd,
    input,
    encoding: "utf8",
    env: {
      ...env,
      HOME: cwd,
      XDG_STATE_HOME: join(cwd, "state"),
      ...(dieAt === undefined ? {} : { TIDEMARK_DIE_AT: dieAt }),
      ...(now === undefined ? {} : { TIDEMARK_NOW: now }),
    },
  });
}

const json = (argv: readonly string[], how: Run) => JSON.parse(run([...argv, "--json"], how).stdout);
const turnsOf = (cwd: string, id: string): string[] =>
  json(["session", "show", id, "--limit", "1000"], { cwd }).turns.map((turn: { text: string }) => turn.text);

describe("a hook killed at any point", () => {
  test.each([
    ["hook.read", false],
    ["hook.kept", true],
    ["hook.replied", true],
  ])(
    "at %s keeps what it had acknowledged, once",
    (dieAt, isKept) => {
      const cwd = project();
      const texts = Array.from({ length: KILLS }, (_, i) => `killed at ${dieAt}, number ${i}`);
      for (const prompt of texts) {
        const input = JSON.stringify({ session_id: "s1", cwd, prompt });
        expect(run(["hook", "claude-code", "UserPromptSubmit"], { cwd, input, dieAt }).signal).toBe(
          "SIGKILL",
        );
      }
      run(["hook", "claude-code", "UserPromptSubmit"], {
        cwd,
        input: JSON.stringify({ session_id: "s1", cwd, prompt: "last" }),
      });
      expect(turnsOf(cwd, "s1")).toEqual(isKept ? [...texts, "last"] : ["last"]);
    },
    60_000,
  );
});

describe("a worker killed at any point", () => {
  test.each(["tick.claimed", "tick.distilled", "tick.committed"])(
    "at %s loses nothing and keeps nothing twice",
    (dieAt) => {
      const cwd = project();
      for (let i = 0; i < KILLS; i++) {
        const turn = {
          type: "turn",
          session: `s${i}`,
          role: "user",
          text: `remember: statement ${i} of the killed worker`,
        };
        run(["record"], {
          cwd,
          input: `${JSON.stringify(turn)}\n{"type":"session.ended","session":"s${i}"}\n`,
        });
        expect(run(["worker", "--once"], { cwd, dieAt }).signal).toBe("SIGKILL");
      }
      const later = new Date(Date.now() + 3_600_000).toISOString();
      expect(json(["worker", "--once"], { cwd, now: later }).still_due).toBe(0);
      const { items, total } = json(["find", "--kind", "fact", "--limit", "100"], { cwd });
      expect(total).toBe(KILLS);
      expect(new Set(items.map((item: { text: string }) => item.text)).size).toBe(KILLS);
      expect(run(["verify"], { cwd }).status).toBe(0);
    },
    120_000,
  );
});

describe("an import killed at any point", () => {
  test.each(["import.batch", "import.appended", "import.recorded"])(
    "at %s goes on where it stopped",
    (dieAt) => {
      const cwd = project();
      const texts: string[] = [];
      for (let i = 0; i < KILLS; i++) {
        const file = join(cwd, `history-${i}.jsonl`);
        const texted = [`first of ${i}`, `second of ${i}`];
        texts.push(...texted);
        writeFileSync(file, texted.map((text, n) => historyLine(`s${i}`, text, n)).join(""));
        expect(run(["import", file, "--host", "claude-code"], { cwd, dieAt }).signal).toBe("SIGKILL");
      }
      run(
        [
          "import",
          "--host",
          "claude-code",
          ...Array.from({ length: KILLS }, (_, i) => join(cwd, `history-${i}.jsonl`)),
        ],
        { cwd },
      );
      const again = json(["import", "--host", "claude-code", join(cwd, "history-0.jsonl")], { cwd });
      expect(again.added).toBe(0);
      const found = Array.from({ length: KILLS }, (_, i) => turnsOf(cwd, `s${i}`)).flat();
      expect(found.sort()).toEqual(texts.sort());
    },
    120_000,
  );
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

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { consentFiles } from "../../src/adapters/consent/consent-files.ts";
import { stateFolder } from "../../src/adapters/disk/state-folder.ts";
import { BIN, built, type Ended, node } from "../spawned.ts";
import { scenario } from "./scenario.ts";
import { commandLine, stage } from "./stage.ts";

beforeAll(built);

type Place = { readonly dir: string; readonly env: NodeJS.ProcessEnv };

const prompt = ({ dir, env }: Place, text: string, more: NodeJS.ProcessEnv): Promise<Ended> =>
  node([BIN, "hook", "claude-code", "UserPromptSubmit"], {
    cwd: dir,
    env: { ...env, ...more },
    input: JSON.stringify({ session_id: "s1", cwd: dir, prompt: text }),
  });

/** The texts of the turns in the session that `prompt` writes to. */
async function turns({ dir, env }: Place): Promise<string[]> {
  const { stdout } = await commandLine(["session", "show", "s1", "--json"], { dir, env });
  const { turns: said = [] } = JSON.parse(stdout) as { turns?: readonly { text: string }[] };
  return said.map(({ text }) => text);
}

/** A line of Claude Code's session history. */
const historyLine = (dir: string, sessionId: string, at: number, content: string): string =>
  JSON.stringify({
    type: "user",
    sessionId,
    uuid: `u-${at}-${sessionId}`,
    cwd: dir,
    timestamp: new Date(at).toISOString(),
    message: { role: "user", content },
  });

scenario("off.import", async () => {
  const on = stage();
  await commandLine(["init"], on);
  const before = Date.now();
  await commandLine(["off"], on);
  await commandLine(["on"], on);
  const { paused = [] } = consentFiles(stateFolder(on.env)).project(on.dir);
  const from = paused[0]?.from ?? 0;
  expect(from).toBeGreaterThanOrEqual(before);
  expect(paused).toEqual([{ from, to: expect.any(Number) }]);
  await prompt(on, "silenced", { TIDEMARK_OFF: "1" });
  const file = join(on.dir, "history.jsonl");
  const lines = [
    historyLine(on.dir, "open", from - 1000, "We build with pnpm"),
    historyLine(on.dir, "open", from, "The client is called Acme"),
    historyLine(on.dir, "s1", from - 500, "silenced"),
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const imported = async (...more: readonly string[]) =>
    (await commandLine(["import", file, "--host", "claude-code", ...more], on)).stdout;
  expect(await imported()).toContain(
    "2 turns were skipped because recording was off. To import them: --include-paused",
  );
  const { stdout } = await commandLine(["recall", "client Acme silenced"], on);
  expect(stdout).not.toMatch(/Acme|silenced"/);
  expect(await turns(on)).toEqual([]);
  expect(await imported("--include-paused")).not.toContain("while recording was off");
  expect(await turns(on)).toEqual(["silenced"]);
});

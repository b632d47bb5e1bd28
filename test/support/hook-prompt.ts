import { commandLine } from "../scenarios/stage.ts";
import { BIN, type Ended, node } from "../spawned.ts";

export type HookPlace = { readonly dir: string; readonly env: NodeJS.ProcessEnv };

/** Runs the hook for a prompt that a person types in Claude Code. */
export const prompt = (
  { dir, env }: HookPlace,
  text = "We build with pnpm",
  more: NodeJS.ProcessEnv = {},
): Promise<Ended> =>
  node([BIN, "hook", "claude-code", "UserPromptSubmit"], {
    cwd: dir,
    env: { ...env, ...more },
    input: JSON.stringify({ session_id: "s1", cwd: dir, prompt: text }),
  });

/** The texts of the turns in the session that `prompt` writes to. */
export async function turns({ dir, env }: HookPlace): Promise<string[]> {
  const { stdout } = await commandLine(["session", "show", "s1", "--json"], { dir, env });
  const { turns: said = [] } = JSON.parse(stdout) as { turns?: readonly { text: string }[] };
  return said.map(({ text }) => text);
}

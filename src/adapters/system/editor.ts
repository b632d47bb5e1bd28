import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";
import { MemoryError } from "../../core/failure.ts";

/** Lets a person edit a text in the editor named by VISUAL or EDITOR, and returns the text when the editor has ended. */
export async function editText(text: string, env: NodeJS.ProcessEnv): Promise<string> {
  const named = env.VISUAL || env.EDITOR;
  // A default editor may wait for keys although nobody is there.
  if (!named && !isatty(0))
    throw new MemoryError("input.needs_person", "There is no terminal for an editor. Nothing was changed.", {
      fix: 'Pass the new text: tidemark edit ID --text "…"',
    });
  const folder = mkdtempSync(join(tmpdir(), "tidemark-edit-"));
  const file = join(folder, "item.txt");
  try {
    writeFileSync(file, text, { mode: 0o600 });
    await runEditor(named || (process.platform === "win32" ? "notepad" : "vi"), file);
    return readFileSync(file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Through a shell, as git does: the variable may contain arguments, such as `code --wait`. */
function runEditor(command: string, file: string): Promise<void> {
  const child =
    process.platform === "win32"
      ? spawn(`${command} "${file}"`, { shell: true, stdio: "inherit" })
      : spawn("sh", ["-c", `${command} "$1"`, "sh", file], { stdio: "inherit" });
  return new Promise((done, failed) => {
    const fail = (why: string): void =>
      failed(
        new MemoryError("input.invalid", `The editor "${command}" ${why}. Nothing was changed.`, {
          fix: 'Name another one: EDITOR=nano tidemark edit ID. Or pass the text: tidemark edit ID --text "…"',
        }),
      );
    child.on("error", () => fail("cannot be started"));
    child.on("close", (code) => (code === 0 ? done() : fail(`ended with ${code ?? "a signal"}`)));
  });
}

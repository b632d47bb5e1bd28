import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../sources.ts";

export type Writer = {
  readonly wrote: (count: number) => Promise<void>;
  readonly stop: () => Promise<string[]>;
};

/** Starts another process that records turns into the memory until it is stopped. */
export async function startWriter(memoryDir: string): Promise<Writer> {
  // The bundle lies inside the checkout, so that it finds the packaged driver.
  const program = join(ROOT, ".cache", `writer-${process.pid}.mjs`);
  await build({
    entryPoints: [join(ROOT, "test/support/writer-process.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["@photostructure/sqlite"],
    logLevel: "silent",
    absWorkingDir: ROOT,
  });
  const child = spawn(process.execPath, [program, memoryDir], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const ids = (): string[] => text.split("\n").slice(0, -1);
  const wrote = async (count: number): Promise<void> => {
    const target = ids().length + count;
    while (ids().length < target && child.exitCode === null) await new Promise((done) => setTimeout(done, 5));
  };
  const stop = async (): Promise<string[]> => {
    child.stdin.end();
    await new Promise((done) => child.on("close", done));
    rmSync(program, { force: true });
    return ids();
  };
  return { wrote, stop };
}

import { contextFiles } from "../../src/adapters/files/context/context-files.ts";
import { dieAt } from "../../src/adapters/system/die-at.ts";
import type { ContextGroup } from "../../src/ports/context-files.ts";

/**
 * Input of a process that writes one group, updates paths, or completes the writes of a killed process, and prints
 * the outcome.
 */
type Input = {
  readonly root: string;
  readonly memoryDir: string;
  readonly group?: ContextGroup;
  /** The process reads and writes each of these paths. */
  readonly paths?: readonly string[];
};

const { root, memoryDir, group, paths } = JSON.parse(process.argv[2] ?? "{}") as Input;
const at = dieAt(process.env);
const files = contextFiles({ root, folder: "ai_memory", memoryDir, worktree: "main", at });

async function work(): Promise<string> {
  if (paths !== undefined) {
    const outcomes = new Set<string>();
    for (const path of paths) {
      outcomes.add((await files.read(path)).outcome);
      outcomes.add((await files.write({ id: "grp_1", changes: [{ path, after: "ours" }] })).outcome);
    }
    return [...outcomes].join(" ");
  }
  if (group !== undefined) {
    const { outcome } = await files.write(group);
    if (group.note !== undefined) await files.close(group.id);
    return outcome;
  }
  const left = await files.finish();
  if (left !== undefined) await files.close(left.id);
  return "finished";
}

console.log(await work());

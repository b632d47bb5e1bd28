import { contextFiles } from "../../src/adapters/files/context-files.ts";
import { dieAt } from "../../src/adapters/system/die-at.ts";
import type { ContextGroup } from "../../src/ports/context-files.ts";

/** A process that writes one group, or finishes one, and says how that went. */
type Input = { readonly root: string; readonly memoryDir: string; readonly group?: ContextGroup };

const { root, memoryDir, group } = JSON.parse(process.argv[2] ?? "{}") as Input;
const at = dieAt(process.env);
const files = contextFiles({ root, folder: "ai_memory", memoryDir, worktree: "main", at });
const left = group === undefined ? await files.finish() : undefined;
if (left !== undefined) await files.close(left.id);
const written = group === undefined ? "finished" : (await files.write(group)).outcome;
if (group?.note !== undefined) await files.close(group.id);
console.log(written);

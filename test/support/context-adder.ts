import { contextFiles } from "../../src/adapters/files/context/context-files.ts";
import { addItem } from "../../src/core/active-context/document/edit.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print } from "../../src/core/active-context/document/print.ts";
import { ACTIVE_FILE } from "../../src/core/active-context/registry/file-names.ts";
import type { AdderInput } from "./processes.ts";

/** A process that adds decisions to the active context while others do the same. */
const { root, memoryDir, name, count } = JSON.parse(process.argv[2] ?? "{}") as AdderInput;
const files = contextFiles({ root, folder: "ai_memory", memoryDir, worktree: "main" });
for (let i = 0; i < count; ) {
  const read = await files.read(ACTIVE_FILE);
  if (read.outcome !== "read") throw new Error(read.outcome);
  const after = print(addItem(parse(read.text), { section: "decisions" }, { text: `${name} ${i}` }));
  const changes = [{ path: ACTIVE_FILE, before: read.text, after }];
  const { outcome } = await files.write({ id: `grp_${name}_${i}`, changes });
  if (outcome === "written") i++;
  else if (outcome !== "moved") throw new Error(outcome);
}

import type { MemoryImporter } from "../../ports/histories.ts";
import { basicMemory } from "./basic-memory.ts";
import { beads } from "./beads.ts";
import { claudeMem } from "./claude-mem.ts";
import { claudeMemory } from "./claude-memory.ts";
import { INSTRUCTION_IMPORTERS } from "./instruction-files.ts";
import { mcpMemory } from "./mcp-memory.ts";
import { jsonList, markdownList } from "./plain-lists.ts";
import { serena } from "./serena.ts";

/** Every tool whose memory can be imported. The first one that recognises a file reads it, so the general ones come last. */
export const MEMORY_IMPORTERS: readonly MemoryImporter[] = [
  ...INSTRUCTION_IMPORTERS,
  serena,
  basicMemory,
  claudeMemory,
  claudeMem,
  mcpMemory,
  beads,
  jsonList,
  markdownList,
];

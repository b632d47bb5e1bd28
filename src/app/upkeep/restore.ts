import { MemoryError } from "../../core/failure.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import type { RestoredMemory, SalvageResult } from "../../ports/vault.ts";
import type { OwnFileDeps, WriteDeps } from "../runtime/deps.ts";
import { SALVAGE } from "./diagnosis.ts";

export type RestoreInput = { readonly file?: string | undefined; readonly salvage: boolean };

export type RestoreResult =
  | { readonly restored: RestoredMemory; readonly salvaged?: undefined }
  | { readonly salvaged: SalvageResult; readonly restored?: undefined };

/** Restores a backup, or copies the readable events out of a damaged database. */
export async function restore(deps: WriteDeps & OwnFileDeps, input: RestoreInput): Promise<RestoreResult> {
  if (input.salvage === (input.file !== undefined)) {
    throw new MemoryError("input.invalid", "Pass a backup file, or --salvage.", {
      field: "file",
      fix: { to: "From a backup", verb: "restore", words: ["../memory.db"] },
    });
  }
  refuseAgent(
    deps.voice,
    "restore",
    input.file === undefined ? SALVAGE : { verb: "restore", words: [input.file] },
  );
  return input.file === undefined
    ? { salvaged: await deps.vault.salvage() }
    : { restored: await deps.vault.restore(input.file) };
}

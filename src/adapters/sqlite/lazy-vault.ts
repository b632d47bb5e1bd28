import type { Vault } from "../../ports/vault.ts";
import { sizeOf } from "../disk/database-file.ts";
import type { VaultOptions } from "./vault.ts";

/** The vault, loaded when it is first needed: most commands never touch it. */
export function lazyVault(options: VaultOptions): Vault {
  let opened: Promise<Vault> | undefined;
  const vault = (): Promise<Vault> => {
    opened ??= import("./vault.ts").then(({ openVault }) => openVault(options));
    return opened;
  };
  return {
    backup: async (file) => (await vault()).backup(file),
    restore: async (file) => (await vault()).restore(file),
    salvage: async () => (await vault()).salvage(),
    integrity: async () => (await vault()).integrity(),
    clean: async (file, cleaning) => (await vault()).clean(file, cleaning),
    states: async (file, isMeant) => (await vault()).states(file, isMeant),
    removeLeftovers: async () => (await vault()).removeLeftovers(),
    compact: async () => (await vault()).compact(),
    examine: async (use) => (await vault()).examine(use),
    adopt: async () => (await vault()).adopt(),
    size: async () => sizeOf(options.path) + sizeOf(`${options.path}-wal`),
    exists: async () => (await vault()).exists(),
  };
}

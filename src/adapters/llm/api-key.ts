import { MemoryError } from "../../core/failure.ts";
import type { Role } from "./ask-json.ts";

/** The key in a variable. An invalid header value is refused here: the error of a later check would repeat it. */
export function apiKey(env: NodeJS.ProcessEnv, variable: string, { called }: Role): string {
  const key = env[variable]?.trim() ?? "";
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const what = key === "" ? "is not set" : "does not contain a valid key";
  throw new MemoryError(`${called}.no_key`, `${variable}, which ${called}.key_env names, ${what}.`, {
    field: `${called}.key_env`,
    fix:
      called === "model"
        ? `Set ${variable} to the endpoint's key where sessions are read, or model.mode to off.`
        : `Set ${variable} to the endpoint's key, or embedder.provider to off.`,
  });
}

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Names the folder in which the first test that needs a PostgreSQL server starts it. */
export const SERVER_FOLDER_VARIABLE = "TIDEMARK_TEST_POSTGRES";

/** Makes the folder before the tests, and stops the server after them if one was started. */
export function setup(): () => Promise<void> {
  // Vitest calls this for each group of test files; they share the first folder.
  if (process.env[SERVER_FOLDER_VARIABLE] !== undefined) return async () => {};
  const folder = mkdtempSync(join(tmpdir(), "tidemark-postgres-"));
  // If the tests run as root, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  process.env[SERVER_FOLDER_VARIABLE] = folder;
  return async () => {
    const file = join(folder, "server.json");
    if (existsSync(file)) {
      const { stopPostgres } = await import("./postgres-server.ts");
      await stopPostgres(JSON.parse(readFileSync(file, "utf8")));
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

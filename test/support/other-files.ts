import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";

/** A text file with the name of a database. */
export function written(dir: string, text: string): string {
  const file = join(dir, "file.db");
  writeFileSync(file, text);
  return file;
}

/** A database of another program. */
export async function otherDatabase(dir: string): Promise<string> {
  const db = (await chooseDriver()).open(join(dir, "other.db"));
  db.exec("CREATE TABLE recipes (name TEXT)");
  db.close();
  return join(dir, "other.db");
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";

/** A file that is called like a database and is a text. */
export function written(dir: string, text: string): string {
  const file = join(dir, "file.db");
  writeFileSync(file, text);
  return file;
}

/** A database of some other program. */
export async function otherDatabase(dir: string): Promise<string> {
  const db = (await chooseDriver()).open(join(dir, "other.db"));
  db.exec("CREATE TABLE recipes (name TEXT)");
  db.close();
  return join(dir, "other.db");
}

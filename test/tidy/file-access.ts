import ts from "typescript";
import { filesUnder, parsed, visit } from "../sources.ts";
import type { Complaint } from "./code-rules.ts";

/**
 * The folder whose modules open all our files: those in the memory folder, the user's state folder and the active
 * context.
 */
const ROOM = "src/adapters/disk/";

/**
 * Other files that may use the file system, and why none of them opens our files. For each new line it must be
 * certain that a repository cannot choose which file is opened.
 */
const ALLOWED: { readonly [path: string]: string } = {
  "src/main.ts": "makes and removes a temporary folder for the demo",
  "src/adapters/system/tell.ts": "writes to standard output and standard error, which are open already",
  "src/adapters/files/project/find-project.ts":
    "looks for git's own files above the working directory, with bounded reads",
  "src/adapters/files/project/refused-folder.ts": "follows the links of a path, and opens nothing",
  "src/adapters/files/project/memory-folder.ts":
    "checks and changes rights after looking at each path without following links",
  "src/adapters/files/project/user-files.ts":
    "reads and writes files that a person named on the command line",
  "src/adapters/files/project/root-files.ts": "reads documents of the project, with checks of its own",
  "src/adapters/files/hosts/histories.ts": "reads the histories of hosts, in the user's home",
  "src/adapters/files/hosts/host-setup.ts": "changes settings of hosts, which people may link to",
  "src/adapters/llm/find-program.ts": "looks where a program lies, and opens none",
  "src/adapters/git/code-history.ts": "reads source files of the project that an item cites",
  "src/adapters/git/run-git.ts": "looks whether a file of git's is there, and opens none",
  "src/adapters/sqlite/foreign-rows.ts": "copies another program's database to a temporary folder",
  "src/adapters/sqlite/swap.ts":
    "renames and copies whole databases after `checkDatabase`, also to where a person said",
  "src/adapters/sqlite/vault.ts": "looks at the folder that a person named for a backup",
  "src/adapters/sqlite/check-backup.ts": "looks at the backup that a person named",
  "src/adapters/sqlite/adopt.ts": "makes and removes a temporary folder for the copy that a person looks at",
  "src/adapters/sqlite/leftovers.ts": "removes unfinished databases by their exact names",
  "src/adapters/files/search/search-bytes.ts": "searches files for forgotten words without following links",
  "src/adapters/system/editor.ts": "makes and removes a temporary file for a person's editor",
  "src/adapters/system/standard-input.ts": "reads standard input, which is open already",
};

const FILE_MODULES = /^(?:node:)?fs(?:\/promises)?$/;

/** Every file that uses the file system without an entry, and every entry that is no longer needed. */
export function strayFileAccess(): Complaint[] {
  const users = filesUnder("src").filter((path) => path.endsWith(".ts") && usesFiles(path));
  const outside = users.filter((path) => !path.startsWith(ROOM));
  return [
    ...outside
      .filter((path) => ALLOWED[path] === undefined)
      .map((path) => `${path} uses node:fs; open our files with ${ROOM}owned-folder.ts`),
    ...Object.keys(ALLOWED)
      .filter((path) => !outside.includes(path))
      .map((path) => `${path} uses no files any more: take it off the list in test/tidy/file-access.ts`),
  ];
}

/** Whether a file takes a file-system module by an import, a dynamic import, `require` or `process.getBuiltinModule`. */
function usesFiles(path: string): boolean {
  let found = false;
  visit(parsed(path), (node) => {
    if (ts.isStringLiteralLike(node) && FILE_MODULES.test(node.text) && !isTypeOnly(node)) found = true;
  });
  return found;
}

function isTypeOnly({ parent }: ts.Node): boolean {
  return ts.isImportDeclaration(parent) && parent.importClause?.isTypeOnly === true;
}

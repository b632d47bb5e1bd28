import { wordSet } from "../../text/word-set.ts";
import type { SeenTurn } from "./seen-turn.ts";

/** Tool names under which hosts run a command, lower case. */
const SHELLS: ReadonlySet<string> =
  wordSet(`bash shell shell_command local_shell container.exec exec_command run_shell_command execute_command run_command
   run_in_terminal runinterminal terminal exec powershell bashexecution run_terminal_cmd`);
/** Tool names under which hosts change a file. */
const EDITS: ReadonlySet<string> =
  wordSet(`edit write multiedit notebookedit apply_patch replace write_file edit_file create_file str_replace_editor
   str_replace_based_edit_tool str_replace create insert patch editfile writefile insert_edit_into_file
   replace_string_in_file search_replace multi_edit update_file`);

export const isShell = ({ tool }: SeenTurn): boolean => SHELLS.has(tool);
export const isEdit = ({ tool }: SeenTurn): boolean => EDITS.has(tool);

const PATH_FIELDS = ["file_path", "path", "filePath", "notebook_path", "absolute_path", "target_file"];
const FILES_MAX = 20;

/** The files that an edit changed: from the host's history reader, or else from the call's input. */
export function editedFiles({ files, input }: SeenTurn): readonly string[] {
  const named = files.length > 0 ? files : [...patchedPaths(input), ...inJson(input), ...barePaths(input)];
  return [...new Set(named.map((path) => path.trim()).filter((path) => path !== ""))].slice(0, FILES_MAX);
}

function patchedPaths(input: string): string[] {
  const lines = [...input.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.{1,500})$/gm)];
  return lines.map(([, path = ""]) => path);
}

/** The input may be cut in the middle, so it is not parsed as a whole. */
function inJson(input: string): string[] {
  if (!input.startsWith("{")) return [];
  return PATH_FIELDS.flatMap((name) => {
    const found = new RegExp(`"${name}": ?"((?:[^"\\\\]|\\\\.){1,500})"`).exec(input)?.[1];
    return found === undefined ? [] : [found.replace(/\\(.)/g, "$1")];
  });
}

/** An input that is only a path, or the name of an operation and a path. */
function barePaths(input: string): string[] {
  if (input.startsWith("{") || input.startsWith("*")) return [];
  const words =
    input
      .slice(0, 1000)
      .split("\n")[0]
      ?.split(/[\s,]+/) ?? [];
  return words.slice(0, 4).filter((word) => /^[\w@.~/\\-]{2,300}$/.test(word) && /[./]/.test(word));
}

/** The command in a shell call. */
export function commandOf({ input }: SeenTurn): string {
  const told = /^\{\s*"(?:command|cmd)":\s*("(?:[^"\\]|\\.)*")/.exec(input)?.[1];
  return (told === undefined ? input : unquoteJson(told)).trim();
}

/** The value of a JSON string; "" for anything else. */
export function unquoteJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}

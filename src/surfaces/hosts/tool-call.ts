import { isRecord } from "../../app/intake/json-lines.ts";
import type { ToolCall } from "./hook.ts";

/** Names of the inputs by which tools get the files that they read and write. */
const PATH_FIELDS = ["file_path", "path", "notebook_path", "filePath"];

/** Names of the inputs by which tools get the text to write into a file. */
const TEXT_FIELDS = ["new_string", "content", "new_str", "newString", "new_source"];
/** Characters of the text that are checked: rules are compared with a change, not with a whole file. */
const TEXT_MAX = 2000;

/** Names of tools that read and search files, in lower case. */
const READERS: readonly string[] =
  `read read_file readfile read_many_files view view_file notebookread grep grep_search search_file_content
  search file_search glob find ls list list_directory list_dir`.split(/\s+/);

const isReader = (tool: unknown): boolean => typeof tool === "string" && READERS.includes(tool.toLowerCase());

/** A call that a tool is about to make, if something could be known about it. */
export function callOf(session: string, tool: unknown, input: unknown): ToolCall {
  const fields = isRecord(input) ? input : {};
  const paths = PATH_FIELDS.flatMap((name) => (typeof fields[name] === "string" ? [fields[name]] : []));
  const command = commandOf(fields.command);
  const text = TEXT_FIELDS.flatMap((name) => (typeof fields[name] === "string" ? [fields[name]] : [])).join(
    "\n",
  );
  return {
    session,
    ...(command === undefined ? {} : { command }),
    paths,
    ...(text === "" ? {} : { text: text.slice(0, TEXT_MAX) }),
    ...(isReader(tool) ? { isReading: true } : {}),
  };
}

/** A shell gets its command as a text, or as a list of words. */
function commandOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((word) => typeof word === "string").join(" ") : undefined;
}

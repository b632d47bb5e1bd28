import type { ToolCall } from "./hook.ts";
import { isRecord } from "./json-lines.ts";

/** Under these names tools take the files they read and write. */
const PATH_FIELDS = ["file_path", "path", "notebook_path", "filePath"];

/** Names under which hosts read and search files, lower case. */
const READERS: readonly string[] =
  `read read_file readfile read_many_files view view_file notebookread grep grep_search search_file_content
  search file_search glob find ls list list_directory list_dir`.split(/\s+/);

const isReader = (tool: unknown): boolean => typeof tool === "string" && READERS.includes(tool.toLowerCase());

/** What a tool is about to be called with, as far as something could be known about it. */
export function callOf(session: string, tool: unknown, input: unknown): ToolCall {
  const fields = isRecord(input) ? input : {};
  const paths = PATH_FIELDS.flatMap((name) => (typeof fields[name] === "string" ? [fields[name]] : []));
  const command = commandOf(fields.command);
  return {
    session,
    ...(command === undefined ? {} : { command }),
    paths,
    ...(isReader(tool) ? { isReading: true } : {}),
  };
}

/** A shell takes its command as a text, or as the words of one. */
function commandOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((word) => typeof word === "string").join(" ") : undefined;
}

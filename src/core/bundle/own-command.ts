/** Number of characters of a command that are checked: the program is at its beginning. */
const COMMAND_MAX = 4000;

/** A shell that gets its command as an argument. */
const SHELL = /^\s*(?:\S*[\\/])?(?:ba|da|z|fi)?sh\s+-\w*c\s+/;
/** Commands that print nothing and only set where or how the next command runs. */
const SILENT = /^(?:cd|pushd|popd|export|set|unset|true|sleep|wait|clear)\b|^\w+=\S*$/;
/** Our program, by its name, its path, or through a package runner. */
const OURS =
  /^(?:\w+=\S*\s+)*(?:(?:sudo|time|exec|command)\s+)*(?:(?:npx|bunx|npm|pnpm|yarn)\s+(?:(?:exec|dlx|run|x|-[\w-]+)\s+)*|node\s+(?:-\S+\s+)*)?["']?(?:\S*[\\/])?tidemark(?:\.cjs|\.cmd|\.exe|@\S+)?["']?(?:\s|$)/;

/** True if everything that a shell command prints comes from Tidemark, so that its output contains nothing new. */
export function isOwnCommand(command: string): boolean {
  if (!command.includes("tidemark") || command.trimStart().startsWith("{")) return false;
  const pipelines = unwrapShell(command.slice(0, COMMAND_MAX))
    // Text after these operators is input for the command and is not run.
    .replace(/<<[\s\S]*$/, "")
    // Separators inside quotes do not separate commands.
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (quoted) => quoted.replace(/[;&|\n]/g, "_"))
    .replace(/\d?>&\d/g, "")
    .split(/&&|\|\||[;\n&]/)
    .map((part) => part.replace(/^[\s(]+|(?<![\s)])[\s)]+$/g, ""))
    .filter((part) => part !== "" && !SILENT.test(part));
  return pipelines.length > 0 && pipelines.every(isOwnPipeline);
}

const isOwnPipeline = (pipeline: string): boolean =>
  pipeline.split("|").some((program) => OURS.test(program.trim()));

function unwrapShell(command: string): string {
  if (!SHELL.test(command)) return command;
  const given = command.replace(SHELL, "").trim();
  return /^(["'])[\s\S]*\1$/.test(given) ? given.slice(1, -1) : given;
}

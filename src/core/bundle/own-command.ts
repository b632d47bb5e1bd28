/** So much of a command is checked: what it runs stands at its beginning. */
const COMMAND_MAX = 4000;

/** A shell that is given its command as a word. */
const SHELL = /^\s*(?:\S*[\\/])?(?:ba|da|z|fi)?sh\s+-\w*c\s+/;
/** Commands that print nothing and only say where or how the next one runs. */
const SILENT = /^(?:cd|pushd|popd|export|set|unset|true|sleep|wait|clear)\b|^\w+=\S*$/;
/** Our program by its name, its path, or through what runs packages. */
const OURS =
  /^(?:\w+=\S*\s+)*(?:(?:sudo|time|exec|command)\s+)*(?:(?:npx|bunx|npm|pnpm|yarn)\s+(?:(?:exec|dlx|run|x|-[\w-]+)\s+)*|node\s+(?:-\S+\s+)*)?["']?(?:\S*[\\/])?tidemark(?:\.cjs|\.cmd|\.exe|@\S+)?["']?(?:\s|$)/;

/** True when all that a shell command prints comes from us, so that nothing in it is news. */
export function isOwnCommand(command: string): boolean {
  if (!command.includes("tidemark") || command.trimStart().startsWith("{")) return false;
  const pipelines = unwrapShell(command.slice(0, COMMAND_MAX))
    // What stands behind these signs is given to the command, not run.
    .replace(/<<[\s\S]*$/, "")
    // Signs between quotes part nothing.
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

/** The text of a fenced block, and the line of the page on which it begins. */
export type Block = { readonly at: number; readonly text: string };

/** The executable parts of a page of the manual. */
export type Page = {
  readonly path: string;
  /** Blocks marked `console`: commands and their output. */
  readonly consoles: readonly Block[];
  /** Blocks marked `tape`: events as JSON lines, recorded before anything runs. */
  readonly tapes: readonly string[];
  /** Blocks marked `ts`: examples that must compile. */
  readonly snippets: readonly Block[];
};

/** A command of a console block and its output according to the page. */
export type Command = { readonly at: number; readonly line: string; readonly output: readonly string[] };

export function readPage(path: string, markdown: string): Page {
  const blocks = blocksOf(markdown);
  const marked = (mark: string) => blocks.filter((block) => block.mark === mark);
  return {
    path,
    consoles: marked("console"),
    tapes: marked("tape").map(({ text }) => `${text}\n`),
    snippets: marked("ts"),
  };
}

function blocksOf(markdown: string): (Block & { readonly mark: string })[] {
  const found: (Block & { readonly mark: string })[] = [];
  let open: { mark: string; at: number; lines: string[] } | undefined;
  for (const [i, line] of markdown.split("\n").entries()) {
    const fence = /^```(\w*)/.exec(line);
    if (!fence) open?.lines.push(line);
    else if (!open) open = { mark: fence[1] ?? "", at: i + 2, lines: [] };
    else {
      found.push({ mark: open.mark, at: open.at, text: open.lines.join("\n") });
      open = undefined;
    }
  }
  return found;
}

/** Parses a console block. A line that begins with `$ ` is a command; a backslash at its end continues it on the next line. */
export function commandsOf(block: Block): Command[] {
  const commands: { at: number; line: string; output: string[] }[] = [];
  let isContinued = false;
  for (const [i, text] of block.text.split("\n").entries()) {
    const last = commands.at(-1);
    if (isContinued && last) last.line += `\n${text}`;
    else if (text.startsWith("$ ")) commands.push({ at: block.at + i, line: text.slice(2), output: [] });
    else if (last) last.output.push(text);
    else throw new Error(`line ${block.at + i}: a console block begins with "$ "`);
    isContinued = (isContinued || text.startsWith("$ ")) && text.endsWith("\\");
  }
  return commands.map((command) => ({ ...command, output: withoutBlankEnd(command.output) }));
}

/** Whether the printed lines match the page. A line `…` stands for any lines, and `…` within a line for any text. */
export function fits(shown: readonly string[], printed: readonly string[]): boolean {
  const pattern = shown.map((line) => (line.trim() === "…" ? "(?:.*\n)*?" : `${lineOf(line)}\n`)).join("");
  const text = withoutBlankEnd(printed).map((line) => `${line.trimEnd()}\n`);
  return new RegExp(`^${pattern}$`).test(text.join(""));
}

function lineOf(line: string): string {
  return line
    .trimEnd()
    .split("…")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".*?");
}

function withoutBlankEnd(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, end + 1);
}

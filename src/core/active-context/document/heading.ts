export type Heading = { readonly level: number; readonly title: string };

/** The heading of a line, if the line is one. It must start in the first column; a byte order mark is ignored. */
export function headingIn(text: string): Heading | undefined {
  const line = text.startsWith("\ufeff") ? text.slice(1) : text;
  const [marks] = /^#{1,6}(?=[ \t]|$)/.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const title = withoutComments(line.slice(marks.length)).trim();
  const open = title.replace(/(?<!#)#+$/, "");
  const isClosed = open === "" || /[ \t]$/.test(open);
  return { level: marks.length, title: isClosed ? open.trim() : title };
}

/** Removes HTML comments from a line, since they are not part of its text. */
export function withoutComments(line: string): string {
  if (!line.includes("<!--")) return line.trimEnd();
  let kept = "";
  let at = 0;
  for (let from = line.indexOf("<!--"); from >= 0; from = line.indexOf("<!--", from + 1)) {
    if (from < at || line[from - 1] === "\\") continue;
    const to = line.indexOf("-->", from + 4);
    if (to < 0) break;
    kept += line.slice(at, from);
    at = to + 3;
  }
  return (kept + line.slice(at)).trimEnd();
}

/** The comment at the end of a line, with the blanks before it. */
export function commentAtEnd(line: string): string {
  const from = line.lastIndexOf("<!--");
  if (from < 0 || line[from - 1] === "\\" || !line.trimEnd().endsWith("-->")) return "";
  return line.slice(line.slice(0, from).trimEnd().length);
}

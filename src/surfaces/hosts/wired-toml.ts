import { MemoryError } from "../../core/failure.ts";
import type { WiredFile } from "../../ports/wiring.ts";
import { eolOf } from "./edit-json.ts";

/** A table of ours in a TOML file: its name, such as mcp_servers.tidemark, and the lines below its heading. */
export type OwnTable = { readonly name: string; readonly remark: string; readonly lines: readonly string[] };

/**
 * A TOML file that ends with one table of ours. No mark follows the table: programs that edit such a file put their own tables before a
 * final comment, and these would then be removed with ours.
 */
export function tomlFile(path: string, table: OwnTable): WiredFile {
  const wanted = [`# ${table.remark}`, `[${table.name}]`, ...table.lines];
  return {
    path,
    put: (text = "") => {
      const eol = eolOf(text);
      const lines = text.split(/\r?\n/);
      const found = ownSpan(lines, table);
      if (found && isAsWanted(lines.slice(found.from, found.to), wanted)) return text;
      if (found) {
        const kept = [...lines.slice(0, found.from), ...wanted, ...lines.slice(found.to)];
        return kept.join(eol);
      }
      const [group = ""] = table.name.split(".");
      const rootLines = lines.slice(0, headingsIn(lines)[0]?.line);
      if (rootLines.some((line) => new RegExp(`^\\s*${group}\\s*=`).test(line)))
        throw refused(`${path} has "${group}" on one line`, "Write it as tables");
      const gap = text === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
      const whole = `${text}${gap}${wanted.join(eol)}${eol}`;
      // After triple quotes that are never closed, our table would be part of that text.
      if (ownSpan(whole.split(/\r?\n/), table)) return whole;
      throw refused(`${path} has triple quotes that are not closed`, "Close them");
    },
    strip: (text, before) => {
      const lines = text.split(/\r?\n/);
      const found = ownSpan(lines, table);
      if (!found) return text;
      const hasGap = found.from > 0 && lines[found.from - 1]?.trim() === "";
      const kept = [...lines.slice(0, found.from - (hasGap ? 1 : 0)), ...lines.slice(found.to)];
      const isGlued =
        found.to >= lines.length - 1 && before?.text !== undefined && !/\n$|^$/.test(before.text);
      const joined = kept.join(eolOf(text));
      const left = isGlued ? joined.replace(/(\r?\n)+$/, "") : joined;
      return left.trim() === "" && before !== undefined && before.text === undefined ? undefined : left;
    },
    lacks: (text = "") => {
      const lines = text.split(/\r?\n/);
      const found = ownSpan(lines, table);
      const lack = { part: "tools", name: table.name } as const;
      if (!found) return [{ ...lack, is: "missing" }];
      return isAsWanted(lines.slice(found.from, found.to), wanted) ? [] : [{ ...lack, is: "changed" }];
    },
  };
}

const refused = (problem: string, fix: string): MemoryError =>
  new MemoryError("input.invalid", `${problem}; nothing was changed.`, {
    field: "hosts",
    fix: `${fix}, or add the output of \`tidemark init --print\` by hand.`,
  });

/** Another program may reorder our lines; their content must be the same. */
function isAsWanted(there: readonly string[], wanted: readonly string[]): boolean {
  const said = (lines: readonly string[]) =>
    lines
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"))
      .sort()
      .join("\n");
  return said(there) === said(wanted);
}

/** Our comment, our heading and everything below it up to the next heading, without the empty lines before that. */
function ownSpan(
  lines: readonly string[],
  { name, remark }: OwnTable,
): { readonly from: number; readonly to: number } | undefined {
  const headings = headingsIn(lines);
  const at = headings.findIndex((heading) => heading.name === name);
  const own = headings[at];
  if (!own) return undefined;
  const next = headings.slice(at + 1).find((heading) => !heading.name.startsWith(`${name}.`));
  let to = next?.line ?? lines.length;
  const isLoose = (line = ""): boolean => line.trim() === "" || line.trim().startsWith("#");
  while (to > own.line + 1 && isLoose(lines[to - 1])) to--;
  const from = lines[own.line - 1]?.trim() === `# ${remark}` ? own.line - 1 : own.line;
  return { from, to };
}

/** Headings of tables. Lines inside a multi-line string do not count. */
function headingsIn(lines: readonly string[]): { readonly line: number; readonly name: string }[] {
  const found: { line: number; name: string }[] = [];
  let quote: string | undefined;
  lines.forEach((line, i) => {
    const isInside = quote !== undefined;
    for (const [mark] of line.matchAll(/"""|'''/g)) {
      if (quote === undefined) quote = mark;
      else if (quote === mark) quote = undefined;
    }
    const heading = isInside ? undefined : /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(line)?.[1];
    if (heading !== undefined)
      found.push({ line: i, name: heading.replace(/\s*\.\s*/g, ".").replaceAll('"', "") });
  });
  return found;
}

import type { WiredFile, WiringPart } from "../../ports/wiring.ts";
import { eolOf } from "./edit-json.ts";

const BEGIN = "<!-- tidemark:begin -->";
const END = "<!-- tidemark:end -->";
const BLOCK = new RegExp(`${BEGIN}[\\s\\S]*?${END}`);

/** A Markdown file in which Tidemark owns one block between two marks. */
export function blockFile(path: string, words: string): WiredFile {
  const blockFor = (text: string): string =>
    `${BEGIN}\n${words.trim()}\n${END}`.replaceAll("\n", eolOf(text));
  return {
    path,
    put: (text = "") => {
      const block = blockFor(text);
      if (BLOCK.test(text)) return text.replace(BLOCK, () => block);
      const eol = eolOf(text);
      const gap = text.trim() === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
      return `${text}${gap}${block}${eol}`;
    },
    strip: (text, before) => {
      const left = withoutBlock(text, before?.text);
      return left.trim() === "" && before !== undefined && before.text === undefined ? undefined : left;
    },
    lacks: (text = "") => {
      const there = BLOCK.exec(text)?.[0];
      const lack = { part: "instructions", name: "tidemark" } as const;
      if (there === undefined) return [{ ...lack, is: "missing" }];
      return there === blockFor(text) ? [] : [{ ...lack, is: "changed" }];
    },
  };
}

/** Removes the block with the line end behind it and the empty line before it, which were added with it. */
function withoutBlock(text: string, before: string | undefined): string {
  const found = BLOCK.exec(text);
  if (!found) return text;
  const after = text.slice(found.index + found[0].length).replace(/^\r?\n/, "");
  const head = text.slice(0, found.index);
  const isGlued = before !== undefined && before !== "" && !before.endsWith("\n") && after === "";
  return `${isGlued ? head.replace(/(\r?\n){1,2}$/, "") : head.replace(/(^|\n)\r?\n$/, "$1")}${after}`;
}

/** A file that is ours as a whole. If somebody edited it, it is left to them. */
export function ownFile(path: string, text: string, part: WiringPart): WiredFile {
  return {
    path,
    put: () => text,
    strip: (there) => (there === text ? undefined : there),
    lacks: (there) => {
      if (there === text) return [];
      return [
        { part, name: path.split(/[\\/]/).at(-1) ?? path, is: there === undefined ? "missing" : "changed" },
      ];
    },
  };
}

import { type Document, isAlias, LineCounter, parseDocument, visit } from "yaml";
import { isNestedTooDeep } from "../../yaml-nesting.ts";

/** A registry of thousands of tasks is smaller; a larger file is something else. */
const YAML_LENGTH_MAX = 1_000_000;
/** Deeper than any of our files. Deeper nesting is an attack on the reader. */
const DEPTH_MAX = 20;

export type SafeYaml =
  | {
      readonly outcome: "read";
      readonly document: Document.Parsed;
      readonly lineOf: (offset: number) => number;
    }
  | { readonly outcome: "unreadable"; readonly line: number; readonly message: string };

/** YAML as plain data: every value is a text. Tags, anchors and aliases are refused, because they can stand for something else. */
export function readYaml(text: string): SafeYaml {
  if (text.length > YAML_LENGTH_MAX)
    return unreadable(1, `It has ${text.length} characters; at most ${YAML_LENGTH_MAX} are read.`);
  if (isNestedTooDeep(text)) return unreadable(1, TOO_DEEP);
  try {
    return checkYaml(text);
  } catch (cause) {
    // The parser recurses once for each level, and a hostile file can exhaust the stack.
    if (cause instanceof RangeError) return unreadable(1, TOO_DEEP);
    throw cause;
  }
}

const TOO_DEEP = "It is nested too deep.";
const PARSING = { schema: "failsafe", prettyErrors: false, logLevel: "error" } as const;

function checkYaml(text: string): SafeYaml {
  const counter = new LineCounter();
  const lineOf = (offset: number) => Math.max(1, counter.linePos(offset).line);
  const document = parseDocument(text, { ...PARSING, lineCounter: counter });
  const [broken] = [...document.errors, ...document.warnings];
  if (broken) return unreadable(lineOf(broken.pos[0]), broken.message.split("\n", 1)[0] ?? "");
  const trick = trickIn(document);
  if (trick) return unreadable(lineOf(trick.at), trick.message);
  return { outcome: "read", document, lineOf };
}

const unreadable = (line: number, message: string): SafeYaml => ({ outcome: "unreadable", line, message });

type UnsafeYaml = { readonly at: number; readonly message: string };

/** The position of a tag, anchor or alias, or of nesting that is too deep. */
function trickIn(document: Document.Parsed): UnsafeYaml | undefined {
  let found: UnsafeYaml | undefined;
  visit(document, {
    Node: (_, node, path) => {
      const isTrick = isAlias(node) || Boolean(node.tag) || ("anchor" in node && Boolean(node.anchor));
      const isDeep = path.length > DEPTH_MAX;
      if (!isTrick && !isDeep) return undefined;
      const message = isDeep ? TOO_DEEP : "Tags, anchors and aliases are not read; write the values out.";
      found = { at: node.range?.[0] ?? 0, message };
      return visit.BREAK;
    },
  });
  return found;
}

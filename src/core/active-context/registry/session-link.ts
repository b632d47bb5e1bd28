import type { ContextDocument } from "../document/document.ts";
import { addItem, removeItem } from "../document/edit.ts";
import { parse } from "../document/parse.ts";
import { print } from "../document/print.ts";
import { type FieldRef, listAt } from "../document/read.ts";
import { pathIn } from "../lint/references.ts";

/** Maximum number of links to session files in one context; the session files themselves name their task. */
const LINKS_MAX = 20;
const SAYS = "what was changed, step by step";

/** Adds a link to a session file to a context. If there are too many, the oldest links of the program are removed. */
export function withSessionLink(
  text: string,
  { path, task }: { readonly path: string; readonly task: string },
): string {
  const document = parse(text);
  const spot: FieldRef = { section: "plan_references", field: "session_history", task };
  const links = listAt(document, spot);
  if (links.some((link) => pathIn(link) === path)) return text;
  const surplus = links
    .filter((link) => link.endsWith(SAYS))
    .slice(0, Math.max(0, links.length + 1 - LINKS_MAX));
  const room = surplus.reduce<ContextDocument>((left, link) => removeItem(left, spot, link), document);
  return print(addItem(room, spot, { text: `\`${path}\` — ${SAYS}`, where: "last" }));
}

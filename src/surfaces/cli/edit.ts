import { findItem } from "../../app/items/find-item.ts";
import { update } from "../../app/items/update.ts";
import { itemLine } from "../verbs/text/item-text.ts";
import type { Paint } from "../verbs/text/paint.ts";
import { changesOnPage, editPage } from "./edit-page.ts";
import { type OpenedMemory, withMemory } from "./with-memory.ts";

export type EditPorts = {
  readonly open: (effect: "reads" | "writes") => Promise<OpenedMemory>;
  /** Lets a person edit a text, and returns what they saved. */
  readonly edit: (text: string) => Promise<string>;
  readonly paint: Paint;
};

type Edit = { readonly id: string; readonly text: string | undefined };

/** Sets the given text, or opens the item in the person's editor and stores the changes. */
export async function editItem({ id, text }: Edit, { open, edit, paint }: EditPorts): Promise<string> {
  const item = await withMemory(open("reads"), (deps) => findItem(deps, id));
  const changes = text === undefined ? changesOnPage(item, await edit(editPage(item, item.label))) : { text };
  if (changes === undefined) return "Nothing was changed.\n";
  const changed = await withMemory(open("writes"), (deps) => update(deps, { ...changes, id: item.id }));
  return `${paint.good("Changed.")}\n${itemLine(changed, paint)}\n`;
}

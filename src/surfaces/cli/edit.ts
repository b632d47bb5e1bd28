import { itemBy } from "../../app/items/find-item.ts";
import { update } from "../../app/items/update.ts";
import type { Deps } from "../../app/runtime/deps.ts";
import { itemLine } from "../verbs/text/item-text.ts";
import type { Paint } from "../verbs/text/paint.ts";
import { changesOnPage, editPage } from "./edit-page.ts";

export type EditPorts = {
  readonly open: (effect: "reads" | "writes") => Promise<{ world: Deps; close: () => Promise<void> }>;
  /** Lets a person edit a text, and gives back what they saved. */
  readonly edit: (text: string) => Promise<string>;
  readonly paint: Paint;
};

/** Opens an item in the person's editor, and sets what they changed. */
export async function editItem(id: string, { open, edit, paint }: EditPorts): Promise<string> {
  const item = await using(
    () => open("reads"),
    (world) => itemBy(world, id),
  );
  const changes = changesOnPage(item, await edit(editPage(item, item.label)));
  if (changes === undefined) return "Nothing was changed.\n";
  const changed = await using(
    () => open("writes"),
    (world) => update(world, { ...changes, id: item.id }),
  );
  return `${paint.good("Changed.")}\n${itemLine(changed, paint)}\n`;
}

async function using<T>(
  open: () => Promise<{ world: Deps; close: () => Promise<void> }>,
  work: (world: Deps) => Promise<T>,
): Promise<T> {
  const { world, close } = await open();
  try {
    return await work(world);
  } finally {
    await close();
  }
}

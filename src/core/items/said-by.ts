import { isInstruction } from "./instruction-kinds.ts";
import type { ItemRow } from "./items-view.ts";

/** Who said it, in the words that stand in the brackets behind a line: `user`, `agent codex`, `program ci`, `tool`. */
export function saidBy(item: ItemRow): string {
  const { origin, kind } = item;
  if (origin === undefined || origin === "user") return "user";
  // No order holds that a person neither gave nor accepted.
  if (origin === "agreed" || isInstruction(kind)) return "user agreed";
  if (origin !== "agent" && origin !== "program") return String(origin);
  return `${origin} ${typeof item.said_by === "string" ? item.said_by : item.created_by}`;
}

import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { ask } from "../api/ask.ts";
import type { Act } from "./act.ts";
import { confirmAct } from "./stale-acts.ts";

type ItemHandle = {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly status: string;
};

/** What can be done with an item on its own page. */
export type ItemActs = { readonly confirm?: Act; readonly edit: (text: string) => Act; readonly remove: Act };

/** Takes back the act that ended or archived an item. */
export const bringBackAct = ({ id, label }: Pick<ItemHandle, "id" | "label">): Act => ({
  name: "Bring back",
  done: `${label} is back`,
  command: commandLine({ verb: "undo", words: [label] }),
  isUndo: true,
  run: async () => [(await ask("undo", { id })).item.label],
});

export function itemActs({ label, status }: ItemHandle): ItemActs {
  return {
    ...(status === "active" ? { confirm: confirmAct([label]) } : {}),
    edit: (text) => ({
      name: "Save",
      done: `Changed the text of ${label}`,
      command: commandLine({ verb: "update", words: [label], options: { text } }),
      run: async () => [(await ask("update", { id: label, text })).label],
    }),
    remove: {
      name: "Archive",
      done: `Archived ${label}`,
      command: commandLine({ verb: "remove", words: [label] }),
      run: async () => [(await ask("remove", { id: label })).label],
    },
  };
}

import * as z from "zod/mini";
import { SETTINGS } from "../../../core/config/config.ts";
import { described } from "../inputs.ts";
import { printable } from "./paint.ts";

/** How much what an agent is told may cost, within what the setting allows. */
export function budgetInput(setting: "brief.tokens" | "delta.tokens") {
  const { min, max } = SETTINGS[setting];
  return described(
    z.optional(z.coerce.number().check(z.multipleOf(1), z.minimum(min), z.maximum(max))),
    "Maximum number of tokens",
  );
}

/** What an agent is told, as it is told; nothing when there is nothing to tell. */
export const agentText = ({ text }: { readonly text: string }): string =>
  text === "" ? "" : printable(text).replace(/\n$/, "");

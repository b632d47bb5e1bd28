import { expect } from "vitest";
import type { Finding } from "../../src/core/extract/finding.ts";
import { mayOriginState } from "../../src/core/items/authority.ts";
import { isPersonTurn } from "../../src/core/tape/turn-speaker.ts";
import type { PasteForm } from "../hostile/paste-form.ts";
import { CHAT_OWN_WORDS, CHAT_PASTES } from "../hostile/pasted-chats.ts";
import { scenario } from "../scenarios/scenario.ts";
import { agent, person, read } from "../support/done-turns.ts";
import { heard, LATER } from "../support/said-turns.ts";

const isActive = ({ certainty, origin, ...proposed }: Finding): boolean =>
  certainty === "explicit" && mayOriginState(proposed, origin);

function ordersIn({ text, marker }: PasteForm): string[] {
  if (!isPersonTurn({ role: "user", text })) return [];
  const said = [`U: ${text}`, "A: I see."];
  const findings = [...heard(...LATER, ...said), ...heard(...said), ...read(person(text), agent("I see."))];
  return findings.filter(isActive).flatMap((each) => (each.text.includes(marker) ? [each.text] : []));
}

scenario("pasted.chats", () => {
  const orders = CHAT_PASTES.flatMap((form) => ordersIn(form).map((order) => `${form.name}: ${order}`));
  expect(orders).toEqual([]);
  const lost = CHAT_OWN_WORDS.filter((form) => ordersIn(form).length === 0);
  expect(lost.map(({ name }) => name)).toEqual([]);
});

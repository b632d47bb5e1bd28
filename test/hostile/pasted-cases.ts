import type { HostileCase } from "./hostile-case.ts";
import { LATER_OWN_WORDS, OWN_WORDS } from "./own-words-forms.ts";
import type { PasteForm } from "./paste-form.ts";
import { FIRST_PASTES } from "./pasted-forms.ts";
import { LATER_PASTES } from "./pasted-forms-later.ts";
import { activeTexts, ordersKept, ordersLost, sayByHistory, sayByHook } from "./pasted-stage.ts";
import { WRITTEN_OWN_WORDS, WRITTEN_PASTES } from "./written-pastes.ts";

const area = "pasted text";
const AT_ONCE = 5;
/** One of this many messages is played with the built command; the unit test reads all of them. */
const OWN_SHARE = 8;

const byHook = (form: PasteForm): HostileCase => ({
  area,
  name: `${form.name}, typed to a hook, gives no order`,
  run: async (stage) => {
    await stage.tidemark(["init"]);
    await sayByHook(stage, { session: "s1", text: form.text });
    return ordersKept([form], await activeTexts(stage));
  },
});

const byHistory = (forms: readonly PasteForm[]): HostileCase => ({
  area,
  name: `in a history ${forms.map(({ name }) => name).join(", ")} give no order`,
  run: async (stage) => {
    await stage.tidemark(["init"]);
    await sayByHistory(
      stage,
      forms.map(({ text }) => text),
    );
    return ordersKept(forms, await activeTexts(stage));
  },
});

const ownByHook = (form: PasteForm): HostileCase => ({
  area,
  name: `own words are kept from a hook: ${form.name}`,
  isControl: true,
  run: async (stage) => {
    await stage.tidemark(["init"]);
    await sayByHook(stage, { session: "s1", text: form.text });
    return ordersLost([form], await activeTexts(stage));
  },
});

const ownByHistory = (form: PasteForm): HostileCase => ({
  area,
  name: `own words are kept from a history: ${form.name}`,
  isControl: true,
  run: async (stage) => {
    await stage.tidemark(["init"]);
    await sayByHistory(stage, [form.text]);
    return ordersLost([form], await activeTexts(stage));
  },
});

const inGroups = (forms: readonly PasteForm[]): (readonly PasteForm[])[] =>
  Array.from({ length: Math.ceil(forms.length / AT_ONCE) }, (_, i) =>
    forms.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );

/** Cases with text that a person pastes, and controls with a person's own words. */
export const PASTED_CASES: readonly HostileCase[] = [
  ...FIRST_PASTES.map(byHook),
  ...inGroups(FIRST_PASTES).map(byHistory),
  ...inGroups(LATER_PASTES).map(byHistory),
  ...inGroups(WRITTEN_PASTES).map(byHistory),
  ...OWN_WORDS.map(ownByHook),
  ...LATER_OWN_WORDS.slice(0, 8).map(ownByHistory),
  ...WRITTEN_OWN_WORDS.filter((_, i) => i % OWN_SHARE === 0).map(ownByHistory),
];

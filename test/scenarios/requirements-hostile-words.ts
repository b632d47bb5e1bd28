import { cli, core, store } from "./requirement.ts";

/** Words that must not become orders: who may give orders, and how a reader knows the speaker. */
export const HOSTILE_WORDS = {
  "words.support": core(
    "A person's turn supports a statement only if it says the same: the same words, values and negations, as no question, doubt, report or quotation.",
  ),
  "words.orders": core(
    "Text that gives orders is told from text that says what is so, in ten languages, whatever letters it is written in.",
  ),
  "words.one-gate": store(
    "No verb of the catalogue lets an agent make an order hold, end one, bring one back, or change what one says.",
  ),
  "words.recorded": store(
    "What an agent records itself is its own word: no turn or event of it makes an order.",
  ),
  "words.who-said": store("Every item in a brief, a note, a digest and working memory names who said it."),
  "words.agent-shell": cli(
    "A command in the shell of an agent's host acts as that agent, under the host's name.",
  ),
  "words.confirmed": cli(
    "In such a shell a person is asked in a terminal, and is believed only if they type the number that is shown.",
  ),
} as const;

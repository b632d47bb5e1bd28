import { core } from "./requirement.ts";

/** Secrets in forms and places for which no single rule exists. */
export const HOSTILE_SECRETS = {
  "secrets.chosen": core(
    "A password that a person made up is taken out beside the name of an account or a word for a password, in ten languages.",
  ),
  "secrets.harmless": core(
    "Ordinary lines that speak of passwords, tokens, keys and codes, or look like them, are kept as they are.",
  ),
  "secrets.public": core("Certificates, public keys, digests and signatures are kept as they are."),
  "secrets.ids": core(
    "An id that holds a secret is replaced by another one, always the same for the same id; ids that hosts draw are kept.",
  ),
  "secrets.cuts": core("A text that is cut keeps no half of a token at its cut."),
  "secrets.forms": core(
    "Of secrets in over 700 forms (commands, settings, code, tables, traffic, encodings, sentences in 30 languages) at least 99 % are taken out.",
  ),
  "secrets.linear": core(
    "Redaction takes time in proportion to the text, also on text made to slow it down.",
  ),
} as const;

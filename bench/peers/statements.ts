import type { Statement } from "./servers.ts";

/** Nouns of the generated statements. */
export const WORDS =
  `invoice session refund webhook queue cache login export search upload report cursor tenant ledger shipping
  coupon receipt avatar invite digest locale currency retry backup archive snapshot worker mailer gateway proxy router parser
  planner batch stream topic partition schema migration index trigger view column vault token cookie header payload
  signature checksum bucket object folder thumbnail transcript calendar reminder holiday rota badge printer scanner sensor`
    .split(/\s+/)
    .filter(Boolean);

/** Generates a sentence like those that agents store, with different words for each number. */
export function statementOf(n: number): Statement {
  const word = (place: number): string =>
    WORDS[(n * (2 * place + 1) + 17 * place + Math.floor(n / 7)) % WORDS.length] ?? "";
  const text = `The ${word(0)} ${word(1)} keeps its ${word(2)} in the ${word(3)} of the ${word(4)} until the ${word(5)} ${word(6)} was seen ${n} times.`;
  return { key: `key-${n}`, text };
}

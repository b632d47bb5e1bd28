import type { Ids } from "../../ports/clock.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_BITS = 80n;
const LENGTH = 26;

/**
 * Ids of 48 bits of time and 80 random bits, in Crockford's base 32. Within a process they always increase, even if the clock stops or goes
 * back. Between processes the random bits keep them unique.
 */
export function systemIds(now: () => number, randomBytes: (count: number) => Uint8Array): Ids {
  let last = -1n;
  return {
    next: (prefix) => {
      const time = BigInt.asUintN(48, BigInt(Math.max(0, Math.floor(now()))));
      const fresh = (time << RANDOM_BITS) | numberOf(randomBytes(10));
      last = fresh > last ? fresh : last + 1n;
      return `${prefix}_${crockford(last)}`;
    },
  };
}

function numberOf(bytes: Uint8Array): bigint {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  return number;
}

/** JavaScript's own base 32 has the same digits in the same order, with other letters. */
function crockford(number: bigint): string {
  let text = "";
  for (const digit of number.toString(32).padStart(LENGTH, "0")) text += ALPHABET[Number.parseInt(digit, 32)];
  return text;
}

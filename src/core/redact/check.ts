import type { Check } from "./rule.ts";
import { isCode, isMasked, isPlaceholder, isRandom, isSecretValue, isWordy, looksStrong } from "./value.ts";

/** Shortest token whose letters say whether chance drew them. */
const RANDOM_LENGTH_MIN = 12;

/** Whether what a shape has found is a secret and not something that stands for one. */
export function passes(secret: string, check: Check | undefined): boolean {
  switch (check) {
    case undefined:
      return !isMasked(secret);
    case "random":
      return isRandom(secret, RANDOM_LENGTH_MIN) && !isMasked(secret);
    case "password":
      return isSecretValue(secret, { kind: "password", style: "bare" });
    case "typed":
      return looksStrong(secret);
    case "chosen":
      return !isPlaceholder(secret);
    case "header":
      return !isPlaceholder(secret) && !isCode(secret) && !isWordy(secret);
  }
}

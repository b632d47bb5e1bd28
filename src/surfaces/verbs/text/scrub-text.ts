import type { RuleCount, Scrubbed } from "../../../app/forgetting/scrub.ts";
import { oneLine, type Paint } from "./paint.ts";
import { count } from "./tape-text.ts";

const rulesText = (rules: readonly RuleCount[]): string =>
  rules.map((each) => `${each.rule} ×${each.count}`).join(", ");

export function scrubText({ dry_run, events, found, left, complete }: Scrubbed, paint: Paint): string {
  if (found.length === 0 && left.length === 0) return paint.good("No stored secrets found.");
  const lines = found.map(({ place, rules }) => `  ${oneLine(place)}: ${rulesText(rules)}`);
  const head = dry_run
    ? `${paint.bad("Secrets are stored")} in ${count(found.length, "place")} (${count(events, "event")} of the tape):`
    : `${paint.good("Removed secrets")} of ${count(found.length, "place")} (${count(events, "event")} of the tape):`;
  return [
    ...(found.length === 0 ? [] : [head, ...lines]),
    ...left.map(({ place, why }) => paint.bad(`Not cleaned: ${oneLine(place)}: ${why}.`)),
    ...(dry_run && found.length > 0 ? ["To remove them: tidemark scrub --yes"] : []),
    ...(!dry_run && complete ? ["No stored secrets are left."] : []),
  ].join("\n");
}

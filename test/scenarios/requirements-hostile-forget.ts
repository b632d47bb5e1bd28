import { cli, core, store } from "./requirement.ts";

/** Forgetting in every copy, and scrubbing secrets. */
export const FORGET_EVERYWHERE = {
  "forget.every-file": store(
    "Every file that Tidemark writes belongs to a family that says how forgotten words leave it.",
  ),
  "forget.phrase": core(
    "A forgotten text is known again by a print that is found in any other text, without the words being kept.",
  ),
  "forget.not-from-files": store(
    "An event said before its words were forgotten comes onto the tape without its payload, whoever brings it.",
  ),
  "forget.leftovers": store(
    "What a killed backup or restore left is removed by the next one, and never what a living process makes.",
  ),
  "scrub.keeps-the-event": store(
    "Scrub takes a secret out of a stored event and leaves its position, its hash, its evidence and its other words.",
  ),
  "scrub.preview": cli(
    "Scrub shows counts by rule and place first, never a secret, and changes nothing without --yes.",
  ),
  "scrub.copies": store("Scrub cleans backups and files too, and a second scrub finds nothing."),
  "scrub.carries": store("What was scrubbed stays scrubbed through export, import, restore and salvage."),
} as const;

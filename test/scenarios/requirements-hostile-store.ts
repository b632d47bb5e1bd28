import { cli, core, store } from "./requirement.ts";

/** The owner of a memory: sealed spool lines, the anchor of the tape, and the first use. */
export const OWNERSHIP = {
  "own.sealed-lines": store(
    "A spool line without the seal of this user is never put on the tape, and its file is left alone.",
  ),
  "own.sip-hash": core("The keyed checksum is SipHash-2-4 over UTF-16 units."),
  "own.anchor-slots": store(
    "The anchor gives the highest head that was noted, whatever slot is torn, and a lower head does not lower it.",
  ),
  "own.first-use": cli("Of processes that begin a memory at once, none takes it for a foreign one."),
  "own.tracked": core(
    "Paths of the memory are found in git's index, and no path that only contains the same letters.",
  ),
} as const;

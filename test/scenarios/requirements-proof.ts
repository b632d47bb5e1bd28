import { bench, shown, store } from "./requirement.ts";

/** Faults, load and speed: small counts in every run, large ones in the long run. */
export const PROOF = {
  "faults.kills": store(
    "Writers and readers killed at random lose no acknowledged event, repeat none, and the store opens without repair.",
  ),
  "faults.model": store(
    "A store driven by random commands behaves like a list of events and a fold over it.",
  ),
  "faults.simulation": store(
    "Seeded runs of several agents with crashes, lost answers, jumping clocks and lost views break no invariant; a failure names its seed.",
  ),
  "fuzz.boundaries": store(
    "Mutated inputs at every boundary are read or refused in words: no crash, no hang, no file outside the root.",
  ),
  "poison.planted": store(
    "Orders planted in tool output, files, commits, tags of hosts or other projects never hold and never leave unfenced; a person's own words beside them are kept.",
  ),
  "faults.clock-jumps": store("A clock that jumps back or forward changes no order and breaks no view."),
  "bench.writes": bench("The writes bench counts lost, repeated and shown errors, and fails on any."),
  "bench.faults": bench("The faults bench counts what kills lost or repeated, and fails on any."),
  "bench.start": bench("The start bench compares hook and status with an empty script in the same run."),
  "bench.mutation": bench(
    "The mutation bench plants one mistake at a time and counts those that no test notices or reaches against the score.",
  ),
  "package.clone-runs": shown(
    "The packed package installs without scripts or compiler, imports by every door and runs the demo.",
  ),
  "package.exports": shown("The exported names are those of the golden list."),
  "package.guards": shown("A planted violation of each guard fails its command and names the file."),
} as const;

import { cli, core, mcp } from "./requirement.ts";

/** Consent: the program records only where a person asked for it. */
export const CONSENT = {
  "consent.no-trace": cli(
    "Where nobody asked for a memory, no event of any host's hook makes or changes a file, in the project or in the home folder.",
  ),
  "consent.asked": cli(
    "`init`, or a command that a person types in a git repository, begins a memory and says so, and hooks record there from then on.",
  ),
  "consent.only-init": cli(
    "Outside git and in a home folder no command but `init` begins a memory: it is refused before it asks anything, leaves no file, and names `init`.",
  ),
  "consent.every-repository": cli(
    "After `init --record every-repository` a hook begins a memory in a git repository, but not in a temporary one, until `--record project` takes that back.",
  ),
  "consent.never-here": core(
    "No memory begins by itself in the root, a home folder, a folder above one, a temporary folder, or outside git.",
  ),
  "consent.not-by-repository": cli(
    "A repository cannot consent for its user: neither a file in it nor a variable that its host settings set makes a hook record.",
  ),
  "consent.not-by-agent": mcp(
    "An agent's write begins no memory, and the answer says what the person would run.",
  ),
  "off.project": cli(
    "After `off`, hooks and commands add nothing to the memory and hosts are told nothing; after `on` they do again.",
  ),
  "off.nested": cli(
    "`off` and `memory.enabled: false` of a folder hold for every repository, submodule and worktree that lies in it.",
  ),
  "off.moved": cli("Recording that is off stays off when the project's folder is renamed or moved."),
  "off.everywhere": cli("`off --everywhere` holds in every project, and with `--for` it ends by itself."),
  "off.settings": cli(
    "`memory.enabled: false`, a pattern of `recording.ignore` and TIDEMARK_OFF each stop recording, and no project's file undoes them.",
  ),
  "off.import": cli(
    "What was said while recording was off is not imported later from a host's history: it is counted, and `--include-paused` takes it in.",
  ),
  "off.shown": cli(
    "While recording is off, `status`, the bare command and `doctor` say why and how to turn it on.",
  ),
  "projects.listed": cli(
    "`projects` lists every memory on the machine with its size, its last use, and whether it records.",
  ),
  "uninstall.the-rest": cli(
    "`uninstall` asks first, goes on where a file cannot be changed, names that file, and ends with 1; hooks of the user's own and shared statements stay.",
  ),
  "uninstall.restores": cli(
    "`uninstall` leaves every file outside the memories as it was, and with `--delete-memories` the machine as it was.",
  ),
} as const;

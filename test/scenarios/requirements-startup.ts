import { cli, shown } from "./requirement.ts";

/** Starting the program, and ending it in time. */
export const STARTUP = {
  "start.only-needed": cli(
    "A command evaluates only the modules that it uses, and --version evaluates none.",
  ),
  "hook.cut-off-recording": cli(
    "A hook whose recording never ends is cut off: the host is answered, what came is kept aside, and the doctor reports it.",
  ),
  "hook.cut-off-context": cli(
    "A hook whose brief never ends is cut off and ends with 0: the host is answered, the event is on the tape, nothing counts as lost, and the session's next prompt is answered with the brief.",
  ),
  "hook.dead-disk": cli(
    "A hook on a disk that answers no call is ended in time, also before it has recorded anything, and its host is answered once.",
  ),
  "hook.hanging-git": cli("A git that hangs neither holds a hook up nor outlives it."),
  "package.packs-itself": shown("npm pack in a checkout without dist/ builds first, declarations included."),
} as const;

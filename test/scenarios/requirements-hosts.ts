import { cli, core, shown } from "./requirement.ts";

/** Setting up hosts, removing that setup, and diagnosing it. */
export const HOSTS = {
  "init.hosts": cli(
    "`init --hosts` writes hooks, tools and instructions for every host, and a second time changes nothing and says so.",
  ),
  "init.merges": core(
    "What others wrote into a host's file stays byte for byte: comments, indents, line ends, marks, entries of other tools.",
  ),
  "init.removes": cli("`init --remove` leaves every file byte for byte as it was, and deletes what it made."),
  "init.removes-edited": cli(
    "From a file that was edited since, only our entries go, and a file of ours that somebody changed stays.",
  ),
  "init.refuses": cli("A file that cannot be edited without harm is refused before anything is written."),
  "init.links": cli("A file that is a link stays a link, and keeps its mode."),
  "init.prints": cli("`init --print` shows what would be written and writes nothing."),
  "init.asks": cli("In a terminal each host's changes are shown before anybody agrees to them."),
  "init.left": cli(
    "Before the last question of `init` or `import` is answered no file exists, and whoever leaves a question has agreed to nothing.",
  ),
  "init.finds": cli(
    "Where nobody can be asked, `init` names the hosts that are here and changes none of them.",
  ),
  "init.scopes": cli("A file that two hosts share is left to the second when the first is taken out."),
  "init.constant": core(
    "A hook's command line is the same in every version, because some hosts trust it letter by letter.",
  ),
  "doctor.hosts": cli(
    "A removed hook, a changed command, a missing program, an untrusted hook and a read-only memory are named, and end with 1.",
  ),
  "doctor.hosts-mended": cli("`doctor --fix` mends what can be mended of a host's files."),
  "doctor.canary": cli("A doctor calls every hook that is set up, and nothing of that is remembered."),
  "hosts.told": core(
    "Every host is told its brief, what is known of its first prompt, and what bites on a call, where it takes words.",
  ),
  "hosts.once": cli(
    "A host that has Tidemark twice, as a plugin and in its settings, is told and heard once.",
  ),
  "plugin.generated": shown("The plugin folder holds what the wiring of its hosts says."),
} as const;

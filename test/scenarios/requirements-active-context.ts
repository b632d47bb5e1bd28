import { cli, core, library } from "./requirement.ts";

/** The active context with files that people write by hand, and in the sessions of agents. */
export const ACTIVE_CONTEXT = {
  "context.valid.stays": core(
    "A valid file, however people wrote it, stays valid through sync, switch, archive, restore, refresh and complete.",
  ),
  "context.valid.by-hand": core(
    "A sync keeps the focus that people wrote by hand, follows git in Git State, and never makes a conflict of what the tape knows.",
  ),
  "context.valid.resume": core(
    "What people wrote into Quick Resume stays through a sync until the field that it is made from changes.",
  ),
  "context.valid.form": core(
    "A field that a sync adds is written as its neighbours are: in a YAML block without a bullet, booleans and numbers without quotes.",
  ),
  "context.prompt.switches": library(
    "With the setting context.switch_on_request, `switch to ID` at the beginning of a prompt switches to that known task; without it, and by other words, nothing is switched.",
  ),
  "context.prompt.filed": library(
    "Edits after a prompt that turns to another task are not filed under the old task, and belong to the new one once it is begun.",
  ),
  "context.prompt.filed-once": library(
    "What other sessions did after a prompt turned to another task is filed under the task that was current then, and not under the next one as well.",
  ),
  "context.session.each-request": library(
    "The session file goes on after each request that was answered, while the session is still open.",
  ),
  "context.refresh.gone": library(
    "A full refresh leaves no file that is gone in the file lists, the breadcrumbs and the focus, also where the tape names it; a step about one becomes an open question.",
  ),
  "context.unclaimed.told": library(
    "The Quick Resume of an active context that came with a repository is told in the brief at once, in quotes and as nobody's confirmed words.",
  ),
  "context.unclaimed.checked": library(
    "Of such a file a command is never told, and a hostile text, a standing order or a secret keeps all of it back until a person has read it.",
  ),
  "context.unclaimed.loaded": library(
    "An agent that loads an active context which no person has confirmed is shown what the brief would tell of it, and not its text.",
  ),
  "context.unclaimed.claimed": library(
    "No command of an agent takes over an active context that nobody has claimed, and no doubt about it is told as something to refresh.",
  ),
  "context.unclaimed.archive": library(
    "No command of an agent takes up an archived task that came with a repository; a person's does.",
  ),
  "context.language.text": core(
    "The language of a file concerns what people write: its headings are the protocol's English ones, and a file in any language has no notes for it.",
  ),
  "context.protocol.tool": core(
    "An agent loads, syncs, switches, archives and restores active contexts through one tool, and is told so where it connects, in its skill and among its instructions.",
  ),
  "context.branch.own": core(
    "A task keeps its branch: the one that Meta names counts before Git State, and a sync on another branch writes it there.",
  ),
  "context.branch.files": cli(
    "While another branch is checked out, the files of a task do not count as gone, and no command takes them out of its file.",
  ),
  "context.restore.keeps": core(
    "A task that is found by its category and tags comes back with its own goal and tags.",
  ),
  "context.sync.searches": core(
    "Searches that an agent made fill the navigation queries and the search cache, within their bounds.",
  ),
  "context.sync.questions": library(
    "An open question that a user states in a prompt is in the file once the session was read, and leaves it when it is answered.",
  ),
  "context.claim.plan": library(
    "A file that a person takes over begins the plan of its task: its Progress becomes the steps.",
  ),
  "context.prompt.turns": library(
    "A prompt that begins with another task is answered once with the known task that fits and how to switch to it; the current task, and prompts that only mention a task, are not.",
  ),
} as const;

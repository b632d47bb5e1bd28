import { cli, core, store } from "./requirement.ts";

/** Importing memories of other tools. */
export const BRING = {
  "bring.found": store(
    "`import` without a path lists what eleven sorts of tools remember of the project, and takes nothing of it before somebody says yes.",
  ),
  "bring.reconciled": store(
    "Every entry of an imported file is kept, proposed, already known or refused with a reason, and the counts add up.",
  ),
  "bring.once": store("Importing the same files again adds nothing, not even what a person archived since."),
  "bring.undone": store("One undo takes a whole import back, and one redo brings it again."),
  "bring.file-speaks-for-nobody": store(
    "A rule in an imported file waits for review as a candidate; only what merely is so is kept at once.",
  ),
  "bring.same-time": store(
    "Undated entries of one import do not replace or contradict each other: each is told, and none is history.",
  ),
  "bring.accepted": store(
    "A person may take the rules of a file for their own, an agent may not, and words that no honest rule needs wait for review even then.",
  ),
  "bring.redacted": store("Secrets in an imported file are taken out before anything is kept or compared."),
  "bring.no-loop": store("Blocks that Tidemark wrote into a file are not imported from it."),
  "bring.asked": cli(
    "In a terminal `import` shows what it found and asks: import, import as one's own rules, or not.",
  ),
} as const;

/** Sharing current statements in a file of the repository. */
export const SHARE = {
  "share.block": cli(
    "`share` writes the decisions and constraints that hold into a block of AGENTS.md or CLAUDE.md.",
  ),
  "share.private": cli("Candidates, preferences and items tagged private are never in the block."),
  "share.check": cli("`share --check` changes nothing and ends with 1 while the block is not current."),
  "share.no-loop": cli("The shared block is not imported back."),
  "share.around": core(
    "Text around the block keeps its bytes, whatever its line ends and whether it ends with one.",
  ),
  "share.within": core("Lines in the block that this memory did not write stay where they are."),
  "share.refused": core(
    "A file with merge conflicts, or with marks that are doubled, nested or torn, is left alone.",
  ),
  "share.nothing-lost": core("Whatever a file holds, no line that a hand wrote is lost, moved or changed."),
  "share.hook": cli(
    "`share --hook` installs a git hook that keeps the block current, and never replaces another hook.",
  ),
  "share.asked": cli(
    "`share` shows the change and asks before it writes; where nobody can answer it needs `--yes`, and an agent installs no git hook.",
  ),
} as const;

/** Repositories with several packages. */
export const PACKAGES = {
  "packages.brief": cli(
    "A session in one package of a repository is told what concerns that package or everything, and not what concerns only other packages.",
  ),
  "packages.path": cli("`brief --path` tells what a session in another folder would be told."),
  "packages.recall": cli(
    "`recall` finds everything from everywhere, and puts what concerns the package it is asked from before its equals.",
  ),
  "packages.from-folder": cli(
    "What `remember` keeps in the folder of a package concerns that package, unless it names paths or is about how people work together; it says so, and how to widen it.",
  ),
  "packages.from-session": cli(
    "What is said in a session that runs in a package concerns that package, unless it names paths or is about how people work together.",
  ),
} as const;

/** The memory as Markdown pages for people. */
export const PAGES = {
  "export.pages": cli(
    "`export --format markdown` writes an index and one page a topic, of what holds, and never into a folder of other files.",
  ),
} as const;

import { cli, core, everywhere, library } from "./requirement.ts";

/** The document of the active context: how it is read, written, checked and merged. */
export const CONTEXT = {
  "context.format.bytes": core(
    "Whatever text a context file holds, reading and printing it gives the same bytes, and every line has its place.",
  ),
  "context.format.model": core(
    "What is printed from a model reads back as that model, whatever its texts look like.",
  ),
  "context.format.edit": core("An edit of a context says what was asked, and touches no line but its own."),
  "context.format.sections": core(
    "A section goes into its fixed place under the protocol's English title, and Quick Resume is always last.",
  ),
  "context.format.tasks": core(
    "With secondary tasks, plan, progress, breadcrumbs and guardrails stand under the id of each, and each task has its Quick Resume.",
  ),
  "context.lint.rules": core(
    "Every rule finds the fault it is for on the right line, and no rule finds one in a clean file.",
  ),
  "context.lint.fix": core("A repair puts right what it says and nothing else."),
  "context.lint.template": core("A new context has no errors, in any language."),
  "context.merge.nothing-lost": core(
    "However a person's edits and the program's fall together, no line that either wrote is lost.",
  ),
  "context.merge.conflict": core(
    "Where both changed one value, both stand in the file, the program's marked, and the conflict is reported.",
  ),
  "context.files.registry": core(
    "The registry of contexts takes a new or newer entry, and keeps other entries and hand-written remarks.",
  ),
  "context.files.plain-yaml": core(
    "A registry with tags, anchors, aliases, too much nesting or too much text is refused by its line, not read.",
  ),
  "context.files.session": core(
    "A session file is numbered by day, grows by steps, counts its files and commits, and keeps what people wrote.",
  ),
  "context.files.archive": core(
    "An archived context has its summary and Quick Resume last, and comes back without the summary as it was.",
  ),
  "context.files.match": core(
    "A task goes on from the context of its id, else from that of its category with the most shared tags, the latest first, else from none.",
  ),
  "context.files.task-ids": core(
    "An id that is no plain file name on every system is refused as a task's id.",
  ),
} as const;

/** The files of the active context on a disk, with other writers and with processes that die. */
export const CONTEXT_FILES = {
  "context.group.whole": core(
    "A process that is killed while it writes several files leaves all of them as they were or all as they were to be, at every point.",
  ),
  "context.group.interleaved": core(
    "However writing, finishing and dying follow each other, readers see one version of all files, and the disk ends with that.",
  ),
  "context.group.person": core(
    "An edit that a person saves at any moment while the program writes, dies or finishes is merged with it, and neither is lost.",
  ),
  "context.group.processes": core(
    "Of several processes that change one file, none loses what another wrote.",
  ),
  "context.group.tape": core(
    "What goes on the tape with the files is there once when they are, and not when they are not, wherever the process dies.",
  ),
  "context.hostile.names": core(
    "Hundreds of hostile task ids and paths are refused in words, and nothing outside the folder is read or written.",
  ),
  "context.hostile.links": core(
    "A link, pipe, folder, huge file or binary file in the place of one of ours is refused, wherever it leads, and left as it is.",
  ),
  "context.hostile.verbs": library(
    "Every verb that takes the id of a task refuses hundreds of hostile ones in words, and nothing around or in the project changes.",
  ),
  "context.hostile.command-line": cli("The same ids are refused on the command line, with 2."),
  "context.hostile.yaml": library(
    "A registry with aliases without end, tags that run code, endless nesting or too much text is left as it is, and a switch over it is refused.",
  ),
  "context.hostile.registry-paths": library(
    "A registry that names files elsewhere makes no verb read or write them.",
  ),
  "context.hostile.folders": library(
    "In a folder that is a link, holds one or has a huge file, verbs refuse, and everything else goes on.",
  ),
  "context.hostile.front-matter": library(
    "A session file whose front matter is code, a bomb or broken is passed over and left as it is.",
  ),
  "context.session.appended": core(
    "A session file is begun with the first change, grows by what is new, keeps what people wrote in it, is linked from the context and closed with its session.",
  ),
  "context.session.numbered": core(
    "Session files are numbered from 001 each day, one for each session and task.",
  ),
  "context.session.note": everywhere(
    "`context session` shows the last session file or the one named, and leaves a note in the one that is open; a note with a secret is refused.",
  ),
  "context.session.replay": core(
    "Of a hundred sessions that a worker reads, each that changed something has its file, numbered and growing, without secrets and linked; git sees only the folder.",
  ),
  "context.check.ages": core(
    "A context is doubted after exactly seven times 24 hours, and wants a full refresh after thirty.",
  ),
  "context.check.files": everywhere(
    "A context whose active or key files are gone is doubted, with their names; paths outside the project are not looked at.",
  ),
  "context.check.branch": cli("A context is doubted when its branch is gone, or another one is checked out."),
  "context.check.commits": cli(
    "A context is doubted from 51 commits behind the current one, and a revision that is none is not asked for.",
  ),
  "context.check.archive": cli(
    "An archived context can be checked before it is restored, and the check ends with 1.",
  ),
  "context.check.stale": everywhere(
    "A doubtful active context is one row of the staleness report, in the list, the brief and the doctor, with the command that settles it.",
  ),
} as const;

/** The commands of the active context for people and agents. */
export const CONTEXT_VERBS = {
  "context.init": everywhere(
    "Beginning a task writes a file without errors, in the language that was asked for, and makes its plan or takes the one there.",
  ),
  "context.init.known": library(
    "A session whose task is known goes on with it, wherever it lies; one whose task is not known turns to it.",
  ),
  "context.sync.tape": library(
    "A sync fills in what the tape knows: files, commands, failure and fix, decisions, questions, git and environment; and nothing twice.",
  ),
  "context.sync.patch": everywhere(
    "A patch sets texts and lets lists grow; one that names no section or field, or makes the file wrong, is refused with what is meant.",
  ),
  "context.sync.task-id": library("A sync never changes the id of the task."),
  "context.sync.done": library(
    "When more than six steps are done the oldest move to the session file, the sync says so, and they do not come back.",
  ),
  "context.sync.by-itself": cli(
    "Where sessions are read the file is brought up to date by itself, only where there is one and only with news.",
  ),
  "context.sync.empty": library(
    "A file that was emptied or lost is made again, from its last copy or from the tape, and the risk is recorded in it.",
  ),
  "context.sync.replaced": library(
    "A file of another task in its place, as a checkout brings it, is taken over, and the task that was in hand is archived from its copy.",
  ),
  "context.sync.old": cli(
    "A file of thirty days or more is brought up to date with the risk recorded in it.",
  ),
  "context.edits.events": library(
    "What a person writes into the file becomes events: steps of the plan, questions, and statements.",
  ),
  "context.edits.review": everywhere(
    "Decisions, guardrails and preferences from the file wait for review, unless a person at the command line says they are theirs; what was rejected does not come back.",
  ),
  "context.edits.conflict": library(
    "Where a person and the patch of a caller changed one value, both stand in the file, sync reports it, and validate ends with 1.",
  ),
  "context.edits.resume": library("What a person changes in Quick Resume changes what it is made from."),
  "context.edits.meanwhile": core(
    "What a person saves while the program decides is read and joined: neither's lines are lost, and both become events.",
  ),
  "context.plan.meanwhile": core(
    "What somebody does to a plan while its context is written stays, and so does what the context says.",
  ),
  "context.plan.one": library(
    "The task and the plan of its key are one: steps are the lists of Progress both ways, and the plan's status follows what becomes of the task.",
  ),
  "context.switch": everywhere(
    "From A to B and back: A is synced, archived with its summary, registered and restored as it stood, and the decision log says why.",
  ),
  "context.switch.match": everywhere(
    "A switch finds its task by id, or by category and two tags; with one tag in common it begins a new one.",
  ),
  "context.switch.all": everywhere(
    "A switch to a task that is not in the file archives and registers the current and every secondary task by its own id.",
  ),
  "context.switch.beside": everywhere(
    "A switch to a secondary task takes it from the file, and the other secondary tasks stay in hand.",
  ),
  "context.switch.bootstrap": everywhere(
    "A new task takes over environment, project-wide guardrails, shared documents and commands, and no progress or breadcrumbs.",
  ),
  "context.switch.branch": cli(
    "Another branch is reported and asked about in the file; it is checked out only when that is asked for and nothing is uncommitted.",
  ),
  "context.switch.tracked": everywhere(
    "Where git tracks the folder, a switch that checks out a branch still restores its task, archives the one before it, and overwrites no newer file of the branch.",
  ),
  "context.switch.drift": cli(
    "A context that comes back says what no longer holds: missing files, 51 commits, 8 days, 31 days.",
  ),
  "context.switch.killed": cli(
    "A switch that is killed at any step leaves A or B in hand, never neither and never both, and files, registry and plans agree after the next command.",
  ),
  "context.secondary.fourth": everywhere("A fourth secondary task archives the least urgent one as paused."),
  "context.snapshot": everywhere("A dated copy of an archive is made only when it is asked for."),
  "context.archive": everywhere(
    "Archiving keeps the current task; of a secondary task it takes it out of the file.",
  ),
  "context.restore": everywhere(
    "Restoring takes up an archived task, archives what was in hand, overwrites nothing newer, and refuses what is not known.",
  ),
  "context.registry.remarks": everywhere(
    "Remarks that people wrote into the registry survive every verb, and what they wrote into an archive is kept.",
  ),
  "context.list": everywhere(
    "What is in hand comes first, then what is beside it, then the archive, each once.",
  ),
  "context.complete": everywhere(
    "A completed task has its summary and how it was verified, its notes in the long history with a reference, and its plan done.",
  ),
  "context.refresh": cli(
    "A refresh verifies files and git, takes out what is gone, marks an old failure, and writes down what it verified and updated.",
  ),
  "context.validate": everywhere(
    "Validate names every fault of the file, the archives and the registry by file and line, and repairs what it says.",
  ),
  "context.secrets": library("No verb writes a secret: not from the file, not from a patch."),
  "context.brief": library(
    "The brief tells how the current task goes on, from the tape alone, and its plan not a second time.",
  ),
  "context.kept": everywhere("No verb deletes a file of the folder."),
  "context.example": cli("The golden example is what a new user's commands write."),
} as const;

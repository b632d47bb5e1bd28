import { cli, core, everywhere, store } from "./requirement.ts";

/** Resuming: what an agent is told, when it counts as read, and handing work over. */
export const RESUME = {
  "resume.exactly-once": store(
    "Two agents in four worktrees, sessions interleaved and crashing before their first turn: each is told every change of the others once.",
  ),
  "resume.crash": everywhere("A session that was told what is new and never said a word has not read it."),
  "resume.look": everywhere(
    "Looking marks nothing as read, `--ack` does, and then nothing new is nothing told.",
  ),
  "resume.first-contact": everywhere(
    "Somebody who was never here is told at most twelve things that matter, and from then on what changed.",
  ),
  "resume.own-left-out": store(
    "What an agent did itself, or brought about by its own turns, is no news to it.",
  ),
  "resume.unreadable": store("Where an agent was on another tape cannot be read here, and that is said."),
  "resume.start-gives": cli(
    "A session that begins is given its brief with what changed in it, by the command and by a host's hook.",
  ),
  "resume.session-end": everywhere(
    "Ending a session lists what its agent left open, and leaves a note if asked to.",
  ),
  "delta.shape": everywhere(
    "A delta names each changed item once, as it stands, with what happened and who did it, and counts every kind.",
  ),
  "delta.budget": everywhere("A delta keeps its budget and says how much it left out."),
  "delta.since": everywhere(
    "A delta can be asked for since a session, a position or a time, and refuses anything else.",
  ),
  "delta.code": cli(
    "A delta tells commits of others, and files the agent changed that others changed since.",
  ),
  "plan.steps": everywhere(
    "A step is moved on without losing what somebody else did to another one, and undone.",
  ),
  "plan.ready": everywhere("A plan is ready when all it depends on is done."),
  "plan.depends": everywhere("A plan depends on plans that are there, and never on itself."),
  "handoff.life": everywhere("A handoff is left, taken and closed, and each can be undone."),
  "handoff.addressed": everywhere("A handoff to somebody is told to them and to nobody else."),
  "handoff.from-session": everywhere("A handoff can be written from what a session did."),
  "board.page": cli("The board shows where the work stands, at 80 columns and at 40, doubts last."),
  "doctor.names": cli(
    "A broken store, view, usage file, config or queue is named with a command, and ends with 1.",
  ),
  "doctor.mends": cli("`doctor --fix` mends each of these, says what it did, and keeps what it set aside."),
  "doctor.any-page": cli(
    "Whichever page of the database is spoilt: a doctor says which command helps, and `--fix` mends it.",
  ),
  "doctor.looks-only": cli("Without a memory a doctor makes none, and finds nothing wrong."),
  "doctor.secrets": store("A secret that lies on the tape is found, with the command that forgets it."),
  "doctor.page": core("A diagnosis reads well at 80 columns and at 40."),
} as const;

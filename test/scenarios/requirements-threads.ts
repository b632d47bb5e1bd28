import { core, store } from "./requirement.ts";

/** Threads: statements about one subject, of which the newest is shown first. */
export const THREADS = {
  "threads.repeated": core(
    "Words that repeat a recorded statement change nothing about it: no surface says that it was perhaps replaced.",
  ),
  "threads.names-replaced": core(
    "`why` and `get` of an item name the items that ended because of it, whoever ended them.",
  ),
  "threads.newest-leads": store(
    "A brief, working memory, a context and recall tell a matter by its newest statement, with the earlier one on the same line.",
  ),
  "threads.one-turn": core("A brief tells what was said in one turn on one line, and the same words once."),
  "threads.self-correction": core(
    'What a person takes back in the same turn is not told: "use redis… no wait, memcached" chooses memcached.',
  ),
  "threads.taken-back": store(
    'After "revert that", "back to X" or "keep X after all", in the same session or later, what had been replaced is told as current again, and what is taken back only as its history.',
  ),
  "threads.told-once": core(
    "A statement that another line tells in the same words and more has no line of its own; a different amount makes it another statement.",
  ),
  "threads.raw-turn": store("A later turn of a person of which no unit was made is quoted beside the unit."),
  "threads.edited-value": store(
    "An edit that put another value in the place of one that a person stated is told beside the statement, as a change that may have replaced it.",
  ),
  "threads.trap-of-old-tool": core(
    "A trap of a tool that a later statement gave up says which statement perhaps replaced it.",
  ),
  "threads.value-shape": core(
    "Two values that are written alike, or name two things of one kind, link their statements in any language.",
  ),
  "threads.talk": store(
    "Words of which no unit was made and that give nothing another value lead no thread.",
  ),
  "threads.given-up": store(
    "A unit ends at once when a person's own words name what it chose and give it up; undo brings it back for good, and a setting turns it off.",
  ),
  "threads.given-up-words": core(
    "Of sentences in ten languages, at least 95 of 100 that end a unit give up what it chose.",
  ),
  "threads.replaces": store(
    "`remember --replaces` ends the unit that it names and says so; one undo takes back both.",
  ),
  "threads.stands-beside": store(
    "An earlier statement stays told in full when a later one gives up something else, says its choice again, or changes one of several choices.",
  ),
  "threads.given-up-part": store(
    "What a unit denies in one clause does not keep what it chose in another; giving up the denied thing ends nothing.",
  ),
  "threads.same-version": store(
    "A later amount or version of the same thing is told with the earlier one, also when it is said in other words.",
  ),
  "threads.narrower-statement": store(
    "A later statement that holds for a place, a case or an exception alone is told beside the earlier one, never in its place.",
  ),
  "threads.lifted-ban": store(
    "What somebody forbade says that it was perhaps replaced, once a person gives leave for it, even where no unit was made of their words.",
  ),
  "threads.ban-is-over": store(
    "A ban or warning is told only as history once a person allows all of it again, or says that the rule or the freeze is over; if only a part is allowed, the ban stays.",
  ),
  "threads.imagined": store("A question or something imagined leads no thread."),
  "threads.remembered": store(
    "Two remembered statements that give one thing different values are one thread.",
  ),
} as const;

import { cli, core, everywhere, store } from "./requirement.ts";

/** Sessions: when one is due, and the commands about sessions. */
export const SESSIONS = {
  "session.due-at-six": store("The sixth unread turn makes a session due, and the fifth does not."),
  "session.marks": store("Sleep, compaction, reset and end mark a session that has unread turns."),
  "session.mark-once": store("Marking twice is one mark, and of two marks the larger position stays."),
  "session.record-marks": store("Turns recorded from a file or a pipe mark their session."),
  "session.nothing-unread": store("A session without unread turns is never marked."),
  "session.spans": store("Compaction opens the next span of a session, and a reset ends it."),
  "session.due-order": store("Due sessions come oldest mark first, at most as many as asked for."),
  "session.due-by-index": store("Due sessions are found by an index, however many others there are."),
  "session.pauses": store("A process that reads several sessions answers calls between two of them."),
  "session.idle": store(
    "A session of which nothing is heard is put to sleep, and later ended, by whoever ticks next.",
  ),
  "session.left-read": cli(
    "What a session said that never ended, its client killed perhaps, is told to the next one that begins.",
  ),
  "session.verbs": everywhere(
    "Sessions are begun with or without the brief, listed last heard of first, shown with their last turns, and ended.",
  ),
} as const;

/** The worker: it reads each turn once, and retries or sets aside what it cannot read. */
export const WORKER = {
  "worker.reads-once": store("A due session is read once, and what it asked to be kept is kept."),
  "worker.checkpoint": store(
    "The checkpoint is the last position that was actually read: turns that come meanwhile stay unread, and the mark they set stays.",
  ),
  "worker.no-resend": store(
    "When the mark moved while a session was read, the next reading begins after the last one: no turn is read twice.",
  ),
  "worker.one-commits": store(
    "Of two workers that read one session one commits and the other changes nothing.",
  ),
  "worker.leases": store(
    "A session that somebody is at is passed over until the lease is given back or runs out.",
  ),
  "worker.backoff": store(
    "A session that failed is tried again later, later each time, never at the same moment.",
  ),
  "worker.dead-letter": store(
    "After five failures a session is left to a person, with its error, and holds up nobody.",
  ),
  "worker.stops": store("After stop no tick begins, and stop waits for the one that runs."),
  "worker.once": cli("Worker --once reads until nothing is due, says what it did, and ends."),
  "worker.status": cli(
    "Worker status says what is due, waiting and given up, and exits 1 while a session is given up.",
  ),
  "worker.retry": everywhere(
    "A session that failed is tried again when a person says so; one that did not is refused.",
  ),
} as const;

/** Recording events, whatever fails on the way. */
export const COLLECTION = {
  "collection.exactly-once": store(
    "Whatever turns, marks, ticks, crashes, workers and clock jumps come in whatever order, every turn is read exactly once.",
  ),
  "collection.killed-hook": cli("A hook killed at any point has kept what it acknowledged, once."),
  "collection.killed-tick": cli("A worker killed at any point loses nothing and keeps nothing twice."),
  "collection.killed-import": cli(
    "An import killed at any point goes on where it stopped, and repeats nothing.",
  ),
  "hook.store-locked": cli(
    "A hook beside a locked store answers at once, and its turn comes with the next process.",
  ),
  "hook.store-gone": cli(
    "A hook records nothing after its memory folder was deleted, until a person makes a memory again.",
  ),
  "hook.store-unwritable": cli(
    "A hook that cannot write beside the project keeps the turn in the state folder until somebody can.",
  ),
  "hook.store-damaged": cli("A hook beside a damaged store keeps the turn, which is there after the rescue."),
  "hook.disk-full": cli(
    "A hook on a full disk answers, the loss is counted, and import brings the turn back.",
  ),
  "hook.bad-input": cli("Input of a hook that cannot be read is counted, and the host is not told."),
  "hook.brief": cli("A session start is answered with the brief, and no other event is."),
  "import.history-once": store(
    "A host's history is imported whole the first time and adds nothing the second time, for every host.",
  ),
  "import.after-hooks": store(
    "What hooks told and a later import tells is one session with each turn once, for every host.",
  ),
  "import.before-hooks": store(
    "What an import told and hooks tell later is one session with each turn once, for every host.",
  ),
  "import.unknown-kept": store(
    "A record of a type never met before is kept as it stands and counted, and so is a torn last line.",
  ),
  "commits.once": store("Commits become events, oldest first, and only those that are new."),
  "commits.bounded": store(
    "However long the history and its messages are, a bounded part of it is taken in.",
  ),
  "commits.recalled": cli("What a commit message says is found by recall."),
  "documents.wanted": core(
    "Documents are the Markdown files that the globs mean, and never what hosts read by themselves.",
  ),
  "documents.sections": core("A document is cut by its headings, and every letter of its text is kept."),
  "documents.once": store("Tracked documents become events, each version once, also when a text comes back."),
  "documents.gone": store("A document that is no longer tracked, there or wanted leaves the index."),
  "documents.bounded": store(
    "However many and large documents are, a bounded part of them is taken in, the newest first, and the rest is counted.",
  ),
  "documents.inside": store(
    "Nothing outside the project is read as a document, and nothing that is no text.",
  ),
  "documents.forgotten": cli(
    "A document that was forgotten is not recalled, and does not come back as it was.",
  ),
  "documents.data-only": cli(
    "What a document says is recalled as its words, and never becomes a unit by itself.",
  ),
  "documents.recalled": cli(
    "What a document says is found by recall, by its words and its headings, in its newest version only.",
  ),
  "redaction.every-intake": cli(
    "A secret is on no byte of the disk, by whatever way it came: record, hook, import, verbs, commits, documents, an end's reason.",
  ),
} as const;

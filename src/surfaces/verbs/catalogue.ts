import * as distil from "./distil-verbs.ts";
import * as items from "./item-verbs.ts";
import * as memory from "./memory-verbs.ts";
import * as sessions from "./session-verbs.ts";
import * as tape from "./tape-verbs.ts";
import type { Verb } from "./verb.ts";

/** Every verb by its name, two words written as one. The library's methods and their types are read off this. */
export const CATALOGUE = {
  init: memory.initVerb,
  status: memory.statusVerb,
  brief: memory.briefVerb,
  recall: memory.recallVerb,
  remember: items.rememberVerb,
  record: memory.recordVerb,
  create: items.createVerb,
  get: items.getVerb,
  show: distil.showVerb,
  find: items.findVerb,
  update: items.updateVerb,
  transition: items.transitionVerb,
  remove: items.removeVerb,
  undo: items.undoVerb,
  review: distil.reviewVerb,
  topics: distil.topicsVerb,
  working: distil.workingVerb,
  sessionList: sessions.sessionListVerb,
  sessionShow: sessions.sessionShowVerb,
  sessionStart: sessions.sessionStartVerb,
  sessionEnd: sessions.sessionEndVerb,
  worker: sessions.workerVerb,
  workerStatus: sessions.workerStatusVerb,
  workerRetry: sessions.workerRetryVerb,
  forget: tape.forgetVerb,
  export: tape.exportVerb,
  import: tape.importVerb,
  rebuild: tape.rebuildVerb,
  verify: tape.verifyVerb,
  backup: tape.backupVerb,
  restore: tape.restoreVerb,
} as const;

/** The same as a list, in the order help shows them. */
export const VERBS: readonly Verb[] = Object.values(CATALOGUE) as unknown as readonly Verb[];

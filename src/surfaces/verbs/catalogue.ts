import * as boards from "./board-verbs.ts";
import * as bundles from "./bundle-verbs.ts";
import * as contextChecks from "./context-check-verbs.ts";
import * as contexts from "./context-verbs.ts";
import * as distil from "./distil-verbs.ts";
import * as items from "./item-verbs.ts";
import * as memory from "./memory-verbs.ts";
import * as ratings from "./rating-verbs.ts";
import * as recalls from "./recall-verbs.ts";
import * as resumes from "./resume-verbs.ts";
import * as sessions from "./session-verbs.ts";
import * as stale from "./stale-verbs.ts";
import * as tape from "./tape-verbs.ts";
import type { Verb } from "./verb.ts";

/** Every verb by its name, two words written as one. The library's methods and their types are read off this. */
export const CATALOGUE = {
  init: memory.initVerb,
  status: memory.statusVerb,
  board: boards.boardVerb,
  doctor: boards.doctorVerb,
  resume: resumes.resumeVerb,
  delta: resumes.deltaVerb,
  brief: bundles.briefVerb,
  contextShow: bundles.contextShowVerb,
  contextInit: contexts.contextInitVerb,
  contextSync: contexts.contextSyncVerb,
  contextSwitch: contexts.contextSwitchVerb,
  contextArchive: contexts.contextArchiveVerb,
  contextRestore: contexts.contextRestoreVerb,
  contextList: contexts.contextListVerb,
  contextValidate: contexts.contextValidateVerb,
  contextRefresh: contexts.contextRefreshVerb,
  contextComplete: contexts.contextCompleteVerb,
  contextCheck: contextChecks.contextCheckVerb,
  contextSession: contextChecks.contextSessionVerb,
  ledger: bundles.ledgerVerb,
  ledgerShow: bundles.ledgerShowVerb,
  recall: recalls.recallVerb,
  why: recalls.whyVerb,
  whyNot: recalls.whyNotVerb,
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
  confirm: ratings.confirmVerb,
  helpful: ratings.helpfulVerb,
  misleading: ratings.misleadingVerb,
  refute: ratings.refuteVerb,
  staleList: stale.staleListVerb,
  staleResolve: stale.staleResolveVerb,
  staleSnooze: stale.staleSnoozeVerb,
  review: distil.reviewVerb,
  topics: distil.topicsVerb,
  working: distil.workingVerb,
  handoffCreate: resumes.handoffCreateVerb,
  handoffAccept: resumes.handoffAcceptVerb,
  handoffClose: resumes.handoffCloseVerb,
  handoffList: resumes.handoffListVerb,
  sessionList: sessions.sessionListVerb,
  sessionShow: sessions.sessionShowVerb,
  sessionStart: sessions.sessionStartVerb,
  sessionEnd: sessions.sessionEndVerb,
  worker: sessions.workerVerb,
  workerStatus: sessions.workerStatusVerb,
  workerRetry: sessions.workerRetryVerb,
  forget: tape.forgetVerb,
  scrub: tape.scrubVerb,
  export: tape.exportVerb,
  import: tape.importVerb,
  rebuild: tape.rebuildVerb,
  verify: tape.verifyVerb,
  backup: tape.backupVerb,
  restore: tape.restoreVerb,
  adopt: tape.adoptVerb,
} as const;

/** The same as a list, in the order help shows them. */
export const VERBS: readonly Verb[] = Object.values(CATALOGUE) as unknown as readonly Verb[];

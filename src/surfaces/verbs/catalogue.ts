import { doctorVerb, statusVerb } from "./board-verbs.ts";
import { briefVerb, contextShowVerb, ledgerShowVerb, ledgerVerb } from "./bundle-verbs.ts";
import {
  contextArchiveVerb,
  contextCompleteVerb,
  contextInitVerb,
  contextListVerb,
  contextRefreshVerb,
  contextRestoreVerb,
  contextSessionVerb,
  contextSwitchVerb,
  contextSyncVerb,
  contextValidateVerb,
} from "./context-verbs.ts";
import { reviewVerb, topicsVerb, workingVerb } from "./distil-verbs.ts";
import { agentsVerb, asOfVerb, tapeVerb, usageVerb } from "./history/history-verbs.ts";
import {
  createVerb,
  findVerb,
  getVerb,
  logVerb,
  rememberVerb,
  removeVerb,
  transitionVerb,
  undoVerb,
  updateVerb,
} from "./item-verbs.ts";
import { initVerb, recordVerb } from "./memory-verbs.ts";
import { rateVerb } from "./rating-verbs.ts";
import { recallVerb, whyNotVerb, whyVerb } from "./recall-verbs.ts";
import { offVerb, onVerb, projectsVerb, uninstallVerb } from "./recording/recording-verbs.ts";
import {
  handoffAcceptVerb,
  handoffCloseVerb,
  handoffCreateVerb,
  handoffListVerb,
  resumeVerb,
} from "./resume-verbs.ts";
import {
  sessionEndVerb,
  sessionListVerb,
  sessionShowVerb,
  sessionStartVerb,
  workerRetryVerb,
  workerStatusVerb,
  workerVerb,
} from "./session-verbs.ts";
import { staleListVerb, staleResolveVerb, staleSnoozeVerb } from "./stale-verbs.ts";
import {
  adoptVerb,
  backupVerb,
  exportVerb,
  forgetVerb,
  importVerb,
  migrateVerb,
  rebuildVerb,
  restoreVerb,
  scrubVerb,
  shareVerb,
  syncVerb,
  verifyVerb,
} from "./tape-verbs.ts";
import { tokenCreateVerb, tokenListVerb, tokenRevokeVerb } from "./token-verbs.ts";
import type { Verb } from "./verb.ts";

/**
 * Every verb by its name, with two words written as one. The library has a method for each. A verb is defined when its function is called:
 * the command line runs one verb, and defining the schemas of all others would double its start time.
 */
export const CATALOGUE = {
  init: () => initVerb,
  status: () => statusVerb,
  doctor: () => doctorVerb,
  resume: () => resumeVerb,
  agents: () => agentsVerb,
  brief: () => briefVerb,
  contextShow: () => contextShowVerb,
  contextInit: () => contextInitVerb,
  contextSync: () => contextSyncVerb,
  contextSwitch: () => contextSwitchVerb,
  contextArchive: () => contextArchiveVerb,
  contextRestore: () => contextRestoreVerb,
  contextList: () => contextListVerb,
  contextValidate: () => contextValidateVerb,
  contextRefresh: () => contextRefreshVerb,
  contextComplete: () => contextCompleteVerb,
  contextSession: () => contextSessionVerb,
  ledger: () => ledgerVerb,
  ledgerShow: () => ledgerShowVerb,
  recall: () => recallVerb,
  why: () => whyVerb,
  whyNot: () => whyNotVerb,
  remember: () => rememberVerb,
  record: () => recordVerb,
  create: () => createVerb,
  get: () => getVerb,
  find: () => findVerb,
  log: () => logVerb,
  tape: () => tapeVerb,
  asOf: () => asOfVerb,
  usage: () => usageVerb,
  update: () => updateVerb,
  transition: () => transitionVerb,
  remove: () => removeVerb,
  undo: () => undoVerb,
  rate: () => rateVerb,
  staleList: () => staleListVerb,
  staleResolve: () => staleResolveVerb,
  staleSnooze: () => staleSnoozeVerb,
  review: () => reviewVerb,
  topics: () => topicsVerb,
  working: () => workingVerb,
  handoffCreate: () => handoffCreateVerb,
  handoffAccept: () => handoffAcceptVerb,
  handoffClose: () => handoffCloseVerb,
  handoffList: () => handoffListVerb,
  sessionList: () => sessionListVerb,
  sessionShow: () => sessionShowVerb,
  sessionStart: () => sessionStartVerb,
  sessionEnd: () => sessionEndVerb,
  worker: () => workerVerb,
  workerStatus: () => workerStatusVerb,
  workerRetry: () => workerRetryVerb,
  forget: () => forgetVerb,
  scrub: () => scrubVerb,
  share: () => shareVerb,
  export: () => exportVerb,
  import: () => importVerb,
  rebuild: () => rebuildVerb,
  verify: () => verifyVerb,
  backup: () => backupVerb,
  restore: () => restoreVerb,
  migrate: () => migrateVerb,
  sync: () => syncVerb,
  adopt: () => adoptVerb,
  tokenCreate: () => tokenCreateVerb,
  tokenList: () => tokenListVerb,
  tokenRevoke: () => tokenRevokeVerb,
  off: () => offVerb,
  on: () => onVerb,
  projects: () => projectsVerb,
  uninstall: () => uninstallVerb,
} as const;

/** Every verb with its own types. */
export type Catalogue = { readonly [Name in keyof typeof CATALOGUE]: ReturnType<(typeof CATALOGUE)[Name]> };

/** The verbs whose names begin with this word, or every verb, in the order help shows them. */
export function verbsNamed(first?: string): readonly Verb[] {
  const byName: { readonly [name: string]: () => unknown } = CATALOGUE;
  const near = Object.keys(byName).filter((name) => first === undefined || headOf(name) === headOf(first));
  const verbs = near.map((name) => byName[name]?.() as Verb);
  return first === undefined ? verbs : verbs.filter(({ name }) => name.split(" ")[0] === first);
}

/** `why` of whyNot and of why-not. */
const headOf = (name: string): string => /^[a-z]*/.exec(name)?.[0] ?? "";

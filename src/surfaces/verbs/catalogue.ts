import { doctorVerb, statusVerb } from "./board-verbs.ts";
import { briefVerb, contextShowVerb, ledgerShowVerb, ledgerVerb } from "./bundle-verbs.ts";
import { contextSessionVerb } from "./context-check-verbs.ts";
import {
  contextArchiveVerb,
  contextCompleteVerb,
  contextInitVerb,
  contextListVerb,
  contextRefreshVerb,
  contextRestoreVerb,
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
 * Every verb by its name, two words written as one. The library's methods and their types are read off this. A verb is
 * made when it is asked for: the command line runs one, and the schemas of the others would be half of its start.
 */
export const CATALOGUE = {
  get init() {
    return initVerb;
  },
  get status() {
    return statusVerb;
  },
  get doctor() {
    return doctorVerb;
  },
  get resume() {
    return resumeVerb;
  },
  get agents() {
    return agentsVerb;
  },
  get brief() {
    return briefVerb;
  },
  get contextShow() {
    return contextShowVerb;
  },
  get contextInit() {
    return contextInitVerb;
  },
  get contextSync() {
    return contextSyncVerb;
  },
  get contextSwitch() {
    return contextSwitchVerb;
  },
  get contextArchive() {
    return contextArchiveVerb;
  },
  get contextRestore() {
    return contextRestoreVerb;
  },
  get contextList() {
    return contextListVerb;
  },
  get contextValidate() {
    return contextValidateVerb;
  },
  get contextRefresh() {
    return contextRefreshVerb;
  },
  get contextComplete() {
    return contextCompleteVerb;
  },
  get contextSession() {
    return contextSessionVerb;
  },
  get ledger() {
    return ledgerVerb;
  },
  get ledgerShow() {
    return ledgerShowVerb;
  },
  get recall() {
    return recallVerb;
  },
  get why() {
    return whyVerb;
  },
  get whyNot() {
    return whyNotVerb;
  },
  get remember() {
    return rememberVerb;
  },
  get record() {
    return recordVerb;
  },
  get create() {
    return createVerb;
  },
  get get() {
    return getVerb;
  },
  get find() {
    return findVerb;
  },
  get log() {
    return logVerb;
  },
  get tape() {
    return tapeVerb;
  },
  get asOf() {
    return asOfVerb;
  },
  get usage() {
    return usageVerb;
  },
  get update() {
    return updateVerb;
  },
  get transition() {
    return transitionVerb;
  },
  get remove() {
    return removeVerb;
  },
  get undo() {
    return undoVerb;
  },
  get rate() {
    return rateVerb;
  },
  get staleList() {
    return staleListVerb;
  },
  get staleResolve() {
    return staleResolveVerb;
  },
  get staleSnooze() {
    return staleSnoozeVerb;
  },
  get review() {
    return reviewVerb;
  },
  get topics() {
    return topicsVerb;
  },
  get working() {
    return workingVerb;
  },
  get handoffCreate() {
    return handoffCreateVerb;
  },
  get handoffAccept() {
    return handoffAcceptVerb;
  },
  get handoffClose() {
    return handoffCloseVerb;
  },
  get handoffList() {
    return handoffListVerb;
  },
  get sessionList() {
    return sessionListVerb;
  },
  get sessionShow() {
    return sessionShowVerb;
  },
  get sessionStart() {
    return sessionStartVerb;
  },
  get sessionEnd() {
    return sessionEndVerb;
  },
  get worker() {
    return workerVerb;
  },
  get workerStatus() {
    return workerStatusVerb;
  },
  get workerRetry() {
    return workerRetryVerb;
  },
  get forget() {
    return forgetVerb;
  },
  get scrub() {
    return scrubVerb;
  },
  get share() {
    return shareVerb;
  },
  get export() {
    return exportVerb;
  },
  get import() {
    return importVerb;
  },
  get rebuild() {
    return rebuildVerb;
  },
  get verify() {
    return verifyVerb;
  },
  get backup() {
    return backupVerb;
  },
  get restore() {
    return restoreVerb;
  },
  get migrate() {
    return migrateVerb;
  },
  get sync() {
    return syncVerb;
  },
  get adopt() {
    return adoptVerb;
  },
  get tokenCreate() {
    return tokenCreateVerb;
  },
  get tokenList() {
    return tokenListVerb;
  },
  get tokenRevoke() {
    return tokenRevokeVerb;
  },
  get off() {
    return offVerb;
  },
  get on() {
    return onVerb;
  },
  get projects() {
    return projectsVerb;
  },
  get uninstall() {
    return uninstallVerb;
  },
} as const;

/** The verbs whose names begin with this word, or every verb, in the order help shows them. */
export function verbsNamed(first?: string): readonly Verb[] {
  const byName: { readonly [name: string]: unknown } = CATALOGUE;
  const near = Object.keys(byName).filter((name) => first === undefined || headOf(name) === headOf(first));
  const verbs = near.map((name) => byName[name] as Verb);
  return first === undefined ? verbs : verbs.filter(({ name }) => name.split(" ")[0] === first);
}

/** `why` of whyNot and of why-not. */
const headOf = (name: string): string => /^[a-z]*/.exec(name)?.[0] ?? "";

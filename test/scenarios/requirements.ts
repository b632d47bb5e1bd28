import { cli, core, everywhere, library, type Requirement, shown, store } from "./requirement.ts";
import { ACTIVE_CONTEXT } from "./requirements-active-context.ts";
import { BRING, PACKAGES, PAGES, SHARE } from "./requirements-bring.ts";
import { COLLECTION, SESSIONS, WORKER } from "./requirements-collection.ts";
import { CONSENT } from "./requirements-consent.ts";
import { CONTEXT, CONTEXT_FILES, CONTEXT_VERBS } from "./requirements-context.ts";
import { DASHBOARD } from "./requirements-dashboard.ts";
import { DESIGNS } from "./requirements-designs.ts";
import { DIGEST, FIRST_HOUR, KEPT_REVIEW } from "./requirements-digest.ts";
import { CRYSTALS, DONE, EDGES, INSIGHTS, REVIEW, SAID, SEMANTIC } from "./requirements-distil.ts";
import { EVERYDAY } from "./requirements-everyday.ts";
import { DRIFT, STALE } from "./requirements-freshness.ts";
import { HOSTILE_FILES } from "./requirements-hostile-files.ts";
import { FORGET_EVERYWHERE } from "./requirements-hostile-forget.ts";
import { HOSTILE_GIT } from "./requirements-hostile-git.ts";
import { PASTED } from "./requirements-hostile-pasted.ts";
import { HOSTILE_SECRETS } from "./requirements-hostile-secrets.ts";
import { OWNERSHIP } from "./requirements-hostile-store.ts";
import { WHOLE } from "./requirements-hostile-whole.ts";
import { HOSTILE_WORDS } from "./requirements-hostile-words.ts";
import { HOSTS } from "./requirements-hosts.ts";
import { LEXICON } from "./requirements-lexicon.ts";
import { MCP } from "./requirements-mcp.ts";
import { PROOF } from "./requirements-proof.ts";
import { READER } from "./requirements-reader.ts";
import { BUNDLE, LEDGER, MEANING, RECALL, USAGE } from "./requirements-recall.ts";
import { RESUME } from "./requirements-resume.ts";
import { SERVE } from "./requirements-serve.ts";
import { STARTUP } from "./requirements-startup.ts";
import { STATEMENTS_KEPT } from "./requirements-statements.ts";
import { TEAM } from "./requirements-team.ts";
import { THREADS } from "./requirements-threads.ts";
import { WARNINGS } from "./requirements-warnings.ts";
import { DISTIL, WORKING } from "./requirements-working.ts";

/** The tape: what is recorded, in which order, and which changes are impossible. */
const TAPE = {
  "tape.gapless": store("Positions are 1, 2, 3 … without gaps, in the order in which events become visible."),
  "tape.chain": store(
    "Every event's hash covers the one before it, so a changed byte of the past is found by its position.",
  ),
  "tape.grows": store(
    "The tape only grows: recording, undoing, removing and forgetting never lower its end.",
  ),
  "tape.post-images": core("An event about an item carries the whole item as it is after the event."),
  "tape.writer": everywhere("Every event says which agent, host, process and worktree wrote it."),
  "tape.once-by-key": store(
    "A second event with a known id or idempotency key is not recorded, and the first one's position is given back.",
  ),
  "tape.payload-cap": everywhere("A payload above the cap is refused with its size, and nothing is written."),
  "tape.long-turn-is-cut": cli(
    "A turn above the text cap is recorded cut, and the cut states how long it was.",
  ),
  "tape.newer-refused": everywhere(
    "An export with an event of a newer version or an unknown type is refused in words that say to update, and nothing changes.",
  ),
  "tape.older-upcast": core(
    "An event of an older version is read as its newest version, and is not rewritten where it lies.",
  ),
  "tape.fixture-of-every-version": core(
    "There is a stored example of every version of every event type ever written, and each can be read.",
  ),
  "tape.time-never-orders": store(
    "Events with times out of order keep the order in which they were recorded.",
  ),
  "tape.canonical": core(
    "The same payload gives the same bytes and hash whatever order its fields were set in.",
  ),
} as const;

/** Forgetting and tombstones. */
const FORGET = {
  "forget.erases": store(
    "After forget no file of the store contains the text, and the position and hash are still there.",
  ),
  "forget.chain-holds": store("The chain verifies after any payloads are forgotten."),
  "forget.by-text": store("Forget by text erases every item and turn that says it."),
  "forget.out-of-views": store(
    "A forgotten item is in no view and no search result, before and after a rebuild.",
  ),
  "forget.tombstone": store(
    "What was forgotten does not come back by recording, distilling, proposing, importing or rebuilding it.",
  ),
  "forget.meanwhile": store(
    "What is forgotten while somebody reads it, changes it or answers about it does not come back by that.",
  ),
  "forget.label-not-reused": store("The label of a forgotten item never names another item."),
  "tombstone.rejected": everywhere(
    "A rejected candidate is not proposed again, and undoing the rejection lets it be.",
  ),
} as const;

/** The store: durable, shared by many processes, and clear about its failures. */
const STORE = {
  "store.contract": store("The in-memory store and the SQLite store on both drivers pass one contract."),
  "store.candidates-at-hand": store(
    "Passages that a process has at hand are what the index holds, whatever another one has taken out of it since.",
  ),
  "store.same-candidates": store(
    "For the same docs, put in, changed and taken out in any order, every store finds the same passages and counts the same.",
  ),
  "store.durable": store("What was acknowledged is on disk: a process killed right after is not missed."),
  "store.read-your-writes": store("A reader sees all that any process acknowledged before the read began."),
  "store.commit-all-or-nothing": store(
    "A commit writes all its events or none, and none if an expected subject moved.",
  ),
  "store.many-writers": store(
    "Many processes that write at once lose nothing, repeat nothing and show no lock error.",
  ),
  "store.bounded-wait": store(
    "A writer that cannot get its turn within the bound is told so in words and may try again.",
  ),
  "store.spool-once": store(
    "What was spooled reaches the tape exactly once, whoever drains it and whoever dies while draining.",
  ),
  "store.spool-unreadable": store(
    "A spool line that cannot be read is set aside and counted, and the rest is drained.",
  ),
  "store.driver-probe": store(
    "The driver is chosen by what SQLite can do, not by Node's version, and both give the same results.",
  ),
  "store.permissions": cli("The store's folder is 0700 and its files are 0600, whatever the umask."),
  "store.symlink-refused": cli("A store folder or file that is a symbolic link is refused in words."),
  "store.network-folder-refused": cli(
    "A store on a network file system or in a cloud-synced folder is refused in words.",
  ),
  "store.migrates": store(
    "A database of each older schema migrates to the newest, equals its snapshot, and loses nothing.",
  ),
  "store.newer-refused": store(
    "A database of a newer schema is refused in words that say to update, and is not touched.",
  ),
  "store.backup-restore": store(
    "A backup made while others write restores to a store that verifies, and restore keeps what it replaced.",
  ),
  "store.read-only": store(
    "A store that cannot be written to can be read as long as nothing waits, and writing says what to do.",
  ),
  "store.disk-full": store("A full disk is told in words, and nothing that was acknowledged is lost."),
  "store.damaged": cli(
    "A truncated or bit-flipped database is told in words, with what can be saved and how.",
  ),
  "store.fails-safe": store(
    "Whichever file or SQL call of append, commit or publish fails, the store opens again and holds all that was acknowledged, once.",
  ),
} as const;

/** Views, rebuild and verify. */
const VIEWS = {
  "view.rebuilt-equals-kept": store(
    "A view rebuilt from the tape equals the view kept up event by event, byte for byte, in every store.",
  ),
  "view.pass-once": store("Of two workers on one pass one publishes and the other changes nothing."),
  "view.catch-up": store("A read first lets its views catch up, so what was written is readable at once."),
  "view.version-rebuilds": store("A view of another version is built anew, not migrated."),
  "view.total": core("Every fold takes every event, forgotten ones too, without failing."),
  "rebuild.restores": store("Views that were dropped or corrupted hold the same bytes again after rebuild."),
  "rebuild.bounded": store(
    "A rebuild goes in bounded passes, says how far it is, and leaves the old views in place if it stops.",
  ),
  "verify.clean": cli("Verify exits 0 on a sound store and says what it checked."),
  "verify.finds-tape": cli(
    "Verify exits 1 and names the position when an event was changed, dropped or swapped.",
  ),
  "verify.finds-views": cli("Verify exits 1 and names the view when a view differs from a replay."),
  "export.round-trip": store("An export imported into an empty store gives the identical export."),
  "export.stated": store(
    "An export says how many events, units and items it holds, where its tape ends and what its files are.",
  ),
  "import.idempotent": cli("Importing the same export twice adds nothing the second time."),
  "import.means-the-same": store(
    "On a tape that was merged from others every event means the events it was made from, and no others.",
  ),
  "import.same-session": store(
    "A session that two merged memories know of is read as a whole, and nothing is made of it twice.",
  ),
  "import.forgotten-there": store(
    "A turn that another memory has forgotten is forgotten here too, though each recorded it by itself.",
  ),
  "salvage.lost-evidence": store(
    "What rests on an event that was lost with a damaged database says so, and shows no other event.",
  ),
  "import.all-or-nothing": store(
    "An import with a bad line names the line and the field, and writes nothing.",
  ),
} as const;

/** Items: kinds as data and the six verbs over them. */
const ITEMS = {
  "items.six-verbs": everywhere(
    "Every kind can be created, got, found, updated, moved and removed by the same six verbs.",
  ),
  "items.status-machines": core(
    "Each kind allows exactly the transitions of its machine; every other one is refused by name.",
  ),
  "items.refusal-changes-nothing": everywhere("A refused verb leaves the tape where it was."),
  "items.invisible": everywhere(
    "A text that shows nothing, such as spaces and zero-width characters, is no statement: every verb refuses it by the name of its field, and readers of files and records pass over it.",
  ),
  "items.labels": everywhere(
    "An item is found by its id and by its label, and an unknown one is refused by name.",
  ),
  "items.fixed-fields": everywhere("A field that is set once cannot be updated."),
  "items.unknown-field": everywhere("An unknown field is refused with the nearest known one."),
  "items.find-counts": everywhere(
    "Find says how many it returned, how many there are, and whether there are more.",
  ),
  "items.remove-archives": everywhere("A removed item is out of sight and comes back by undo."),
  "items.undo": everywhere(
    "Undo takes back the last act on an item, again and again, and redo takes back the undo.",
  ),
  "items.undo-creation": everywhere("Undoing a creation archives the item."),
  "items.seen-again": everywhere(
    "Stating a known unit again makes no second one: it is seen later, and alive again if it was resolved.",
  ),
  "items.accept-promotes": everywhere("Accepting a candidate makes the unit it proposes, in one commit."),
  "items.touch-keeps-last-seen": core("Updating or moving an item does not make it look newly seen."),
  "items.only-live-recalled": everywhere(
    "Superseded, resolved, rejected, expired, removed and forgotten items are neither recalled nor in a brief.",
  ),
  "items.two-writers": library(
    "Of two updates that both rest on the same state one is decided again on what the other left, so no field is lost.",
  ),
} as const;

/** Remember, recall and the brief. */
const MEMORY = {
  "remember.recall": cli(
    "What was remembered is recalled by a question in other words that share its stems, in a git repository and in a plain folder.",
  ),
  "remember.defaults": everywhere("Remember without a kind makes a fact."),
  "recall.no-hit": cli("A question without a hit exits 0 and says so."),
  "recall.turns": everywhere(
    "The words of recorded turns are found, with the session and position they are from.",
  ),
  "recall.any-script": core(
    "Text in scripts without spaces and identifiers in camel case are found by their parts.",
  ),
  "brief.budget": everywhere("A brief never exceeds its token budget and says what it left out."),
  "brief.stable": everywhere("The same tape, config, clock and agent give the same brief byte for byte."),
  "brief.empty": everywhere("A project with nothing to tell gives an empty brief: no tokens."),
  "brief.expired-shown": everywhere(
    "A unit whose expiry has passed while active is shown as expired on its date, not hidden.",
  ),
} as const;

/** The project: how it is found, where its files are, and its settings. */
const PROJECT = {
  "project.worktrees": cli("All worktrees of a repository share one store, in the main worktree's root."),
  "project.subfolder": cli("In a sub-folder of a repository the repository's store is used."),
  "project.renamed": cli("A renamed or moved repository keeps its memory and learns the new name."),
  "project.no-git": cli("A plain folder has a store of its own, and the nearest store above is used."),
  "project.git-missing": cli("Without a git program everything works that does not need one."),
  "project.git-clean": cli("Git status stays clean after init, remember, record, rebuild and backup."),
  "project.given": cli("With --project a verb acts on that project from anywhere."),
  "config.precedence": cli(
    "A flag wins over the environment, the environment over the project's config, that over the user's, that over defaults.",
  ),
  "config.errors": cli(
    "A mistake in the config is told with file, line and field, and with the nearest known name.",
  ),
  "config.optional": cli("Nothing needs a config file, and init writes one only when asked."),
} as const;

/** The command line. */
const CLI = {
  "cli.where-things-stand": cli("Without arguments it says where things stand and what to do next."),
  "cli.json": cli(
    "With --json every verb prints one document on stdout, keys in snake_case, and nothing else there.",
  ),
  "cli.errors-json": cli(
    "With --json an error is one document with code, message, and field and fix where there are any.",
  ),
  "cli.exit-codes": cli("Exit codes are 0 for done, 1 for a finding, 2 for usage, 3 for the store."),
  "cli.bad-input": everywhere(
    "Bad input to any verb, made up from its schema, names the field, exits 2 and writes nothing.",
  ),
  "cli.bad-record": cli("Bad lines to record or import name line and field, exit 2, and nothing is written."),
  "cli.record": cli(
    "Record takes turns and every recordable event as JSON lines from a file or stdin and says how many were new.",
  ),
  "verbs.effects": cli(
    "A command that reads leaves every byte of the memory, of the user's state and of the working tree as it was, for a person and for an agent, except for what it declares to write.",
  ),
  "cli.help": cli("Every verb has help with its flags and an example, and the example runs."),
  "cli.did-you-mean": cli("A mistyped verb, flag, kind or status is answered with the nearest known one."),
  "cli.completion": cli("Completion in bash, zsh, fish and PowerShell offers verbs, flags and kinds."),
  "cli.plain-off-tty": cli("Off a terminal, with NO_COLOR or --no-color, output has no escape codes."),
  "cli.escapes": cli("Control characters in stored text are printed escaped."),
  "cli.fixed-clock": cli("While TIDEMARK_NOW is set the clock stands there and every verb says so."),
  "cli.when": cli(
    "A time is an ISO instant, a span such as 3d or 2w, or tomorrow; anything else is refused by name.",
  ),
  "cli.agent": cli("The agent is --agent, else TIDEMARK_AGENT, else cli, and is what the events say."),
  "cli.broken-pipe": cli("A reader that closes the pipe early is no error."),
  "cli.demo": cli(
    "The demo plays two sessions into a throw-away project, shows the brief for the next agent, and leaves nothing behind.",
  ),
  "cli.init": cli("Init is idempotent and says what it made."),
  "cli.status": cli("Status says in one screen how long the tape is, what is live, and what is waiting."),
  "cli.hook-records": cli(
    "The hook entry records a turn durably, prints nothing it should not, and exits 0 whatever it is fed.",
  ),
  "library.verbs": library(
    "The library offers every verb of the catalogue under the same name with typed input and result.",
  ),
  "reference.generated": shown("The reference pages are what the verb and event catalogues say."),
} as const;

/** All promises of the project, one sentence each. A scenario names the id that it proves. */
export const REQUIREMENTS = {
  ...TAPE,
  ...FORGET,
  ...FORGET_EVERYWHERE,
  ...STORE,
  ...VIEWS,
  ...ITEMS,
  ...MEMORY,
  ...PROJECT,
  ...SESSIONS,
  ...WORKER,
  ...COLLECTION,
  ...SEMANTIC,
  ...DONE,
  ...STATEMENTS_KEPT,
  ...SAID,
  ...EDGES,
  ...INSIGHTS,
  ...CRYSTALS,
  ...REVIEW,
  ...DESIGNS,
  ...BRING,
  ...SHARE,
  ...PACKAGES,
  ...PAGES,
  ...DIGEST,
  ...KEPT_REVIEW,
  ...FIRST_HOUR,
  ...CONSENT,
  ...EVERYDAY,
  ...DISTIL,
  ...WORKING,
  ...WARNINGS,
  ...TEAM,
  ...THREADS,
  ...CONTEXT,
  ...ACTIVE_CONTEXT,
  ...CONTEXT_FILES,
  ...CONTEXT_VERBS,
  ...RECALL,
  ...USAGE,
  ...BUNDLE,
  ...LEDGER,
  ...MEANING,
  ...LEXICON,
  ...STALE,
  ...DRIFT,
  ...READER,
  ...RESUME,
  ...HOSTILE_WORDS,
  ...MCP,
  ...SERVE,
  ...DASHBOARD,
  ...PASTED,
  ...HOSTS,
  ...OWNERSHIP,
  ...WHOLE,
  ...STARTUP,
  ...CLI,
  ...HOSTILE_GIT,
  ...HOSTILE_SECRETS,
  ...PROOF,
  ...HOSTILE_FILES,
} as const satisfies { readonly [id: string]: Requirement };

export type RequirementId = keyof typeof REQUIREMENTS;

export function requirementOf(id: RequirementId): Requirement {
  return REQUIREMENTS[id];
}

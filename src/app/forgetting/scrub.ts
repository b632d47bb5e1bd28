import { fieldsIn } from "../../core/fields.ts";
import { removedSecrets } from "../../core/forget/removed-secrets.ts";
import { exactFinder } from "../../core/forget/text-finder.ts";
import { formsOf } from "../../core/forget/text-forms.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import { redact } from "../../core/redact/redact.ts";
import { redactDeep } from "../../core/redact/redact-deep.ts";
import { payloadPrint, REDACTED } from "../../core/tape/audit.ts";
import { checkDraft, refusalReason } from "../../core/tape/check.ts";
import type { Draft, Payload, StoredEvent } from "../../core/tape/event.ts";
import { versionOf } from "../../core/tape/versions.ts";
import type { OurFile } from "../../ports/our-files.ts";
import { finishContext } from "../active-context/write.ts";
import { republish } from "../briefing/working-memory.ts";
import { pruneVectors } from "../recall/prune-vectors.ts";
import type { BriefDeps, MemoryDeps, OwnFileDeps, WriteDeps } from "../runtime/deps.ts";
import { loseDrift } from "../staleness/known-drift.ts";
import { cleanFiles, cleaningOf, type FileCleaningPlan } from "./clean-files.ts";
import { UNFORGETTABLE_TYPES } from "./erasure-plan.ts";

export type ScrubInput = {
  /** Remove the secrets. Otherwise only report what would be done. */
  readonly yes?: boolean | undefined;
  /** Also lines of the active context that somebody wrote by hand. */
  readonly handwritten?: boolean | undefined;
};

export type RuleCount = { readonly rule: string; readonly count: number };

/** Where secrets are, and which rules found them. The secrets themselves are never shown. */
export type SecretsFound = { readonly place: string; readonly rules: readonly RuleCount[] };

export type ScrubResult = {
  readonly dry_run: boolean;
  /** Number of events from which secrets were or would be removed. */
  readonly events: number;
  readonly found: readonly SecretsFound[];
  /** Where secrets remain, and why. */
  readonly left: readonly { readonly place: string; readonly why: string }[];
  /** True if no rule finds anything. */
  readonly complete: boolean;
};

/** Events read at once. */
const PAGE_EVENTS = 1000;
/** Shorter secrets are removed where a rule finds them, but not searched for elsewhere. */
const SEARCHED_MIN = 6;

const TAPE = "the tape";

/**
 * Runs the current rules over everything that was stored before they existed. An event keeps its position, its hash and all of its payload
 * except the secret. Another event records which payloads were changed, so that the chain can still be verified.
 */
export async function scrub(deps: BriefDeps, input: ScrubInput): Promise<ScrubResult> {
  const look = await lookEverywhere(deps);
  if (input.yes) refuseAgent(deps.voice, "scrub", { verb: "scrub", options: { yes: true } });
  if (!input.yes) return reportOf(look, { isDryRun: true, left: look.left });
  if (look.found.length > 0) await takeOut(deps, look, input);
  const after = look.found.length > 0 ? await lookEverywhere(deps) : look;
  const still = after.found.map(({ place }) => ({ place, why: whyStill(place) }));
  return reportOf(takenOut(look, after), { isDryRun: false, left: [...after.left, ...still] });
}

const whyStill = (place: string): string =>
  place === TAPE
    ? "an event would not be valid without it; the doctor names the event to forget"
    : "it is hand-written, or the file is in use; remove it yourself, or run scrub --yes --handwritten";

type UncleanedFile = ScrubResult["left"][number];
type ScrubFindings = {
  readonly events: number;
  readonly found: readonly SecretsFound[];
  readonly secrets: ReadonlySet<string>;
  /** Secrets of one text file, by its path. */
  readonly files: ReadonlyMap<string, { readonly file: OurFile; readonly secrets: readonly string[] }>;
  readonly left: readonly UncleanedFile[];
};

/** Findings that no longer exist: only those were really removed. */
function takenOut(before: ScrubFindings, after: ScrubFindings): ScrubFindings {
  const found = before.found.flatMap(({ place, rules }) => {
    const still = after.found.find((each) => each.place === place)?.rules ?? [];
    const gone = rules.flatMap(({ rule, count: times }) => {
      const left = still.find((each) => each.rule === rule)?.count ?? 0;
      return left < times ? [{ rule, count: times - left }] : [];
    });
    return gone.length === 0 ? [] : [{ place, rules: gone }];
  });
  return { ...before, found, events: before.events - after.events };
}

const reportOf = (
  { events, found }: ScrubFindings,
  { isDryRun, left }: { readonly isDryRun: boolean; readonly left: readonly UncleanedFile[] },
): ScrubResult => ({
  dry_run: isDryRun,
  events,
  found,
  left,
  complete: left.length === 0 && (!isDryRun || found.length === 0),
});

/** Searches everything and changes nothing. */
async function lookEverywhere(deps: MemoryDeps & OwnFileDeps): Promise<ScrubFindings> {
  const secrets = new Set<string>();
  const found: SecretsFound[] = [];
  const left: UncleanedFile[] = [];
  const note = (place: string, counts: ReadonlyMap<string, number>): void => {
    if (counts.size > 0) found.push({ place, rules: [...counts].map(([rule, count]) => ({ rule, count })) });
  };
  const tape = await lookAtTape(deps, secrets);
  note(TAPE, tape.counts);
  const files = new Map<string, { readonly file: OurFile; readonly secrets: readonly string[] }>();
  const all = await deps.ourFiles.list();
  for (const [i, file] of all.entries()) {
    deps.progress({ what: "look for secrets in files", done: i, total: all.length });
    const cleaning = cleaningOf(file);
    const counts = new Map<string, number>();
    if (cleaning === "database") left.push(...(await lookAtCopy(deps, file, { secrets, counts })));
    else if (cleaning !== "store" && cleaning !== "wordless") {
      const own = await lookAtFile(deps, file, counts);
      if (cleaning === "person") {
        if (counts.size > 0) left.push({ place: file.path, why: "it is your own file" });
        continue;
      }
      for (const secret of own) secrets.add(secret);
      if (own.length > 0) files.set(file.path, { file, secrets: own });
    }
    note(file.path, counts);
  }
  return { events: tape.events, found, secrets, files, left };
}

type Finds = { readonly secrets: Set<string>; readonly counts: Map<string, number> };

async function lookAtTape(
  deps: MemoryDeps,
  secrets: Set<string>,
): Promise<{ readonly events: number; readonly counts: ReadonlyMap<string, number> }> {
  const counts = new Map<string, number>();
  let events = 0;
  await eachPage(deps, "look for secrets on the tape", async (page) => {
    for (const event of page) if (redactedPayload(event, { secrets, counts }) !== undefined) events++;
  });
  return { events, counts };
}

async function eachPage(
  deps: MemoryDeps,
  what: string,
  take: (events: readonly StoredEvent[]) => Promise<void>,
): Promise<void> {
  const { position: total } = await deps.store.tape.end();
  for (let after = 0; after < total; ) {
    const slice = await deps.store.events.read(after, PAGE_EVENTS);
    await take(slice.events);
    after = slice.upTo;
    deps.progress({ what, done: Math.min(after, total), total });
  }
}

/** The payload without secrets; undefined if it has none, or if the event would not be valid without them. */
function redactedPayload(event: StoredEvent, { secrets, counts }: Finds): Payload | undefined {
  if (event.payload === null || UNFORGETTABLE_TYPES.includes(event.type)) return undefined;
  const { value, found } = redactDeep(event.payload);
  const payload = fieldsIn(value);
  if (found.length === 0) return undefined;
  count(counts, found);
  if (refusalReason({ ...event, payload }) !== undefined) return undefined;
  for (const secret of removedSecrets(event.payload, payload)) secrets.add(secret);
  return payload;
}

function count(counts: Map<string, number>, found: readonly RuleCount[]): void {
  for (const { rule, count: times } of found) counts.set(rule, (counts.get(rule) ?? 0) + times);
}

async function lookAtFile(deps: OwnFileDeps, file: OurFile, counts: Map<string, number>): Promise<string[]> {
  const text = await deps.ourFiles.text(file);
  if (text === undefined) return [];
  const { text: clean, found } = redact(text);
  count(counts, found);
  return [...removedSecrets(text, clean)];
}

const COMPANION = /-(?:wal|shm|journal)$/;

async function lookAtCopy(deps: OwnFileDeps, file: OurFile, finds: Finds): Promise<UncleanedFile[]> {
  if (COMPANION.test(file.name)) return [];
  const outcome = await deps.vault.clean(file.path, {
    change: (event) => {
      redactedPayload(event, finds);
      return undefined;
    },
    naming: () => [],
  });
  if (outcome !== "unreadable") return [];
  return [{ place: file.path, why: "it is damaged and cannot be searched; delete it if you do not need it" }];
}

async function takeOut(
  deps: BriefDeps,
  look: ScrubFindings,
  { handwritten = false }: ScrubInput,
): Promise<void> {
  await finishContext(deps);
  await cleanFiles(deps, planOf(deps, look, handwritten));
  for (const { file, secrets } of look.files.values()) {
    const isOverwritten = cleaningOf(file) === "overwrite";
    if (isOverwritten && secrets.length > 0) await deps.ourFiles.overwrite(file, exactFinder(secrets));
  }
  deps.crashPoint("scrub.files");
  await rewriteTape(deps);
  deps.crashPoint("scrub.tape");
  await republish(deps);
  await loseDrift(deps);
  await pruneVectors(deps);
  await deps.vault.compact();
}

function planOf(deps: WriteDeps, { secrets }: ScrubFindings, isHandwrittenToo: boolean): FileCleaningPlan {
  const searched = [...secrets].filter((secret) => secret.length >= SEARCHED_MIN);
  const none = (): Finds => ({ secrets: new Set(), counts: new Map() });
  return {
    finder: exactFinder(searched.flatMap(formsOf)),
    clean: (text) => redact(text).text,
    isHandwrittenToo,
    change: (event) => redactedPayload(event, none()),
    naming: (changed) => {
      const events = changed.flatMap(({ event, payload }) =>
        payload === null ? [] : { id: event.id, payload },
      );
      return [namingEvent(deps, events, [])];
    },
  };
}

async function rewriteTape(deps: WriteDeps): Promise<void> {
  await eachPage(deps, "take secrets out of the tape", async (page) => {
    const finds: Finds = { secrets: new Set(), counts: new Map() };
    const rewrite = page.flatMap((event) => {
      const payload = redactedPayload(event, finds);
      return payload === undefined ? [] : [{ id: event.id, payload }];
    });
    if (rewrite.length === 0) return;
    const rules = [...finds.counts].map(([rule, times]) => ({ rule, count: times }));
    const events = [namingEvent(deps, rewrite, rules)];
    await deps.store.tape.commit({ events, expect: new Map(), rewrite });
  });
}

type Redaction = { readonly id: string; readonly payload: Payload };

/** Not redacted itself: a hash looks like a key to the rule for keys. */
function namingEvent(deps: WriteDeps, changed: readonly Redaction[], rules: readonly RuleCount[]): Draft {
  const now = deps.clock.now();
  const events = changed.map(({ id, payload }) => ({ id, print: payloadPrint(deps.sha256, payload) }));
  return checkDraft({
    id: deps.ids.next("evt"),
    type: REDACTED,
    version: versionOf(REDACTED),
    at: now,
    recordedAt: now,
    writer: deps.writer,
    payload: { events, rules },
  });
}

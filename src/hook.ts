import { writeSync } from "node:fs";
import { join } from "node:path";
import { type MemoryBinding, memoryBinding } from "./adapters/binding/memory-binding.ts";
import { isMemoryTracked } from "./adapters/binding/tracked-files.ts";
import { userKey } from "./adapters/binding/user-key.ts";
import type { OwnedFolder } from "./adapters/disk/owned-folder.ts";
import { isRefusal } from "./adapters/disk/refusal.ts";
import { stateFolder } from "./adapters/disk/state-folder.ts";
import { hookNotes } from "./adapters/files/hosts/hook-notes.ts";
import { findProject, type ProjectPlace } from "./adapters/files/project/find-project.ts";
import { prepareMemoryFolder } from "./adapters/files/project/memory-folder.ts";
import { countLost, prepareLostCount } from "./adapters/spool/lost.ts";
import { spoolPlaces } from "./adapters/spool/places.ts";
import { openSpool } from "./adapters/spool/spool.ts";
import { systemClock } from "./adapters/system/clock.ts";
import { dieAt } from "./adapters/system/die-at.ts";
import { systemIds } from "./adapters/system/ids.ts";
import { readStandardInput, type StandardInput } from "./adapters/system/standard-input.ts";
import { writerOf } from "./adapters/system/writer.ts";
import type { BundleInput } from "./app/briefing/bundle.ts";
import { heardDraft } from "./app/intake/draft-from-hook.ts";
import { keysOf, signsOfAction } from "./core/bundle/action-signs.ts";
import { fromRoot } from "./core/bundle/call.ts";
import type { Intent } from "./core/bundle/intent.ts";
import { MemoryError } from "./core/failure.ts";
import { parseJson } from "./core/parse-json.ts";
import { redact } from "./core/redact/redact.ts";
import { redactedHead } from "./core/redact/redacted-head.ts";
import { safeId } from "./core/redact/safe-id.ts";
import { sealWith } from "./core/seal.ts";
import type { Draft, Payload } from "./core/tape/event.ts";
import type { Spool } from "./ports/spool.ts";
import { genericHook } from "./surfaces/hosts/generic-hook.ts";
import { type Captured, type HostHook, safeContext } from "./surfaces/hosts/hook.ts";
import { HOST_HOOKS } from "./surfaces/hosts/hooks.ts";
import { isRecord, type JsonRecord } from "./surfaces/hosts/json-lines.ts";
import { timeLimitOf } from "./surfaces/hosts/time-limits.ts";

/** A host waits for its hooks: whatever is not done by then is left undone. */
const DEADLINE_MS = 1000;
/** A session begins once, and one that is told nothing because the machine was busy is what all this is against. */
const BRIEF_MS_MAX = 4000;
/** What is kept of input that could not be read. */
const RAW_MAX = 4000;
/** Longer input than any event of a host: it is refused before it is parsed, so that no input can hold the host. */
const INPUT_BYTES_MAX = 16 * 1024 * 1024;
/** What is left of the host's own limit for the work, when its input comes late. */
const WORK_MS = 1500;
/** What is left of it when there is no more time for context. */
const ENDING_MS = 500;

/** A read of standard input is still waiting. */
let isInputOpen = false;

/**
 * `tidemark hook HOST EVENT`: takes what a host says on standard input, makes it durable, and answers in
 * the form that host accepts. It never breaks its host: it always ends with 0, and what it could not keep
 * is counted.
 */
async function hook(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [name = "", event = ""] = argv;
  const host = [...HOST_HOOKS, genericHook].find((one) => one.host === name);
  if (!host)
    return complain(
      `there is no host "${name}"; hosts: ${[...HOST_HOOKS, genericHook].map((one) => one.host).join(", ")}`,
    );
  const limitMs = timeLimitOf(name, event) * 1000;
  const given = await readStandardInput({
    waitMs: limitMs - WORK_MS - process.uptime() * 1000,
    bytesMax: INPUT_BYTES_MAX,
    parse: parsed,
  });
  const { text: raw, value: input } = given;
  isInputOpen = given.isWaiting;
  const time = { begunMs: process.uptime() * 1000, limitMs };
  const place = findProject(cwdOf(input, env), env);
  const captured = input ? withSafeSession(host.capture(event, input)) : undefined;
  const at = dieAt(env);
  at("hook.read");
  const where: Where = { place, env, host, ground: hookGround(place, env) };
  if (captured && env.TIDEMARK_CANARY) return canary(event, where);
  if (captured && isSaidTwice(captured, `${name} ${event} ${raw}`, where))
    return answer(host.reply(event, ""));
  if (captured) keep(captured.lines, where);
  else reject(`${name} ${event}: ${problemOf(given)}`, raw, where);
  at("hook.kept");
  const context = captured ? await contextFor(captured, { ...where, time }) : "";
  answer(host.reply(event, safeContext(context)));
  at("hook.replied");
  if (captured?.isEnd) await startWorker(place, env);
}

/** What is noted and asked for goes by the session's name as it is kept. */
function withSafeSession(captured: Captured): Captured {
  const { session, prompt, call } = captured;
  const safe = <Named extends { readonly session: string }>(named: Named): Named => ({
    ...named,
    session: safeId(named.session, slowHash),
  });
  return {
    ...captured,
    ...(session === undefined ? {} : { session: safeId(session, slowHash) }),
    ...(prompt === undefined ? {} : { prompt: safe(prompt) }),
    ...(call === undefined ? {} : { call: safe(call) }),
  };
}

/**
 * A host may have us twice, by its plugin and by its settings, and then calls twice with the same words. What has an id is
 * recorded once in any case, and a tool may be called twice with the same; speech has no id, and a brief would be told twice.
 */
function isSaidTwice(captured: Captured, call: string, { ground }: Where): boolean {
  const { session } = sessionOf(captured);
  const isSpeech = captured.lines.some(({ counted, role }) => counted === true && role !== "tool");
  if (session === undefined || !(captured.wantsBrief || isSpeech)) return false;
  return !hookNotes(ground.notes, complain).takeCall(call);
}

/** Why input could not be used: to be counted, and shown to whoever looks at what was refused. */
function problemOf({ end, bytes }: StandardInput<JsonRecord>): string {
  if (end === "late") return `the input did not end in time; ${bytes} bytes of it came`;
  if (end === "too large") return `the input is longer than ${INPUT_BYTES_MAX} bytes`;
  return "the input is not a JSON object";
}

/** Keeps aside what could not be recorded. Each time counts, also when the same comes again. */
function reject(why: string, what: string, where: SpoolPlace): void {
  complain(why);
  const at = new Date().toISOString();
  withSpool(where, (spool) => spool.reject(`${at} ${why}`, redact(redactedHead(what, RAW_MAX)).text));
}

function parsed(raw: string): JsonRecord | undefined {
  try {
    const value: unknown = parseJson(raw);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Where the session runs: hosts say so, and may run the hook elsewhere. */
function cwdOf(input: JsonRecord | undefined, env: NodeJS.ProcessEnv): string {
  const said = input?.cwd ?? env.CLAUDE_PROJECT_DIR;
  return typeof said === "string" && said !== "" ? said : process.cwd();
}

type Where = {
  readonly place: ProjectPlace;
  readonly env: NodeJS.ProcessEnv;
  readonly host: HostHook;
  readonly ground: HookGround;
};

/** Whether the memory folder may be written to, and where hooks leave notes for each other. */
type HookGround = {
  readonly isOurs: boolean;
  readonly notes: string;
  readonly binding?: MemoryBinding;
  /** Why that could not be found out. */
  readonly problem?: unknown;
};

/** A memory that came from elsewhere is neither read nor added to: what happens meanwhile waits in the state folder. */
function hookGround(project: ProjectPlace, env: NodeJS.ProcessEnv): HookGround {
  const { memoryDir } = project;
  const away = spoolPlaces(memoryDir, env).far.path;
  try {
    const state = stateFolder(env);
    const binding = memoryBinding({
      memoryDir,
      state,
      key: () => userKey(state),
      isTracked: () => isMemoryTracked(memoryDir, project),
    });
    const isOurs = binding.standing !== "foreign" && !binding.isReplaced;
    return { isOurs, notes: isOurs ? memoryDir : away, binding };
  } catch (problem) {
    return { isOurs: false, notes: away, problem };
  }
}
/** When the input was there, and when the host ends us, in milliseconds of this process. */
type Time = { readonly begunMs: number; readonly limitMs: number };
type Asking = Where & { readonly time: Time };

/** A line that cannot be an event is kept aside, and the others are recorded. */
function keep(lines: readonly Payload[], where: Where): void {
  const drafts: Draft[] = [];
  for (const line of lines) {
    try {
      drafts.push(draftOf(line, where));
    } catch (error) {
      reject(`${where.host.host}: ${messageOf(error)}`, String(line.text ?? line.type), where);
    }
  }
  if (drafts.length > 0) withSpool(where, (spool) => spool.write(drafts));
}

/**
 * A doctor calls: what would be kept goes the same way, to a folder that nobody drains, and nothing else is done. So the
 * doctor sees that the call arrived, and where events end up.
 */
function canary(event: string, where: Where): void {
  const { env, host } = where;
  const token = env.TIDEMARK_CANARY ?? "";
  const line = { type: "turn", session: `canary-${token}`, role: "system" };
  const draft = draftOf({ ...line, text: `canary ${token} ${host.host} ${event}` }, where);
  withSpool({ ...where, below: "canary" }, (spool) => spool.write([draft]));
  answer(host.reply(event, ""));
}

function draftOf(line: Payload, { place, env, host }: Where): Draft {
  const { now } = systemClock(env);
  return heardDraft(line, {
    id: systemIds(now, quickBytes).next("evt"),
    now: now(),
    writer: writerOf({ env, place, host: host.host }),
    sha256: slowHash,
    isOwn: env.TIDEMARK_OWN === "1",
  });
}

type SpoolPlace = Pick<Where, "place" | "env" | "ground"> & {
  /** A folder of its own within the spool. */
  readonly below?: string;
};

/** Beside the database if that is ours and can be written, else in the user's state folder, else counted as lost. */
function withSpool({ place, env, ground, below }: SpoolPlace, use: (spool: Spool) => void): void {
  const places = spoolPlaces(place.memoryDir, env);
  const inside = (spool: OwnedFolder): OwnedFolder => (below === undefined ? spool : spool.below(below));
  const [near, far] = [inside(places.near), inside(places.far)];
  const put = (folder: OwnedFolder): void => {
    folder.make();
    prepareLostCount(folder);
    useSpool(folder, env, use);
  };
  let problem = ground.problem;
  try {
    if (ground.isOurs) {
      ground.binding?.claim();
      prepareMemoryFolder(place.memoryDir, { env });
      put(near);
      ground.binding?.confirm();
      return;
    }
  } catch (error) {
    problem = error;
  }
  if (isRefusal(problem)) complain(textOf(problem));
  try {
    put(far);
  } catch (error) {
    const isCounted = isLossCounted([near, far], { place, env, ground });
    const why = messageOf(problem ?? error);
    complain(`nothing could be kept: ${why}${isCounted ? "" : " (and it could not be counted)"}`);
  }
}

/** One that cannot even be counted is the worst: the count is made where nothing else is, if it can be. */
function isLossCounted(spools: readonly OwnedFolder[], { place, env, ground }: SpoolPlace): boolean {
  if (spools.some(countLost)) return true;
  if (!ground.isOurs) return false;
  try {
    prepareMemoryFolder(place.memoryDir, { env });
    const near = spoolPlaces(place.memoryDir, env).near;
    prepareLostCount(near);
    return countLost(near);
  } catch {
    return false;
  }
}

function useSpool(folder: OwnedFolder, env: NodeJS.ProcessEnv, use: (spool: Spool) => void): void {
  const name = systemIds(Date.now, quickBytes).next("hook").slice("hook_".length);
  const seal = sealWith(userKey(stateFolder(env)));
  const spool = openSpool({ folder, name, now: Date.now, seal });
  use(spool);
  spool.close();
}

/** What the host is told in reply: mostly nothing, and then the memory is not even opened. */
async function contextFor(captured: Captured, where: Asking): Promise<string> {
  const { wantsBrief, prompt, call, lines } = captured;
  const notes = hookNotes(where.ground.notes, complain);
  for (const { type, session } of lines)
    if (type === "session.ended" && typeof session === "string") notes.end(session);
  if (wantsBrief) return bundle("brief", sessionOf(captured), where);
  if (captured.owesBrief && captured.session !== undefined) notes.owe(captured.session);
  if (prompt && notes.takeOwed(prompt.session)) return bundle("brief", { session: prompt.session }, where);
  if (prompt && notes.takeFirst(prompt.session)) {
    const asked = { query: prompt.text.slice(0, QUERY_MAX), session: prompt.session, onlyRecalled: true };
    return bundle("context", asked, where);
  }
  if (!call) return "";
  const roots = [where.place.worktreeRoot, where.place.root];
  const paths = call.paths.map((path) => fromRoot(path, roots));
  const news = notes.news(call.session, keysOf(signsOfAction({ ...call, paths })));
  if (news.length === 0) return "";
  const text = await bundle("action", { ...call, paths }, where);
  notes.told(call.session, news);
  return text;
}

/** So much of a prompt is asked by. */
const QUERY_MAX = 4000;

function sessionOf({ session = undefined, lines }: Captured): { readonly session?: string } {
  const first = session ?? lines[0]?.session;
  return typeof first === "string" ? { session: first } : {};
}

/** What the memory has to tell, unless it takes longer than the host should wait. */
async function bundle(intent: Intent, input: BundleInput, where: Asking): Promise<string> {
  const { place, env, host, time } = where;
  try {
    const { bundleFor } = await import("./hook-brief.ts");
    const asks = { host: host.host, intent, input };
    return await Promise.race([bundleFor(place.worktreeRoot, env, asks), late(intent, time)]);
  } catch (error) {
    complain(`no ${intent}: ${textOf(error)}`);
    return "";
  }
}

/** Ends the waiting for context. A host that writes late gets it too, as long as it waits itself. */
function late(intent: Intent, { begunMs, limitMs }: Time): Promise<string> {
  const allowed = intent === "brief" ? BRIEF_MS_MAX : DEADLINE_MS * 0.8;
  const leftMs = Math.min(begunMs + allowed, limitMs - ENDING_MS) - process.uptime() * 1000;
  const giveUp = (done: (text: string) => void) => () => {
    complain(`no ${intent}: it took longer than ${allowed} ms`);
    done("");
  };
  return new Promise((done) => setTimeout(giveUp(done), leftMs).unref());
}

/** Somebody must read what was recorded. The worker ends by itself, and outlives the host if it must. */
async function startWorker(place: ProjectPlace, env: NodeJS.ProcessEnv): Promise<void> {
  const { spawn } = await import("node:child_process");
  const launcher = join(__dirname, "tidemark.cjs");
  const options = {
    cwd: place.worktreeRoot,
    env,
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  } as const;
  spawn(process.execPath, [launcher, "worker", "--once"], options)
    .on("error", () => {})
    .unref();
}

function complain(problem: string): void {
  tell(2, `tidemark hook: ${problem}\n`);
}

const answer = (text: string): void => tell(1, text);

/** A host that no longer listens is no reason to fail. */
function tell(descriptor: number, text: string): void {
  try {
    for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    // It hung up.
  }
}

/** Chance for ids: they must differ, not be secret, and real randomness takes longer to load than all the rest. */
function quickBytes(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, () => Math.floor(Math.random() * 256));
}

/** Loaded only for the few events that need it. */
function slowHash(text: string): string {
  const { createHash } = process.getBuiltinModule?.("node:crypto") ?? require("node:crypto");
  return createHash("sha256").update(text, "utf8").digest("hex");
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** With what to do about it, where that is known. */
const textOf = (error: unknown): string =>
  error instanceof MemoryError && error.fix !== undefined
    ? `${error.message} ${error.fix}`
    : messageOf(error);

/** Ends well whatever happens: a hook that fails must not stop the host's turn. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    await hook(argv, process.env);
  } catch (error) {
    complain(messageOf(error));
  }
  // A host may keep its end open for ever. An exit would wait for the read that waits for it, so that only a kill is left.
  if (isInputOpen) process.kill(process.pid, "SIGKILL");
  process.exit(0);
}

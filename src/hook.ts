import { join } from "node:path";
import { consentFiles } from "./adapters/consent/consent-files.ts";
import { stateFolder } from "./adapters/disk/state-folder.ts";
import { hookNotes } from "./adapters/files/hosts/hook-notes.ts";
import { findProject, type ProjectPlace } from "./adapters/files/project/find-project.ts";
import { spoolPlaces } from "./adapters/spool/places.ts";
import { systemClock } from "./adapters/system/clock.ts";
import { dieAt } from "./adapters/system/die-at.ts";
import { systemIds } from "./adapters/system/ids.ts";
import { readStandardInput, type StandardInput } from "./adapters/system/standard-input.ts";
import { answer, complain } from "./adapters/system/tell.ts";
import { runWithin } from "./adapters/system/time-box.ts";
import { foldersOfHook, type WatchedCall, watchFolders } from "./adapters/system/watch-folders.ts";
import { writerOf } from "./adapters/system/writer.ts";
import type { BundleInput } from "./app/briefing/bundle.ts";
import { draftFromHook } from "./app/intake/draft-from-hook.ts";
import { type JsonRecord, objectIn } from "./app/intake/json-lines.ts";
import { type TaskRequest, taskRequestIn } from "./core/active-context/registry/task-request.ts";
import { keysOf, signsOfAction } from "./core/bundle/action-signs.ts";
import { fromRoot } from "./core/bundle/call.ts";
import type { Intent } from "./core/bundle/intent.ts";
import { patienceOf } from "./core/hook-patience.ts";
import { isReaderRun } from "./core/reader-run.ts";
import type { OffReason } from "./core/recording/recording.ts";
import { redact } from "./core/redact/redact.ts";
import { redactedHead } from "./core/redact/redacted-head.ts";
import { safeId } from "./core/redact/safe-id.ts";
import type { Draft, Payload } from "./core/tape/event.ts";
import {
  hookGround,
  isLossCounted,
  messageOf,
  quickBytes,
  type SpoolPlace,
  textOf,
  withSpool,
} from "./hook-spool.ts";
import { agentEnvironment, recordingAt } from "./recording.ts";
import { genericHook } from "./surfaces/hosts/generic-hook.ts";
import { type HookCapture, type HostHook, reportedPressure, safeContext } from "./surfaces/hosts/hook.ts";
import { HOST_HOOKS } from "./surfaces/hosts/hooks.ts";
import { timeLimitOf } from "./surfaces/hosts/time-limits.ts";

/**
 * Maximum time that a host waits for text. Without a generous limit, a busy machine would leave the agent without context; the answer
 * usually comes much sooner.
 */
const WAIT_MS_MAX: { readonly [intent in Intent]: number } = { brief: 4000, context: 3000, action: 3000 };
/** Maximum number of characters stored of unreadable input. */
const RAW_MAX = 4000;
/** Maximum input size. No event of a host is that long. Longer input is refused before it is parsed, so that it cannot block the host. */
const INPUT_BYTES_MAX = 16 * 1024 * 1024;
/** Time reserved for processing if the input arrives late. */
const WORK_MS = 1500;
/** Time reserved for ending the hook after the wait for context. */
const ENDING_MS = 500;
/** How long a database call may continue after that, so that the process can end cleanly. */
const BLOCKED_MS = 1000;

/** True while a read of standard input is pending. */
let isInputOpen = false;
/** False once the watchdog has answered the host. */
let mayAnswer = (): boolean => true;

/**
 * `tidemark hook HOST EVENT`: reads a host's event from standard input, makes it durable, and answers in the form that
 * the host accepts. It never breaks its host: it always exits with 0, and events that it could not keep are counted.
 */
async function hook(argv: readonly string[], env: NodeJS.ProcessEnv, prepare: () => void): Promise<void> {
  const [name = "", event = ""] = argv;
  const host = HOSTS.find((one) => one.host === name);
  if (!host) return complain(`there is no host "${name}"; hosts: ${HOSTS.map((one) => one.host).join(", ")}`);
  const patience = patienceOf(env);
  const limitMs = timeLimitOf(name, event) * 1000 * patience;
  const reply = (text: string): void => {
    if (mayAnswer()) answer(host.reply(event, text));
  };
  const watch = async (folders: readonly string[]): Promise<void> => {
    const call: WatchedCall = { host: name, event, intent: "recording", blockedMs: ENDING_MS / 2 };
    mayAnswer = (await watchFolders(folders, call, limitMs - 2 * ENDING_MS)) ?? mayAnswer;
  };
  await watch(foldersOfHook(env));
  prepare();
  const given = await readStandardInput({
    waitMs: limitMs - WORK_MS - process.uptime() * 1000,
    bytesMax: INPUT_BYTES_MAX,
    parse: objectIn,
  });
  const { text: raw, value: input } = given;
  isInputOpen = given.isWaiting;
  if (isReaderRun({ env, cwd: cwdOf(input, env) }) || isReaderRun({ env, cwd: process.cwd() }))
    return reply("");
  await watch([cwdOf(input, env)]);
  const time = { begunMs: process.uptime() * 1000, limitMs, patience };
  const where = whereOf(host, cwdOf(input, env), env);
  if (!(await isRecorded(where, () => input && host.capture(event, input)))) return reply("");
  let captured: HookCapture | undefined;
  // Half of the time is reserved for storing at least the beginning of unreadable input.
  const isDone = runWithin((limitMs - time.begunMs) / 2, () => {
    captured = record(event, given, where);
  });
  if (!isDone) keepBeginning(event, raw, where);
  if (!captured || !isDone) return reply("");
  reply(safeContext(await contextFor(captured, { ...where, time, event })));
  dieAt(env)("hook.replied");
  if (captured.isEnd) await startWorker(where.place, where.env);
}

function whereOf(host: HostHook, cwd: string, given: NodeJS.ProcessEnv): HookPlace {
  const env = agentEnvironment(cwd, given);
  const place = findProject(cwd, env);
  return { place, env, host, ground: hookGround(place, env) };
}

/** Whether the user wants a memory here. If not, or if that cannot be determined, the hook leaves no trace. */
async function isRecorded(
  { place, env, ground }: HookPlace,
  captured: () => HookCapture | undefined,
): Promise<boolean> {
  try {
    const recording = await recordingAt({
      place,
      env,
      state: stateFolder(env),
      isKnown: ground.isKnown,
      isEnvironmentTrusted: false,
      settings: async (...asked) => (await import("./recording-settings.ts")).recordingSettings(...asked),
    });
    if (!recording.is_on && ground.problem !== undefined) complain(textOf(ground.problem));
    if (!recording.is_on && recording.why === "settings_broken") complain(recording.message);
    if (!recording.is_on && ground.isKnown && BY_SESSION.includes(recording.why))
      notePausedSession(captured(), place, env);
    return recording.is_on;
  } catch (error) {
    complain(textOf(error));
    return false;
  }
}

/** Reasons to pause recording that a later import could not reconstruct. */
const BY_SESSION: readonly OffReason[] = ["variable", "setting", "ignored", "enclosing"];

/** Notes that a later import must skip the session. Only the session's id is stored, and only if the user has a memory. */
function notePausedSession(
  captured: HookCapture | undefined,
  { root }: ProjectPlace,
  env: NodeJS.ProcessEnv,
): void {
  const { session } = captured ? sessionOf(captured) : {};
  if (session !== undefined)
    consentFiles(stateFolder(env)).notePausedSession(root, safeId(session, slowHash));
}

/** Makes a host's event durable. Undefined: nothing remains to be done except to answer. */
function record(event: string, given: StandardInput<JsonRecord>, where: HookPlace): HookCapture | undefined {
  const { env, host } = where;
  const at = dieAt(env);
  const call = `${host.host} ${event}`;
  const captured = given.value
    ? { ...withSafeSession(host.capture(event, given.value)), pressure: reportedPressure(given.value) }
    : undefined;
  at("hook.read");
  if (captured && env.TIDEMARK_CANARY) return canary(event, where);
  if (captured && isSaidTwice(captured, `${call} ${given.text}`, where)) return undefined;
  if (captured) keep(captured.lines, where);
  else reject(`${call}: ${problemOf(given)}`, given.text, where);
  at("hook.kept");
  return captured;
}

/** Stores the beginning of an event whose recording took too long, or at least counts the event. The host does not wait longer. */
function keepBeginning(event: string, raw: string, where: HookPlace): void {
  const why = `${where.host.host} ${event}: recording it took too long and was cut off`;
  const isKept = runWithin(ENDING_MS, () => reject(why, raw, where));
  if (!isKept) isLossCounted(Object.values(spoolPlaces(where.place.memoryDir, where.env)), where);
}

/**
 * Runs in the watchdog's thread when the main thread is blocked: it answers the host and ends the process. If the hook was waiting for
 * context, the event itself is in the spool already. An event that could not be recorded because a disk does not respond cannot be counted
 * either; an import of the host's history recovers it.
 */
export async function cutOff({ host: name, event, intent, blockedMs }: WatchedCall): Promise<void> {
  const host = HOSTS.find((one) => one.host === name) ?? genericHook;
  complain(`${name} ${event}: no ${intent}: it was cut off`);
  answer(host.reply(event, ""));
  const { endFromThread } = await import("./adapters/system/watchdog.ts");
  await endFromThread(blockedMs);
}

const HOSTS: readonly HostHook[] = [...HOST_HOOKS, genericHook];

/** Replaces session names by the names under which they are stored, for notes and for questions. */
function withSafeSession(captured: HookCapture): HookCapture {
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
 * A host may have Tidemark twice, as a plugin and in its settings, and then calls twice with the same input. Lines with an id are recorded
 * once in any case, and two equal tool calls are possible. Messages have no id, and a brief would be shown twice.
 */
function isSaidTwice(captured: HookCapture, call: string, { ground }: HookPlace): boolean {
  const { session } = sessionOf(captured);
  const isSpeech = captured.lines.some(({ counted, role }) => counted === true && role !== "tool");
  if (session === undefined || !(captured.wantsBrief || isSpeech)) return false;
  return !hookNotes(ground.notes, complain).takeCall(call);
}

/** The reason why input could not be used. It is counted, and shown with the rejected lines. */
function problemOf({ end, bytes }: StandardInput<JsonRecord>): string {
  if (end === "late") return `the input did not arrive in time; ${bytes} bytes were read`;
  if (end === "too large") return `the input is longer than ${INPUT_BYTES_MAX} bytes`;
  return "the input is not a JSON object";
}

/** Stores an event that could not be recorded among the rejected lines. Repetitions are counted too. */
function reject(why: string, what: string, where: SpoolPlace): void {
  complain(why);
  const at = new Date().toISOString();
  withSpool(where, (spool) => spool.reject(`${at} ${why}`, redact(redactedHead(what, RAW_MAX)).text));
}

/** The folder of the session, as the host reports it. The host may run the hook in another folder. */
function cwdOf(input: JsonRecord | undefined, env: NodeJS.ProcessEnv): string {
  const said = input?.cwd ?? env.CLAUDE_PROJECT_DIR;
  return typeof said === "string" && said !== "" ? said : process.cwd();
}

type HookPlace = Omit<SpoolPlace, "below"> & { readonly host: HostHook };

/** When the input had arrived and when the host ends the hook, in milliseconds since this process started. */
type Time = { readonly begunMs: number; readonly limitMs: number; readonly patience: number };
type HookContext = HookPlace & {
  readonly time: Time;
  readonly event: string;
  /** The task to which the prompt switches, if the session was not told about it yet. */
  readonly task?: TaskRequest | undefined;
};

/** Records the valid lines. Invalid lines are stored among the rejected ones. */
function keep(lines: readonly Payload[], where: HookPlace): void {
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
 * Answers a test call of `tidemark doctor`: an event takes the usual way, but into a folder that nobody drains, and nothing else is done.
 * So the doctor sees that the call arrived, and where events are written.
 */
function canary(event: string, where: HookPlace): undefined {
  const { env, host } = where;
  const token = env.TIDEMARK_CANARY ?? "";
  const line = { type: "turn", session: `canary-${token}`, role: "system" };
  const draft = draftOf({ ...line, text: `canary ${token} ${host.host} ${event}` }, where);
  withSpool({ ...where, below: "canary" }, (spool) => spool.write([draft]));
}

function draftOf(line: Payload, { place, env, host }: HookPlace): Draft {
  const { now } = systemClock(env);
  return draftFromHook(line, {
    id: systemIds(now, quickBytes).next("evt"),
    now: now(),
    writer: writerOf({ env, place, host: host.host, isForgiving: true }),
    sha256: slowHash,
    isOwn: env.TIDEMARK_OWN === "1",
  });
}

/** The text for the host's reply. It is usually empty, and then the memory is not opened. */
async function contextFor(captured: HookCapture, at: HookContext): Promise<string> {
  const { wantsBrief, prompt, call, lines, pressure } = captured;
  const notes = hookNotes(at.ground.notes, complain);
  const asksFor = prompt && taskRequestIn(prompt.text);
  const task = asksFor && notes.takeTask(prompt.session, asksFor.id ?? asksFor.words) ? asksFor : undefined;
  const where = { ...at, task };
  for (const { type, session } of lines)
    if (type === "session.ended" && typeof session === "string") notes.end(session);
  if (wantsBrief) return bundle("brief", { ...sessionOf(captured), pressure }, where);
  if (captured.owesBrief && captured.session !== undefined) notes.owe(captured.session);
  if (prompt && notes.takeOwed(prompt.session))
    return bundle("brief", { session: prompt.session, pressure }, where);
  if (prompt && notes.takeFirst(prompt.session)) {
    const asked = { query: prompt.text.slice(0, QUERY_MAX), session: prompt.session, onlyRecalled: true };
    return bundle("context", { ...asked, pressure }, where);
  }
  if (task) return bundle("context", undefined, where);
  if (!call) return "";
  const roots = [where.place.worktreeRoot, where.place.root];
  const paths = call.paths.map((path) => fromRoot(path, roots));
  const keys = keysOf(signsOfAction({ ...call, paths }));
  if (!notes.isNews(call.session, keys)) return "";
  const text = await bundle("action", { ...call, paths }, where);
  notes.told(call.session, keys);
  return text;
}

/** Maximum number of characters of a prompt that are used as a question. */
const QUERY_MAX = 4000;

function sessionOf({ session = undefined, lines }: HookCapture): { readonly session?: string } {
  const first = session ?? lines[0]?.session;
  return typeof first === "string" ? { session: first } : {};
}

/** The context from the memory, unless it takes longer than the host should wait. */
async function bundle(intent: Intent, input: BundleInput | undefined, where: HookContext): Promise<string> {
  const { place, env, host, time, event } = where;
  const notes = hookNotes(where.ground.notes, complain);
  const allowed = WAIT_MS_MAX[intent] * time.patience;
  const leftMs = Math.min(time.begunMs + allowed, time.limitMs - ENDING_MS) - process.uptime() * 1000;
  try {
    const { startWatchdog } = await import("./adapters/system/watchdog.ts");
    const afterMs = leftMs + ENDING_MS / 2;
    const blockedMs = Math.min(BLOCKED_MS, time.limitMs - process.uptime() * 1000 - afterMs);
    const data: WatchedCall = { host: host.host, event, intent, blockedMs };
    mayAnswer = startWatchdog({ file: join(__dirname, "cli.cjs"), data, afterMs });
    const { bundleFor } = await import("./hook-brief.ts");
    const asks = { host: host.host, intent, input, task: where.task, patience: time.patience };
    // A session whose brief comes too late gets it with the next prompt.
    const told = intent === "brief" ? input?.session : undefined;
    if (told !== undefined) notes.owe(told);
    const text = await Promise.race([bundleFor(place.worktreeRoot, env, asks), undefinedAfter(leftMs)]);
    if (text === undefined) complain(`no ${intent}: it took longer than ${allowed} ms`);
    else if (told !== undefined) notes.takeOwed(told);
    return text ?? "";
  } catch (error) {
    if (input?.session !== undefined) notes.takeOwed(input.session);
    complain(`no ${intent}: ${textOf(error)}`);
    return "";
  }
}

/** Limits the wait for context. A host that sends its input late still gets context, within its own limit. */
const undefinedAfter = (ms: number): Promise<undefined> =>
  new Promise((done) => setTimeout(done, ms, undefined).unref());

/** Starts a worker that reads the recorded turns. The worker ends by itself, and may outlive the host. */
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

/** Loaded only for the few events that need it. */
function slowHash(text: string): string {
  const { createHash } = process.getBuiltinModule?.("node:crypto") ?? require("node:crypto");
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Always ends successfully: a failed hook must not stop the host's turn. */
export async function main(argv: readonly string[], prepare: () => void): Promise<void> {
  try {
    await hook(argv, process.env, prepare);
  } catch (error) {
    complain(messageOf(error));
  }
  // A host may never close its end of standard input. `exit` would then wait for the pending read, so only a kill ends the process.
  if (isInputOpen) process.kill(process.pid, "SIGKILL");
  process.exit(0);
}

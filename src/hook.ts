import { mkdirSync, read, writeSync } from "node:fs";
import { join } from "node:path";
import { findProject, type ProjectPlace } from "./adapters/files/find-project.ts";
import { hookNotes } from "./adapters/files/hook-notes.ts";
import { prepareMemoryFolder } from "./adapters/files/memory-folder.ts";
import { countLost, prepareLostCount } from "./adapters/spool/lost.ts";
import { spoolPlaces } from "./adapters/spool/places.ts";
import { openSpool } from "./adapters/spool/spool.ts";
import { systemClock } from "./adapters/system/clock.ts";
import { dieAt } from "./adapters/system/die-at.ts";
import { systemIds } from "./adapters/system/ids.ts";
import { writerOf } from "./adapters/system/writer.ts";
import type { BundleInput } from "./app/bundle.ts";
import { heardDraft } from "./app/heard.ts";
import { keysOf, signsOfAction } from "./core/bundle/action-signs.ts";
import { fromRoot } from "./core/bundle/call.ts";
import type { Intent } from "./core/bundle/intent.ts";
import { redact } from "./core/redact/redact.ts";
import type { Draft, Payload } from "./core/tape/event.ts";
import type { Spool } from "./ports/spool.ts";
import { genericHook } from "./surfaces/hosts/generic-hook.ts";
import { type Captured, type HostHook, safeContext } from "./surfaces/hosts/hook.ts";
import { HOST_HOOKS } from "./surfaces/hosts/hooks.ts";
import { isRecord, type JsonRecord } from "./surfaces/hosts/json-lines.ts";

/** A host waits for its hooks: whatever is not done by then is left undone. */
const DEADLINE_MS = 1000;
/** A session begins once, and one that is told nothing because the machine was busy is what all this is against. */
const BRIEF_MS_MAX = 4000;
/** What is kept of input that could not be read. */
const RAW_MAX = 4000;
const CHUNK_BYTES = 64 * 1024;

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
  const raw = await standardInput();
  const input = parsed(raw);
  const place = findProject(cwdOf(input, env), env);
  const captured = input ? host.capture(event, input) : undefined;
  const at = dieAt(env);
  at("hook.read");
  if (captured && env.TIDEMARK_CANARY) return canary(event, { place, env, host });
  if (captured && isSaidTwice(captured, `${name} ${event} ${raw}`, place))
    return answer(host.reply(event, ""));
  if (captured) keep(captured.lines, { place, env, host });
  else
    withSpool({ place, env }, (spool) =>
      spool.reject(`${name} ${event}: the input is not a JSON object`, redact(raw.slice(0, RAW_MAX)).text),
    );
  at("hook.kept");
  const context = captured ? await contextFor(captured, { place, env, host }) : "";
  answer(host.reply(event, safeContext(context)));
  at("hook.replied");
  if (captured?.isEnd) await startWorker(place, env);
}

/**
 * A host may have us twice, by its plugin and by its settings, and then calls twice with the same words. What has an id is
 * recorded once in any case, and a tool may be called twice with the same; speech has no id, and a brief would be told twice.
 */
function isSaidTwice(captured: Captured, call: string, { memoryDir }: ProjectPlace): boolean {
  const { session } = sessionOf(captured);
  const isSpeech = captured.lines.some(({ counted, role }) => counted === true && role !== "tool");
  if (session === undefined || !(captured.wantsBrief || isSpeech)) return false;
  return !hookNotes(memoryDir).takeCall(call);
}

/** Reads until the host closes the pipe, or until it has taken too long. Plain reads: streams take longer to load. */
function standardInput(): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    const finish = () => done(Buffer.concat(chunks).toString("utf8"));
    setTimeout(finish, DEADLINE_MS / 2).unref();
    const next = (): void => {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      read(0, buffer, 0, CHUNK_BYTES, null, (error, bytes) => {
        if (error?.code === "EAGAIN") return void setTimeout(next, 1);
        if (error || bytes === 0) return finish();
        chunks.push(buffer.subarray(0, bytes));
        next();
      });
    };
    next();
  });
}

function parsed(raw: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(raw);
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

type Where = { readonly place: ProjectPlace; readonly env: NodeJS.ProcessEnv; readonly host: HostHook };

function keep(lines: readonly Payload[], where: Where): void {
  const drafts = lines.map((line) => draftOf(line, where));
  if (drafts.length > 0) withSpool(where, (spool) => spool.write(drafts));
}

/**
 * A doctor calls: what would be kept goes the same way, to a folder that nobody drains, and nothing else is done. So the
 * doctor sees that the call arrived, and where events end up.
 */
function canary(event: string, { place, env, host }: Where): void {
  const token = env.TIDEMARK_CANARY ?? "";
  const line = { type: "turn", session: `canary-${token}`, role: "system" };
  const draft = draftOf({ ...line, text: `canary ${token} ${host.host} ${event}` }, { place, env, host });
  withSpool({ place, env, below: "canary" }, (spool) => spool.write([draft]));
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

type SpoolPlace = Pick<Where, "place" | "env"> & {
  /** A folder of its own within the spool. */
  readonly below?: string;
};

/** Beside the database if it can be, else in the user's state folder, else counted as lost. */
function withSpool({ place, env, below = "" }: SpoolPlace, use: (spool: Spool) => void): void {
  const places = spoolPlaces(place.memoryDir, env);
  const [near, far] = [join(places.near, below), join(places.far, below)];
  try {
    prepareMemoryFolder(place.memoryDir, { env });
    if (below !== "") mkdirSync(near, { recursive: true, mode: 0o700 });
    prepareLostCount(near);
    useSpool(near, use);
  } catch (first) {
    try {
      mkdirSync(far, { recursive: true, mode: 0o700 });
      prepareLostCount(far);
      useSpool(far, use);
    } catch {
      const isCounted = countLost(near) || countLost(far);
      complain(
        `nothing could be kept: ${messageOf(first)}${isCounted ? "" : " (and it could not be counted)"}`,
      );
    }
  }
}

function useSpool(folder: string, use: (spool: Spool) => void): void {
  const name = systemIds(Date.now, quickBytes).next("hook").slice("hook_".length);
  const spool = openSpool({ folder, name, now: Date.now });
  use(spool);
  spool.close();
}

/** What the host is told in reply: mostly nothing, and then the memory is not even opened. */
async function contextFor(captured: Captured, where: Where): Promise<string> {
  const { wantsBrief, prompt, call, lines } = captured;
  const notes = hookNotes(where.place.memoryDir);
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
async function bundle(intent: Intent, input: BundleInput, { place, env, host }: Where): Promise<string> {
  try {
    const { bundleFor } = await import("./hook-brief.ts");
    const asks = { host: host.host, intent, input };
    return await Promise.race([bundleFor(place.worktreeRoot, env, asks), late(intent)]);
  } catch (error) {
    complain(`no ${intent}: ${messageOf(error)}`);
    return "";
  }
}

function late(intent: Intent): Promise<string> {
  const allowed = intent === "brief" ? BRIEF_MS_MAX : DEADLINE_MS * 0.8;
  const giveUp = (done: (text: string) => void) => () => {
    complain(`no ${intent}: it took longer than ${allowed} ms`);
    done("");
  };
  return new Promise((done) => setTimeout(giveUp(done), allowed - process.uptime() * 1000).unref());
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

/** Ends well whatever happens: a hook that fails must not stop the host's turn. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    await hook(argv, process.env);
  } catch (error) {
    complain(messageOf(error));
  }
  // A host may keep its end open for ever; a read that waits for it must not keep us.
  process.exit(0);
}

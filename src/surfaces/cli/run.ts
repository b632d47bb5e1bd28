import type * as z from "zod/mini";
import type { ReviewResult } from "../../app/review/review.ts";
import type {
  Deps,
  HostDeps,
  ItemDeps,
  MemoryDeps,
  OwnFileDeps,
  ProjectDeps,
  RankingDeps,
} from "../../app/runtime/deps.ts";
import { identify } from "../../app/runtime/identify.ts";
import { foreignFix, foreignText } from "../../app/upkeep/foreign-memory.ts";
import { LOST_TAIL_FIX, lostTail, lostTailText } from "../../app/upkeep/lost-tail.ts";
import { copyText } from "../../core/copy-age.ts";
import { MemoryError } from "../../core/failure.ts";
import { invalid, REPORT_INPUT } from "../../core/tape/check.ts";
import { printable } from "../../core/text/printable.ts";
import { iso } from "../../core/time.ts";
import { fixText } from "../verbs/command-line.ts";
import { failureJson } from "../verbs/failure-json.ts";
import type { initVerb } from "../verbs/memory-verbs.ts";
import type { Paint } from "../verbs/text/paint.ts";
import { type Effect, effectWith, type Verb } from "../verbs/verb.ts";
import { askingAt, isConfirmedPerson } from "./confirm-person.ts";
import { failureText } from "./failure-text.ts";
import { LOCALS, type LocalPorts, runLocal } from "./locals.ts";
import { type AskedLocal, type CommandRequest, type GlobalFlags, parseCommandLine } from "./program.ts";
import type { SetupTerminal } from "./setup.ts";
import { fittedTerminal, paintFor, progressFor, type Terminal } from "./terminal.ts";

/** What the command line needs from the outside: a way to open the memory of a folder. */
export type CliPorts = {
  /** The verbs whose names start with a word, or every verb. */
  readonly verbs: (first?: string) => readonly Verb[];
  readonly version: string;
  readonly terminal: Terminal;
  readonly now: () => number;
  readonly openMemory: (options: OpenOptions) => Promise<{ deps: Deps; close: () => Promise<void> }>;
  /** Lets a person edit a text in their own editor. */
  readonly edit: (text: string) => Promise<string>;
  readonly demo: LocalPorts["demo"];
  readonly mcp: LocalPorts["mcp"];
  readonly serve: LocalPorts["serve"];
  readonly open: LocalPorts["open"];
};

export type OpenOptions = {
  readonly project?: string;
  readonly agent?: string;
  readonly effect: Effect;
  readonly canWait?: Verb["canWait"];
  /** "person" if a person confirmed to be there, or if nobody is speaking at all. */
  readonly voice?: "person";
  readonly progress: Deps["progress"];
  /** What the command stores creates a memory only in a git repository. */
  readonly needsRepository?: boolean;
  /** Asks the person at the terminal a question; absent if nobody is there. */
  readonly ask?: (question: string) => Promise<boolean>;
};

/** Runs one command line and returns the exit code. */
export async function runCli(argv: readonly string[], ports: CliPorts): Promise<number> {
  const isJson = argv.includes("--json");
  // Output for a program or a file must not be changed.
  const terminal = fittedTerminal(ports.terminal, { isExact: isJson || argv.includes("--print") });
  const doors = { ...ports, terminal };
  try {
    if (argv.length === 0) return await runVerb(bareStatus(doors), doors);
    const asked = parseCommandLine(argv, { ...doors, locals: LOCALS, write: terminal.out });
    if (!asked) return 0;
    return "verb" in asked ? await runVerb(asked, doors) : await runLocalCommand(asked, doors);
  } catch (error) {
    const paint = paintFor({ ...terminal, isOutTty: terminal.isErrTty }, argv.includes("--no-color"));
    if (isJson) terminal.out(`${JSON.stringify(failureJson(error), null, 2)}\n`);
    else terminal.err(`${failureText(error, paint)}\n`);
    // Exit codes: 0 done, 1 something was found, 2 wrong use, 3 the memory cannot be used.
    return error instanceof MemoryError && error.code.startsWith("input.") ? 2 : 3;
  }
}

/** `tidemark` without a verb shows the status. */
function bareStatus({ verbs }: CliPorts): CommandRequest {
  const [verb] = verbs("status");
  if (!verb) throw new Error("There is no command status.");
  return { verb, input: {}, flags: { color: true } };
}

async function runVerb({ verb, input, flags }: CommandRequest, doors: CliPorts): Promise<number> {
  const parsed = verb.input.safeParse(input, REPORT_INPUT);
  if (!parsed.success) {
    const known = Object.keys(verb.input.shape);
    throw invalid(parsed.error.issues, verb.name, {
      known,
      fix: verb.usage ?? `See: tidemark ${verb.name} --help`,
    });
  }
  const bar = progressFor(doors.terminal, doors.now);
  const isPerson = await isConfirmedPerson({ verb, input, flags }, doors.terminal);
  // A worker acts for nobody: hosts start it, and its findings have their own authors.
  const voice = isPerson || verb.name === "worker" ? ({ voice: "person" } as const) : {};
  const needsRepository = isGrowing(effectWith(verb, parsed.data)) && verb.name !== "init";
  const asking = { ...voice, ...askingAt(doors.terminal, flags), needsRepository };
  const open = { ...namedFlags(flags), ...asking, progress: bar.progress };
  const agreed = await askConsent({ verb, input: parsed.data, flags }, doors, open);
  const effect = effectWith(verb, agreed);
  const { deps, close } = await doors.openMemory({ ...open, effect, canWait: verb.canWait });
  sayAge(doors.terminal, deps);
  try {
    if (await isDeclined({ verb, input: parsed.data, flags }, { deps, terminal: doors.terminal })) return 0;
    if (!TELL_OF_MEMORY.includes(verb.name)) await sayGround(doors.terminal, deps);
    if (effect === "writes") await identify(deps);
    const output = await verb.run(deps, agreed);
    bar.done();
    if (isWithoutMemory(verb, deps) && !flags.json) {
      doors.terminal.out(`${noMemoryText(deps)}\n`);
      return 0;
    }
    if (await isAsked({ verb, input, flags }, output, { deps, terminal: doors.terminal })) return 0;
    if (!flags.json && isBeginning(verb, effect, deps)) sayBegun(doors.terminal, deps);
    say(doors.terminal, flags, { output, text: (paint) => verb.text(output, paint) });
    return verb.isFinding?.(output) ? 1 : 0;
  } finally {
    bar.done();
    await close();
  }
}

/** In a terminal, `tidemark init` and `tidemark import` show what they would do, and ask before they create anything. */
async function askConsent(
  { verb, input, flags }: CommandRequest,
  { terminal, openMemory }: CliPorts,
  open: Omit<OpenOptions, "effect">,
): Promise<CommandRequest["input"]> {
  const ask = ASKING[verb.name];
  const isSettled = SETTLED.some((name) => input[name] === true);
  if (ask === undefined || isSettled || !terminal.keys || flags.json) return input;
  const { deps, close } = await openMemory({ ...open, effect: "reads" });
  const keys = await terminal.keys();
  try {
    const asking = { deps, keys, out: terminal.out, paint: paintFor(terminal, !flags.color) };
    return { ...input, ...(await ask(asking, input)) };
  } finally {
    keys.close();
    await close();
  }
}

/** `tidemark uninstall` and `tidemark share` show what they would do, and ask first. True if the person declines. */
async function isDeclined(
  { verb, input, flags }: CommandRequest,
  { deps, terminal }: { readonly deps: ItemDeps & HostDeps; readonly terminal: Terminal },
): Promise<boolean> {
  if (!ASKED_FIRST.includes(verb.name) || input.yes || input.check) return false;
  const { shareQuestion, uninstallQuestion, isYes } = await import("./setup.ts");
  const paint = paintFor(terminal, !flags.color);
  const question =
    verb.name === "share"
      ? await shareQuestion(deps, input, paint)
      : await uninstallQuestion(deps, input, paint);
  if (question === undefined) return false;
  if (!terminal.keys || flags.json)
    throw new MemoryError(
      "input.needs_person",
      `\`tidemark ${verb.name}\` asks first, and nobody can answer here.`,
      { field: "yes", fix: "If you are sure, pass --yes." },
    );
  const keys = await terminal.keys();
  try {
    terminal.out(question);
    const isAgreed = await isYes(keys, terminal.out);
    if (!isAgreed) terminal.out("Nothing was changed.\n");
    return !isAgreed;
  } finally {
    keys.close();
  }
}

const ASKED_FIRST: readonly string[] = ["uninstall", "share"];

/** Inputs that already answer the question. */
const SETTLED = ["yes", "accept", "dry_run", "print", "remove"] as const;

type Asking = (asking: SetupTerminal, input: CommandRequest["input"]) => Promise<CommandRequest["input"]>;

const ASKING: { readonly [verb: string]: Asking } = {
  init: async (asking, input) => {
    const given = input as z.output<typeof initVerb.input>;
    const { askHosts, askImport, askRecord } = await import("./setup.ts");
    const record = given.record ?? (await askRecord(asking));
    const hosts = await askHosts(asking, given);
    const isImported = given.import || (await askImport(asking));
    return {
      import: isImported,
      ...(record === undefined ? {} : { record }),
      ...(hosts === undefined ? {} : { hosts }),
    };
  },
  import: async (asking, { path, host }) => {
    if (asking.deps.voice === "agent" || host !== undefined) return {};
    const { askMemories, hasEarlierWork } = await import("./setup.ts");
    const answer = await askMemories(asking, Array.isArray(path) ? path.map(String) : []);
    const isDeclined = answer === "no" && path !== undefined;
    // Importing nothing would still create a memory.
    const isEmpty = (answer ?? "no") === "no" && path === undefined && !(await hasEarlierWork(asking.deps));
    if (isDeclined || isEmpty) return { dry_run: true };
    return answer === undefined ? {} : { yes: answer === "yes", accept: answer === "accept" };
  },
};

/** `tidemark review` without flags, in a terminal, asks about one entry after the other. True if it did. */
async function isAsked(
  { verb, input, flags }: CommandRequest,
  output: unknown,
  { deps, terminal }: { readonly deps: ItemDeps & OwnFileDeps & RankingDeps; readonly terminal: Terminal },
): Promise<boolean> {
  const isBare = verb.name === "review" && Object.keys(input).length === 0 && !flags.json;
  if (!isBare || !terminal.keys) return false;
  const { waiting, kept } = output as ReviewResult;
  if (waiting.length + kept.length === 0) return false;
  await identify(deps);
  const keys = await terminal.keys();
  try {
    const { walkReview } = await import("./review.ts");
    await walkReview({ deps, keys, out: terminal.out, paint: paintFor(terminal, !flags.color) });
    return true;
  } finally {
    keys.close();
  }
}

const namedFlags = ({ project, agent }: GlobalFlags) => ({
  ...(project === undefined ? {} : { project }),
  ...(agent === undefined ? {} : { agent }),
});

type VerbOutput = { readonly output: unknown; readonly text: (paint: Paint) => string };

function say(terminal: Terminal, flags: GlobalFlags, { output, text }: VerbOutput): void {
  const said = flags.json ? JSON.stringify(output, null, 2) : text(paintFor(terminal, !flags.color));
  if (said !== "") terminal.out(`${said}\n`);
  else if (terminal.isOutTty) terminal.err("The brief is empty.\n");
}

/** A reader must know that the clock was fixed, or that a copy answers. The note goes to standard error: standard output holds the answer alone. */
function sayAge(terminal: Terminal, { clock, project: { asOf } }: MemoryDeps & ProjectDeps): void {
  if (clock.fixedAt !== undefined)
    terminal.err(`The clock is fixed at ${iso(clock.fixedAt)}: TIDEMARK_NOW is set.\n`);
  if (asOf !== undefined) terminal.err(`${copyText(asOf, clock.now())}\n`);
}

/** Verbs whose own output says where a memory comes from and what it lacks. */
const TELL_OF_MEMORY: readonly string[] = ["status", "doctor", "verify", "adopt", "restore"];

/** A person who gets an empty answer must know if a memory exists that was not read, or that lost events. */
async function sayGround(terminal: Terminal, deps: MemoryDeps & ProjectDeps): Promise<void> {
  const foreign = deps.ownership?.foreign;
  if (foreign) return terminal.err(`${foreignText(foreign)} ${fixText(foreignFix(foreign))}\n`);
  const lost = await lostTail(deps);
  if (lost) terminal.err(`${lostTailText(lost)} ${fixText(LOST_TAIL_FIX)}\n`);
}

/** Reading verbs that need no memory, or whose own output says that none exists. */
const WITHOUT_MEMORY = /^(?:status|doctor|verify|brief|share|worker status|context (?:list|validate))$/;

/** Without a memory nothing can be found, which is another answer than an empty list. */
const isWithoutMemory = ({ name, effect }: Verb, { project, ownership }: ProjectDeps): boolean =>
  effect === "reads" && !project.hasMemory && !ownership?.foreign && !WITHOUT_MEMORY.test(name);

const noMemoryText = ({ project }: ProjectDeps): string =>
  `There is no memory in ${printable(project.root)} yet, so there is nothing to show.\nTo create one: tidemark init    To try it first: tidemark demo`;

/** `init` itself says that it creates a memory. */
const isBeginning = ({ name }: Verb, effect: Effect, { project }: ProjectDeps): boolean =>
  isGrowing(effect) && name !== "init" && name !== "worker" && !project.hasMemory;

/** Effects that add events to the tape. */
const isGrowing = (effect: Effect): boolean => effect === "writes" || effect === "receives";

/** A command that is run where no memory exists creates one. The person must be told what that means. */
function sayBegun(terminal: Terminal, { project }: ProjectDeps): void {
  terminal.err(
    `Created a memory for this project: ${printable(project.memoryDir)}\nAgents that use Tidemark are recorded here from now on. To stop that: tidemark off\n`,
  );
}

async function runLocalCommand(asked: AskedLocal, doors: CliPorts): Promise<number> {
  if (asked.flags.json) {
    throw new MemoryError("input.invalid", `"${asked.local}" prints text for people and shells, not JSON.`, {
      field: "json",
    });
  }
  doors.terminal.out(await runLocal(asked, { ...doors, ...memoryDoors(doors) }));
  return 0;
}

/** Access to the memory for commands of the command line itself. */
function memoryDoors(doors: CliPorts): Pick<LocalPorts, "edit" | "memoryWords"> {
  const open = (flags: GlobalFlags) => (effect: "reads" | "writes") =>
    doors.openMemory({ ...namedFlags(flags), effect, progress: () => {} });
  return {
    edit: async (id, flags, text) => {
      const { editItem } = await import("./edit.ts");
      const paint = paintFor(doors.terminal, !flags.color);
      return editItem({ id, text }, { open: open(flags), edit: doors.edit, paint });
    },
    memoryWords: (flags) => async (what) => {
      const { completedWords } = await import("./completed-words.ts");
      const { deps, close } = await open(flags)("reads");
      try {
        return await completedWords(deps, what);
      } finally {
        await close();
      }
    },
  };
}

import type * as z from "zod/mini";
import { identify } from "./app/runtime/identify.ts";
import { writeGroups } from "./app/runtime/write-groups.ts";
import type { Worker } from "./app/sessions/worker-loop.ts";
import { backgroundReading } from "./background-reading.ts";
import type { KindAndStatus, NewItem, StatusOf } from "./core/items/item-of.ts";
import type { KindName, UnitKindName } from "./core/items/kinds.ts";
import { invalid, REPORT_INPUT } from "./core/tape/check.ts";
import { type MemoryPool, memoryPoolOver } from "./memory-pool.ts";
import { openMemory } from "./open-memory.ts";
import { CATALOGUE, type Catalogue } from "./surfaces/verbs/catalogue.ts";
import { effectWith, type Verb } from "./surfaces/verbs/verb.ts";

type InputOf<Name extends keyof Catalogue> = z.input<Catalogue[Name]["input"]>;

/** Inputs whose types the kind registry describes more precisely than their schemas. */
type KnownInputs = {
  readonly create: NewItem;
  readonly remember: Omit<InputOf<"remember">, "kind"> & { readonly kind?: UnitKindName };
  readonly find: Omit<InputOf<"find">, "kind" | "status"> & KindAndStatus;
  readonly transition: Omit<InputOf<"transition">, "status"> & { readonly status: StatusOf<KindName> };
};

/** Every verb as a method: the same names, inputs and results as on the command line with `--json`. */
export type Tidemark = {
  readonly [Name in keyof Catalogue]: (
    ...input: ArgumentsFor<Name extends keyof KnownInputs ? KnownInputs[Name] : InputOf<Name>>
  ) => ReturnType<Catalogue[Name]["run"]>;
} & {
  /** Closes the database. The next call opens it again. */
  readonly close: () => Promise<void>;
};

/** A verb whose fields are all optional can be called without an argument. */
type ArgumentsFor<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

export type OpenOptions = {
  /** A folder of the project (default: the current folder). */
  readonly dir?: string;
  /** The agent name under which this program acts. */
  readonly agent?: string;
  /** The host name in everything that this program records. */
  readonly host?: string;
};

/** Verbs that only write to the tape: concurrent calls are flushed to the disk together. */
const GROUPED: readonly string[] = ["remember", "create"];

/** Opens a project's memory for a program. The first call that writes creates the folder. */
export function openTidemark(options: OpenOptions = {}): Tidemark {
  const memoryPool = memoriesOf(options);
  const background = backgroundReading(memoryPool);
  const grouped = writeGroups();
  const call = async (verb: Verb, input: unknown): Promise<unknown> => {
    const parsed = verb.input.safeParse(input, REPORT_INPUT);
    if (!parsed.success)
      throw invalid(parsed.error.issues, verb.name, { known: Object.keys(verb.input.shape) });
    const effect = effectWith(verb, parsed.data);
    if (effect === "mends" || effect === "examines")
      return memoryPool.mending(effect, (deps) => verb.run(deps, parsed.data));
    background.called();
    const { deps } = await (effect === "reads" ? memoryPool.forReading() : memoryPool.forWriting());
    if (effect === "writes") await identify(deps);
    const run = (its: typeof deps) => verb.run(its, parsed.data);
    return GROUPED.includes(verb.name) ? grouped(deps, run) : run(deps);
  };
  const methods = Object.entries(CATALOGUE).map(([name, define]) => [
    name,
    (input: unknown = {}) => call(define() as unknown as Verb, input),
  ]);
  const close = async (): Promise<void> => {
    await background.stop();
    await memoryPool.close();
  };
  return { ...Object.fromEntries(methods), close } as unknown as Tidemark;
}

/** The worker of a project, for a long-running program: `start` reads due sessions until `stop`; `tick` reads them once. */
export async function openWorker(options: OpenOptions = {}): Promise<Worker> {
  const memoryPool = memoriesOf(options);
  const { deps } = await memoryPool.forWriting();
  const { createWorker } = await import("./app/sessions/worker-loop.ts");
  const worker = createWorker(deps, {});
  const stop = async (): Promise<void> => {
    await worker.stop();
    await memoryPool.close();
  };
  return { ...worker, stop };
}

function memoriesOf(options: OpenOptions): MemoryPool {
  return memoryPoolOver((effect) =>
    openMemory({
      cwd: options.dir ?? process.cwd(),
      env: process.env,
      effect,
      host: options.host ?? "library",
      ...(options.agent === undefined ? {} : { agent: options.agent }),
    }),
  );
}

export type { Hit } from "./app/recall/hits.ts";
export type { Worker } from "./app/sessions/worker-loop.ts";
export type { Bundle } from "./core/bundle/bundle.ts";
export { type FailureCode, MemoryError } from "./core/failure.ts";
export { type ItemOf, isOfKind, type NewItem, type StatusOf } from "./core/items/item-of.ts";
export type { ItemRow as Item } from "./core/items/items-view.ts";
export type { KindName } from "./core/items/kinds.ts";
export { VERSION } from "./version.ts";

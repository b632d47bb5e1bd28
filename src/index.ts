import type * as z from "zod/mini";
import { identify } from "./app/identify.ts";
import { invalid, SAY_INPUT } from "./core/tape/check.ts";
import { type OpenWorld, openWorld } from "./open-world.ts";
import { CATALOGUE } from "./surfaces/verbs/catalogue.ts";
import { effectWith, type Verb } from "./surfaces/verbs/verb.ts";

type Catalogue = typeof CATALOGUE;

/** Every verb as a method: the same names, inputs and results as on the command line with `--json`. */
export type Tidemark = {
  readonly [Name in keyof Catalogue]: (
    input: z.input<Catalogue[Name]["input"]>,
  ) => ReturnType<Catalogue[Name]["run"]>;
} & {
  /** Lets go of the database. Using the memory again opens it again. */
  readonly close: () => Promise<void>;
};

export type OpenOptions = {
  /** A folder of the project; the current one when absent. */
  readonly dir?: string;
  /** The name to act under. */
  readonly agent?: string;
  /** Named in everything this program records. */
  readonly host?: string;
};

/** Opens a project's memory for a program. The folder is made by the first call that writes. */
export function openTidemark(options: OpenOptions = {}): Tidemark {
  const worlds = worldsOf(options);
  const call = async (verb: Verb, input: unknown): Promise<unknown> => {
    const parsed = verb.input.safeParse(input, SAY_INPUT);
    if (!parsed.success)
      throw invalid(parsed.error.issues, verb.name, { known: Object.keys(verb.input.shape) });
    const effect = effectWith(verb, parsed.data);
    if (effect === "mends" || effect === "examines")
      return worlds.mending(effect, (world) => verb.run(world, parsed.data));
    const { world } = await (effect === "reads" ? worlds.forReading() : worlds.forWriting());
    if (effect === "writes") await identify(world);
    return verb.run(world, parsed.data);
  };
  const methods = Object.entries(CATALOGUE).map(([name, verb]) => [
    name,
    (input: unknown) => call(verb as unknown as Verb, input),
  ]);
  return { ...Object.fromEntries(methods), close: worlds.close } as unknown as Tidemark;
}

/** The open database behind a program's calls: opened by the first that needs it, shared by the others. */
function worldsOf(options: OpenOptions) {
  let reader: Promise<OpenWorld> | undefined;
  let writer: Promise<OpenWorld> | undefined;
  const open = (effect: Verb["effect"]) =>
    openWorld({
      cwd: options.dir ?? process.cwd(),
      env: process.env,
      effect,
      host: options.host ?? "library",
      ...(options.agent === undefined ? {} : { agent: options.agent }),
    });
  const close = async (): Promise<void> => {
    const closing = [reader, writer];
    [reader, writer] = [undefined, undefined];
    for (const one of closing) await (await one?.catch(() => undefined))?.close();
  };
  return {
    close,
    forWriting: (): Promise<OpenWorld> => {
      writer ??= open("writes").catch((error: unknown) => {
        writer = undefined;
        throw error;
      });
      return writer;
    },
    forReading: async (): Promise<OpenWorld> => {
      if (writer) return writer;
      reader ??= open("reads");
      const opening = reader;
      const opened = await opening.catch((error: unknown) => {
        reader = undefined;
        throw error;
      });
      // Where there is no memory yet, the next call must look again.
      if (!opened.world.project.hasMemory && reader === opening) reader = undefined;
      return opened;
    },
    /** A memory that is mended is put in place of this one: nothing may hold the old one open. */
    mending: async <Result>(
      effect: "mends" | "examines",
      work: (world: OpenWorld["world"]) => Promise<Result>,
    ): Promise<Result> => {
      await close();
      const opened = await open(effect);
      try {
        return await work(opened.world);
      } finally {
        await opened.close();
      }
    },
  };
}

export type { Hit } from "./app/recall.ts";
export type { Bundle } from "./core/bundle/bundle.ts";
export { type FailureCode, MemoryError } from "./core/failure.ts";
export type { ItemRow as Item } from "./core/items/items-view.ts";
export { VERSION } from "./version.ts";

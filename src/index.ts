import type { z } from "zod";
import { invalid } from "./core/tape/check.ts";
import { type OpenWorld, openWorld } from "./open-world.ts";
import { CATALOGUE } from "./surfaces/verbs/catalogue.ts";
import type { Verb } from "./surfaces/verbs/verb.ts";

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
  let shared: Promise<OpenWorld> | undefined;
  const open = (effect: Verb["effect"]) =>
    openWorld({
      cwd: options.dir ?? process.cwd(),
      env: process.env,
      effect,
      host: options.host ?? "library",
      ...(options.agent === undefined ? {} : { agent: options.agent }),
    });
  const close = async (): Promise<void> => {
    const closing = shared;
    shared = undefined;
    await (await closing)?.close();
  };
  const call = async (verb: Verb, input: unknown): Promise<unknown> => {
    const parsed = verb.input.safeParse(input);
    if (!parsed.success) throw invalid(parsed.error.issues, verb.name);
    if (verb.effect === "mends") await close();
    shared ??= open(verb.effect === "mends" ? "mends" : "writes");
    const { world } = await shared;
    const output = await verb.run(world, parsed.data);
    if (verb.effect === "mends") await close();
    return output;
  };
  const methods = Object.entries(CATALOGUE).map(([name, verb]) => [
    name,
    (input: unknown) => call(verb as unknown as Verb, input),
  ]);
  return { ...Object.fromEntries(methods), close } as unknown as Tidemark;
}

export { MemoryError, type FailureCode } from "./core/failure.ts";
export type { ItemRow as Item } from "./core/items/items-view.ts";
export type { Hit } from "./app/recall.ts";
export type { Bundle } from "./core/bundle/bundle.ts";
export { VERSION } from "./version.ts";

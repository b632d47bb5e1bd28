import type { cutOff as cutOffHook, main as runHook } from "./hook.ts";
import type { bundleFor as bundleForHook } from "./hook-brief.ts";
import type { main as runMain } from "./main.ts";

type ModuleExports = { [name: string]: unknown };
type Getters = { readonly [name: string]: () => unknown };
type LazyModule = (exports: ModuleExports, load: LoadModule, addExports: typeof addGetters) => void;
type LoadModule = (id: string, file: string) => ModuleExports;

/** The modules evaluated so far, by id. The build uses them to find out which modules a command needs at its start. */
export const loaded = new Map<string, ModuleExports>();

/** Evaluates a module when one of its exports is first used. Node reads a file when the first of its modules is evaluated. */
const load: LoadModule = (id, file) => {
  const known = loaded.get(id);
  if (known) return known;
  const modules: { readonly [id: string]: LazyModule } = require(`${__dirname}/${file}.cjs`);
  // Modules in an import cycle see these getters. Later importers get plain values, which are faster to read.
  const live: ModuleExports = {};
  loaded.set(id, live);
  modules[id]?.(live, load, addGetters);
  const settled = { ...live };
  loaded.set(id, settled);
  return settled;
};

function addGetters(exports: ModuleExports, getters: Getters): void {
  for (const [name, get] of Object.entries(getters))
    Object.defineProperty(exports, name, { get, enumerable: true });
}

/** An entry point, by the name of its module and the file in which the build puts the module. */
const door = <Exports>(id: string, file: string) => load(id, file) as Exports;
const hookDoor = () => door<{ main: typeof runHook; cutOff: typeof cutOffHook }>("hook", HOOK_FILE);

export const main: typeof runMain = (...asked) =>
  door<{ main: typeof runMain }>("main", MAIN_FILE).main(...asked);
export const hook: typeof runHook = (...asked) => hookDoor().main(...asked);

/** Called by a hook's watchdog, in the watchdog's own thread. */
export const cutOff: typeof cutOffHook = (...asked) => hookDoor().cutOff(...asked);

/** Called by the build, to find out which modules a brief needs. */
export const bundleFor: typeof bundleForHook = (...asked) =>
  door<{ bundleFor: typeof bundleForHook }>("hook-brief", BRIEF_FILE).bundleFor(...asked);

/** The files of the entry points; the build sets these constants. */
declare const MAIN_FILE: string;
declare const HOOK_FILE: string;
declare const BRIEF_FILE: string;

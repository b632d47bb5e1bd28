import type { cutOff as cutOffHook, main as runHook } from "./hook.ts";
import type { bundleFor as bundleForHook } from "./hook-brief.ts";
import type { main as runMain } from "./main.ts";

type ModuleExports = { [name: string]: unknown };
type Getters = { readonly [name: string]: () => unknown };
type LazyModule = (exports: ModuleExports, load: LoadModule, addExports: typeof addGetters) => void;
type LoadModule = (id: string, file: string) => ModuleExports;

/** The modules that were evaluated, by their ids. The build reads off this what a command needs at its start. */
export const loaded = new Map<string, ModuleExports>();

/** Evaluates a module when something of it is first used. Node reads its file when it is the first of that file. */
const load: LoadModule = (id, file) => {
  const known = loaded.get(id);
  if (known) return known;
  const modules: { readonly [id: string]: LazyModule } = require(`${__dirname}/${file}.cjs`);
  // Modules that import each other see these getters, and whoever comes later plain values, which are read faster.
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

/** A door, by the name of its module and the file in which the build puts it. */
const door = <Exports>(id: string, file: string) => load(id, file) as Exports;
const hookDoor = () => door<{ main: typeof runHook; cutOff: typeof cutOffHook }>("hook", HOOK_FILE);

export const main: typeof runMain = (...asked) =>
  door<{ main: typeof runMain }>("main", MAIN_FILE).main(...asked);
export const hook: typeof runHook = (...asked) => hookDoor().main(...asked);

/** What a hook's watchdog asks for, in a thread of its own. */
export const cutOff: typeof cutOffHook = (...asked) => hookDoor().cutOff(...asked);

/** What the build asks for, to see what a brief needs. */
export const bundleFor: typeof bundleForHook = (...asked) =>
  door<{ bundleFor: typeof bundleForHook }>("hook-brief", BRIEF_FILE).bundleFor(...asked);

/** The files of the doors, which the build decides. */
declare const MAIN_FILE: string;
declare const HOOK_FILE: string;
declare const BRIEF_FILE: string;

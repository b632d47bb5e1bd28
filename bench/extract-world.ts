import { userFiles } from "../src/adapters/files/project/user-files.ts";
import { noGit } from "../src/adapters/git/git.ts";
import { openMemoryStore } from "../src/adapters/memory-store/store.ts";
import { allViews } from "../src/app/runtime/all-views.ts";
import type { World } from "../src/app/runtime/world.ts";
import { DEFAULTS } from "../src/core/config/config.ts";
import { commandLine } from "../src/surfaces/verbs/command-line.ts";
import {
  contextFilesInMemory,
  fixedClock,
  sequentialIds,
  sha256,
  testWriter,
  usageInMemory,
} from "../src/testing/fakes.ts";

export type ReplayWorld = World & { readonly later: (ms: number) => void };

/** An empty memory of its own, with a clock that is moved by hand. What a replay does not ask for is not there. */
export function replayWorld(): ReplayWorld {
  const clock = fixedClock();
  const none = (): never => {
    throw new Error("a replay has no files of its own");
  };
  return {
    store: openMemoryStore(sha256),
    vault: new Proxy({} as World["vault"], { get: none }),
    files: userFiles(),
    ourFiles: new Proxy({} as World["ourFiles"], { get: none }),
    notes: new Proxy({} as World["notes"], { get: none }),
    settings: new Proxy({} as World["settings"], { get: none }),
    working: pagesInMemory(),
    contextFiles: contextFilesInMemory(),
    usage: usageInMemory(clock.now),
    vectors: new Proxy({} as World["vectors"], { get: none }),
    git: noGit(),
    machine: { os: "Linux", shell: "bash", runtimes: [] },
    clock,
    ids: sequentialIds(),
    sha256,
    writer: testWriter,
    voice: "person",
    command: commandLine,
    views: allViews(sha256),
    config: DEFAULTS,
    project: {
      root: "/project",
      worktreeRoot: "/project",
      worktree: "/project",
      scope: "",
      memoryDir: "/project",
      hasMemory: true,
    },
    progress: () => {},
    histories: new Proxy({} as World["histories"], { get: none }),
    at: () => {},
    loop: { untilStopped: async () => {}, schedule: () => () => {}, chance: () => 0.5 },
    later: clock.advance,
  };
}

function pagesInMemory(): World["working"] {
  const pages = new Map<string, string>();
  let state: ReturnType<World["working"]["state"]> = {};
  const pathOf = (session: string): string => `/project/${session}`;
  return {
    read: (session) => pages.get(session),
    write: (session, text) => {
      pages.set(session, text);
      return pathOf(session);
    },
    remove: (session) => void pages.delete(session),
    state: () => state,
    writeState: (given) => {
      state = given;
    },
    pathOf,
  };
}

import { userFiles } from "../src/adapters/files/project/user-files.ts";
import { noGit } from "../src/adapters/git/git.ts";
import { openMemoryStore } from "../src/adapters/memory-store/store.ts";
import { allViews } from "../src/app/runtime/all-views.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { DEFAULTS } from "../src/core/config/config.ts";
import { commandLine } from "../src/surfaces/verbs/command-line.ts";
import { fixedClock, sequentialIds, sha256, testWriter } from "../src/testing/fakes.ts";
import { contextFilesInMemory, usageInMemory } from "../test/support/files-in-memory.ts";

export type ReplayMemory = Deps & { readonly later: (ms: number) => void };

/** An empty memory with a clock that is set by hand. Ports that a replay does not use throw an error. */
export function replayMemory(): ReplayMemory {
  const clock = fixedClock();
  const none = (): never => {
    throw new Error("a replay has no files of its own");
  };
  return {
    store: openMemoryStore(sha256),
    vault: new Proxy({} as Deps["vault"], { get: none }),
    files: userFiles(),
    ourFiles: new Proxy({} as Deps["ourFiles"], { get: none }),
    notes: new Proxy({} as Deps["notes"], { get: none }),
    settings: new Proxy({} as Deps["settings"], { get: none }),
    working: pagesInMemory(),
    contextFiles: contextFilesInMemory(),
    usage: usageInMemory(clock.now),
    vectors: new Proxy({} as Deps["vectors"], { get: none }),
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
    histories: new Proxy({} as Deps["histories"], { get: none }),
    crashPoint: () => {},
    loop: { untilStopped: async () => {}, schedule: () => () => {}, chance: () => 0.5 },
    later: clock.advance,
  };
}

function pagesInMemory(): Deps["working"] {
  const pages = new Map<string, string>();
  let state: ReturnType<Deps["working"]["state"]> = {};
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

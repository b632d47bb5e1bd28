import type { Call } from "./script.ts";

/** Where one client is driven: a home of its own, a project in it, and a model to talk to. */
export type Stage = {
  readonly home: string;
  readonly project: string;
  /** Where the hooks put what they were given. */
  readonly captured: string;
  /** First on the PATH of all that runs here. */
  readonly bin: string;
  /** The model's address, without a path. */
  readonly model: string;
  /** A Node for scripts that a client starts. */
  readonly node: string;
};

/** A program with its first arguments. */
export type Program = readonly [string, ...string[]];

export type Need = "run" | "edit" | "delegate" | "memory";

export type Prompt = {
  readonly text: string;
  /** Goes on with the newest session of the project instead of starting one. */
  readonly goesOn: boolean;
  /**
   * What the scene has the client do; tools that it does not need are not offered where that can be chosen. `memory` is
   * our own server's: its tools are allowed without a question, as their user would once.
   */
  readonly needs: readonly Need[];
};

export type Compaction = {
  /** Said in place of a prompt to compact the session that is gone on with; without it the client is told that its context is full. */
  readonly command?: string;
  /** What the model claims to have used in the turn before, so that the client compacts by itself. */
  readonly tokens: number;
  /** How the request for a summary can be told from others. */
  readonly request: RegExp;
};

/** A coding agent that can be installed from the registry and driven without a network. */
export type Client = {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** The line of Node it needs, or its own program where it brings one. */
  readonly runsOn: "any-node" | "node-22" | "itself";
  /** The start file or program, below the folder it was installed in. */
  readonly start: string;
  /** Points the client at the model. Called once a stage, before anything is run. */
  readonly wire: (stage: Stage) => void;
  readonly environment: (stage: Stage) => { readonly [name: string]: string };
  readonly argumentsFor: (prompt: Prompt, stage: Stage) => readonly string[];
  /** Makes the client hand everything it tells its hooks to the capturing script, run as `hook EVENT`. */
  readonly capture: (stage: Stage, hook: Program) => void;
  /** What the client's user has to agree to before it runs a new hook. */
  readonly agree?: (stage: Stage, program: Program) => Promise<void>;
  /** The client's own tools, under the names it offers them. */
  readonly tools: {
    readonly run: (command: string) => Call;
    readonly edit: (change: Change, stage: Stage) => readonly Call[];
    /** Hands a task to a sub-agent; undefined where there is none. */
    readonly delegate?: (task: string) => readonly Call[];
    /** How a sub-agent gives back its answer, where words alone do not do. */
    readonly report?: (answer: string) => Call;
  };
  /** The tool of ours by which its model writes an item; `create` where it speaks MCP. */
  readonly writesBy?: string;
  readonly compaction?: Compaction;
  /** The model that it must be told to use when it reads for us; otherwise it has one set up. */
  readonly readerModel?: string;
  /** A call by which its model would make a file while it reads for us; without it a command that does. */
  readonly readerAct?: (path: string) => Call;
  /** What it writes of a session, as patterns of paths below the home folder. */
  readonly history: readonly RegExp[];
};

export type Change = { readonly path: string; readonly from: string; readonly to: string };

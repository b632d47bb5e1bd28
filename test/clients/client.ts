import type { Call } from "./script.ts";

/** The environment in which one client runs: its own home, a project in it, and the scripted model. */
export type Stage = {
  readonly home: string;
  readonly project: string;
  /** The folder in which hooks save their input. */
  readonly captured: string;
  /** The first folder on the PATH of all programs of the stage. */
  readonly bin: string;
  /** The base address of the model, without a path. */
  readonly model: string;
  /** The Node binary for scripts that a client starts. */
  readonly node: string;
};

/** A program and its first arguments. */
export type Program = readonly [string, ...string[]];

export type Need = "run" | "edit" | "delegate" | "memory";

export type Prompt = {
  readonly text: string;
  /** Continues the newest session of the project instead of starting one. */
  readonly goesOn: boolean;
  /**
   * The tools that the prompt needs; if the client allows a choice, it gets only these. `memory` means the tools of our
   * MCP server: they are approved in advance, as a user approves them once.
   */
  readonly needs: readonly Need[];
};

export type Compaction = {
  /** A prompt that makes the client compact the continued session. Without it, a reported full context does that. */
  readonly command?: string;
  /** The token usage that the model reports in the turn before, so that the client compacts by itself. */
  readonly tokens: number;
  /** Matches the client's request for a summary and no other request. */
  readonly request: RegExp;
};

/** A coding agent that can be installed from the registry and driven without a network. */
export type Client = {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** The Node version that it needs; `itself` for a client that is a standalone binary. */
  readonly runsOn: "any-node" | "node-22" | "itself";
  /** The path of its script or binary, relative to its installation folder. */
  readonly start: string;
  /** Configures the client to use the scripted model. Called once per stage, before any run. */
  readonly wire: (stage: Stage) => void;
  readonly environment: (stage: Stage) => { readonly [name: string]: string };
  readonly argumentsFor: (prompt: Prompt, stage: Stage) => readonly string[];
  /** Configures the client to call the capturing script as `hook EVENT` for each of its hooks. */
  readonly capture: (stage: Stage, hook: Program) => void;
  /** Gives the consent that the client wants from its user before it runs a new hook. */
  readonly agree?: (stage: Stage, program: Program) => Promise<void>;
  /** Calls of the client's own tools, by the names that it offers to the model. */
  readonly tools: {
    readonly run: (command: string) => Call;
    readonly edit: (change: Change, stage: Stage) => readonly Call[];
    /** Gives a task to a sub-agent; undefined if the client has no sub-agents. */
    readonly delegate?: (task: string) => readonly Call[];
    /** The tool call by which a sub-agent returns its answer; undefined if its last message is the answer. */
    readonly report?: (answer: string) => Call;
  };
  /** The name of our tool by which its model creates an item; the default is `create`, over MCP. */
  readonly writesBy?: string;
  readonly compaction?: Compaction;
  /** The model name to configure when it reads sessions for us, if it has no default model. */
  readonly readerModel?: string;
  /** A tool call that would create a file while it reads a session for us; the default is a shell command. */
  readonly readerAct?: (path: string) => Call;
  /** Patterns of the session files that it writes, relative to the home folder. */
  readonly history: readonly RegExp[];
};

export type Change = { readonly path: string; readonly from: string; readonly to: string };

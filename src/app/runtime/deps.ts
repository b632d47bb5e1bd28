import type { RemoteCaller } from "../../core/access/roles.ts";
import type { Machine } from "../../core/active-context/sync/fill-from-work.ts";
import type { Config } from "../../core/config/config.ts";
import type { Voice } from "../../core/items/authority.ts";
import type { WriteCommand } from "../../core/suggestion.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import type { Instant, Writer } from "../../core/tape/event.ts";
import type { Checkup } from "../../ports/checkup.ts";
import type { Clock, Ids } from "../../ports/clock.ts";
import type { CodeHistory } from "../../ports/code-history.ts";
import type { ContextFiles } from "../../ports/context-files.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { Files } from "../../ports/files.ts";
import type { Git } from "../../ports/git.ts";
import type { Histories } from "../../ports/histories.ts";
import type { MemoryNotes } from "../../ports/memory-notes.ts";
import type { Model } from "../../ports/model.ts";
import type { OurFiles } from "../../ports/our-files.ts";
import type { AccessTokens, Consent, Ownership } from "../../ports/ownership.ts";
import type { Settings } from "../../ports/settings.ts";
import type { Store } from "../../ports/store.ts";
import type { StoreMover } from "../../ports/store-mover.ts";
import type { Usage } from "../../ports/usage.ts";
import type { Vault } from "../../ports/vault.ts";
import type { Vectors } from "../../ports/vectors.ts";
import type { HostSetup } from "../../ports/wiring.ts";
import type { WorkingFiles } from "../../ports/working-files.ts";
import type { Views } from "./all-views.ts";

/** Where the project is, as every surface shows it. */
export type Project = {
  readonly root: string;
  /** The root of the current worktree. */
  readonly worktreeRoot: string;
  readonly worktree: string;
  readonly scope: string;
  readonly memoryDir: string;
  readonly commonDir?: string;
  /** False if nothing was ever recorded here: reading then finds an empty memory and creates no folder. */
  readonly hasMemory: boolean;
  /** The database server of the memory, for messages; absent if the memory is in its folder. */
  readonly server?: string;
  /** When this machine last reached that server, if it is unreachable and a copy answers instead. */
  readonly asOf?: Instant;
};

/** Reports the progress of long work. `total` is zero while it is unknown. */
export type Progress = (step: {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}) => void;

/** What a permanent worker needs: a stop signal, a timer, and randomness to spread retries. */
export type Loop = {
  readonly untilStopped: () => Promise<void>;
  /** Calls back after a delay. The returned function cancels the call. */
  readonly schedule: (work: () => void, ms: number) => () => void;
  readonly chance: () => number;
};

export type PrivateMemory = {
  readonly exists: () => boolean;
  /** Reading creates no memory. */
  readonly use: <Result>(effect: "reads" | "writes", work: (own: Deps) => Promise<Result>) => Promise<Result>;
};

/** What reading the memory needs: the store and its views, the clock, the settings, and the form of commands. */
export type MemoryDeps = {
  readonly store: Store;
  readonly views: Views;
  readonly clock: Clock;
  readonly config: Config;
  readonly sha256: Sha256;
  readonly progress: Progress;
  /** How the calling surface writes a suggestion, for texts that are stored or measured before they are shown. */
  readonly command: WriteCommand;
};

/** What writing needs in addition: the writer, the voice, and ids for new items. */
export type WriteDeps = MemoryDeps & {
  readonly ids: Ids;
  readonly writer: Writer;
  /** Who calls a verb: a person, or an agent in its own name. */
  readonly voice: Voice;
  /** The person who calls, or for whom the agent acts, if known by name. */
  readonly person?: string;
  /** Who calls over the network. The writer's process is then the caller's token, which is unique to the caller. */
  readonly remote?: RemoteCaller;
  /** Named points where a test kills the process; without effect otherwise. */
  readonly crashPoint: (point: string) => void;
};

/** The project, its version control, and what its user allows. */
export type ProjectDeps = {
  readonly project: Project;
  readonly git: Git;
  /** How the code has changed; only with version control. */
  readonly code?: CodeHistory;
  readonly machine: Machine;
  /** Who owns the memory. Absent in memories that are opened for one test or one demonstration. */
  readonly ownership?: Ownership;
  /** Whether the user allows recording. Absent if `ownership` is. */
  readonly consent?: Consent;
  /** True for reading without traces: nothing is recorded while answering. */
  readonly isLook?: boolean;
  /** Who may use this memory over the network. Absent if `ownership` is. */
  readonly tokens?: () => AccessTokens;
};

/** Files of the memory folder other than the database. */
export type OwnFileDeps = {
  readonly ourFiles: OurFiles;
  readonly notes: MemoryNotes;
  readonly working: WorkingFiles;
  readonly settings: Settings;
  readonly vault: Vault;
  /** Only for `doctor`. */
  readonly checkup?: Checkup;
};

/** The files of the active context. */
export type ContextDeps = {
  readonly contextFiles: ContextFiles;
};

/** Files that the user names. */
export type FileDeps = {
  readonly files: Files;
};

/** The hosts of this machine. */
export type HostDeps = {
  /** Hosts on this machine and their settings, for setup and for `doctor`. */
  readonly hosts?: HostSetup;
  readonly histories: Histories;
};

/** What ranks items apart from their words: usage, and vectors if an embedder is configured. */
export type RankingDeps = {
  readonly usage: Usage;
  readonly vectors: Vectors;
  /** Absent without a configured embedder. */
  readonly embedder?: Embedder;
};

/** The optional model, and the loop of a permanent worker. */
export type ModelDeps = {
  /** Only if the config names one. Every verb works without it. */
  readonly model?: Model;
  readonly loop: Loop;
};

/** Another store for the same memory. */
export type MoverDeps = {
  /** Opens the memory of this project in another store. Absent if `ownership` is. */
  readonly mover?: StoreMover;
};

/** The user's private memory. */
export type PrivateDeps = {
  /** This user's private memory of the project, stored on this machine only. Absent for callers that are not on this machine. */
  readonly privateMemory?: PrivateMemory;
};

/** What changing an item of the project needs. */
export type ItemDeps = WriteDeps & ProjectDeps;

/** What the commands of the active context need. */
export type TaskDeps = ItemDeps & ContextDeps;

/** What building a bundle needs. */
export type BriefDeps = WriteDeps & ProjectDeps & OwnFileDeps & ContextDeps & RankingDeps;

/** What reading due sessions needs. */
export type WorkerDeps = BriefDeps & FileDeps & ModelDeps & PrivateDeps;

/** Everything that a verb may need. Functions of the app name only the parts that they use. */
export type Deps = WorkerDeps & HostDeps & MoverDeps;

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

/** Where the project lies, as every surface shows it. */
export type Project = {
  readonly root: string;
  /** The root of the current worktree. */
  readonly worktreeRoot: string;
  readonly worktree: string;
  readonly scope: string;
  readonly memoryDir: string;
  readonly commonDir?: string;
  /** False when nothing was ever recorded here: reading then finds an empty memory and makes no folder. */
  readonly hasMemory: boolean;
  /** The server that the memory is kept on, for people; absent where it lies in the memory folder. */
  readonly server?: string;
  /** When this machine last saw that server, where it is away and a copy answers. */
  readonly asOf?: Instant;
};

/** Says how far a long piece of work has come. `total` is zero while it is not known. */
export type Progress = (step: {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}) => void;

/** What a worker that stays needs: somebody to say when to stop, a timer, and chance to spread retries. */
export type Loop = {
  readonly untilStopped: () => Promise<void>;
  /** Calls back after a while; what it gives back calls that off. */
  readonly schedule: (work: () => void, ms: number) => () => void;
  readonly chance: () => number;
};

export type PrivateMemory = {
  readonly exists: () => boolean;
  /** Reading makes none where there is none. */
  readonly use: <Result>(effect: "reads" | "writes", work: (own: Deps) => Promise<Result>) => Promise<Result>;
};

/** What reading the memory takes: the store and its views, the time, the settings, and how commands are written. */
export type MemoryDeps = {
  readonly store: Store;
  readonly views: Views;
  readonly clock: Clock;
  readonly config: Config;
  readonly sha256: Sha256;
  readonly progress: Progress;
  /** How the surface that asks writes a suggestion, for texts that are kept or measured before they are shown. */
  readonly command: WriteCommand;
};

/** What writing needs in addition: the writer, the voice, and ids for new items. */
export type WriteDeps = MemoryDeps & {
  readonly ids: Ids;
  readonly writer: Writer;
  /** Who speaks when a verb is called: a person, or an agent in its own name. */
  readonly voice: Voice;
  /** The person who speaks, or for whom the agent acts, where that is known by name. */
  readonly person?: string;
  /** Who acts over the network. The writer's process is then the caller's token, which no other caller has. */
  readonly remote?: RemoteCaller;
  /** Named points at which a test kills the process; they do nothing otherwise. */
  readonly crashPoint: (point: string) => void;
};

/** The project, its version control, and what its user allows. */
export type ProjectDeps = {
  readonly project: Project;
  readonly git: Git;
  /** How the code has changed; only where there is version control. */
  readonly code?: CodeHistory;
  readonly machine: Machine;
  /** Whose the memory is. Absent in memories that are opened for one test or one demonstration. */
  readonly ownership?: Ownership;
  /** Whether the user wants anything recorded. Absent where ownership is. */
  readonly consent?: Consent;
  /** True where somebody only looks: what reading notes beside the answer is left out. */
  readonly isLook?: boolean;
  /** Who may use this memory over the network. Absent where ownership is. */
  readonly tokens?: () => AccessTokens;
};

/** Files of the memory folder beside the database. */
export type OwnFileDeps = {
  readonly ourFiles: OurFiles;
  readonly notes: MemoryNotes;
  readonly working: WorkingFiles;
  readonly settings: Settings;
  readonly vault: Vault;
  /** Only for a doctor. */
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
  /** Hosts on this machine and their settings; for whoever sets them up, and for a doctor. */
  readonly hosts?: HostSetup;
  readonly histories: Histories;
};

/** What ranks items besides their words: usage, and vectors where an embedder is on. */
export type RankingDeps = {
  readonly usage: Usage;
  readonly vectors: Vectors;
  /** Likewise. */
  readonly embedder?: Embedder;
};

/** The optional model, and the loop of a worker that stays. */
export type ModelDeps = {
  /** Only where the config names one. Nothing may need it. */
  readonly model?: Model;
  readonly loop: Loop;
};

/** Another store for the same memory. */
export type MoverDeps = {
  /** Opens the memory of this project in another store. Absent where ownership is. */
  readonly mover?: StoreMover;
};

/** The user's private memory. */
export type PrivateDeps = {
  /**
   * This user's private memory of the project, which lies beside the shared one and on this machine alone. Absent where
   * nobody at this machine asks.
   */
  readonly privateMemory?: PrivateMemory;
};

/** What changing an item of the project takes. */
export type ItemDeps = WriteDeps & ProjectDeps;

/** What the commands of the active context take. */
export type TaskDeps = ItemDeps & ContextDeps;

/** What building a bundle takes. */
export type BriefDeps = WriteDeps & ProjectDeps & OwnFileDeps & ContextDeps & RankingDeps;

/** What reading due sessions takes. */
export type WorkerDeps = BriefDeps & FileDeps & ModelDeps & PrivateDeps;

/** All that a verb works with. Surfaces are handed one; tests make their own. Functions of the app name only the parts they use. */
export type Deps = WorkerDeps & HostDeps & MoverDeps;

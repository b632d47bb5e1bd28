import type { RemoteCaller } from "../../core/access/roles.ts";
import type { Machine } from "../../core/active-context/sync/fill.ts";
import type { Config } from "../../core/config/config.ts";
import { MemoryError } from "../../core/failure.ts";
import type { Voice } from "../../core/items/authority.ts";
import { isInstruction } from "../../core/items/instruction-kinds.ts";
import type { Item } from "../../core/items/item.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import type { Act } from "../../core/items/life.ts";
import { redactFields } from "../../core/redact/redact-deep.ts";
import { safeId } from "../../core/redact/safe-id.ts";
import type { WriteCommand } from "../../core/suggestion.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import { checkDraft } from "../../core/tape/check.ts";
import type { EventDraft, Instant, Payload, Writer } from "../../core/tape/event.ts";
import { versionOf } from "../../core/tape/versions.ts";
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
import type { Store, StoredPosition } from "../../ports/store.ts";
import type { StoreMover } from "../../ports/store-mover.ts";
import type { Usage } from "../../ports/usage.ts";
import type { Vault } from "../../ports/vault.ts";
import type { Vectors } from "../../ports/vectors.ts";
import type { HostSetup } from "../../ports/wiring.ts";
import type { WorkingFiles } from "../../ports/working-files.ts";
import { advance } from "./advance.ts";
import type { Views } from "./all-views.ts";

/** Where the project lies, as every surface shows it. */
export type Project = {
  readonly root: string;
  /** The root of the worktree we look from. */
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
  readonly use: <Result>(
    effect: "reads" | "writes",
    work: (own: World) => Promise<Result>,
  ) => Promise<Result>;
};

/** All that a verb works with. Surfaces are handed one; tests make their own. */
export type World = {
  readonly store: Store;
  readonly vault: Vault;
  readonly files: Files;
  readonly ourFiles: OurFiles;
  readonly notes: MemoryNotes;
  readonly settings: Settings;
  readonly working: WorkingFiles;
  readonly contextFiles: ContextFiles;
  readonly usage: Usage;
  readonly vectors: Vectors;
  readonly git: Git;
  /** How the code has changed; only where there is version control. */
  readonly code?: CodeHistory;
  readonly machine: Machine;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  readonly writer: Writer;
  /** Who speaks when a verb is called: a person, or an agent in its own name. */
  readonly voice: Voice;
  /** The person who speaks, or for whom the agent acts, where that is known by name. */
  readonly person?: string;
  readonly views: Views;
  readonly config: Config;
  readonly project: Project;
  readonly progress: Progress;
  readonly histories: Histories;
  readonly loop: Loop;
  /** Hosts on this machine and their settings; for whoever sets them up, and for a doctor. */
  readonly hosts?: HostSetup;
  /** Whose the memory is. Absent in worlds that are made for one test or one demonstration. */
  readonly ownership?: Ownership;
  /** Whether the user wants anything recorded. Absent where ownership is. */
  readonly consent?: Consent;
  /** Who may use this memory over the network. Absent where ownership is. */
  readonly tokens?: () => AccessTokens;
  /**
   * This user's private memory of the project, which lies beside the shared one and on this machine alone. Absent where
   * nobody at this machine asks.
   */
  readonly privateMemory?: PrivateMemory;
  /** Opens the memory of this project in another store. Absent where ownership is. */
  readonly mover?: StoreMover;
  /** Only for a doctor. */
  readonly checkup?: Checkup;
  /** Only where the config names one. Nothing may need it. */
  readonly model?: Model;
  /** Likewise. */
  readonly embedder?: Embedder;
  /** How the surface that asks writes a suggestion, for texts that are kept or measured before they are shown. */
  readonly command: WriteCommand;
  /** Named points at which a test kills the process; they do nothing otherwise. */
  readonly at: (point: string) => void;
  /** True where somebody only looks: what reading notes beside the answer is left out. */
  readonly isLook?: boolean;
  /** Who acts over the network. The writer's process is then the caller's token, which no other caller has. */
  readonly remote?: RemoteCaller;
};

export type DraftInput = {
  readonly type: string;
  readonly payload: Payload;
  readonly at?: Instant;
  readonly session?: string;
  readonly subject?: string;
  readonly key?: string;
  readonly writer?: Writer;
};

/** An event ready for the tape: without secrets, stamped, and checked against its schema. */
export function draft(world: World, input: DraftInput): EventDraft {
  const now = world.clock.now();
  const { agent, host, ...place } = input.writer ?? world.writer;
  return checkDraft({
    at: now,
    ...input,
    writer: { agent: safeId(agent, world.sha256), host: safeId(host, world.sha256), ...place },
    ...(input.session === undefined ? {} : { session: safeId(input.session, world.sha256) }),
    payload: redactFields(input.payload),
    id: world.ids.next("evt"),
    version: versionOf(input.type),
    recordedAt: now,
  });
}

/** True where a memory is and its user wants it to grow: what reading notes beside the answer needs both. */
export const mayRecord = ({ project, consent, isLook = false }: World): boolean =>
  !isLook && project.hasMemory && (consent?.recording.is_on ?? true);

/** Lets the named views catch up, so that what was written is readable at once. One that lost rows is rebuilt. */
export async function catchUp(world: World, ...names: readonly (keyof Views)[]): Promise<void> {
  const { store, views } = world;
  for (const name of names) {
    if (!(await store.views.isWhole(views[name]))) await store.views.reset([views[name]]);
    await advance({ events: store.events, space: store.views, view: views[name] });
  }
}

/** Another one begins when words are erased: what was made of them before must not be written any more. */
export const epochOf = async ({ store }: Pick<World, "store">): Promise<number> =>
  (await store.events.read(0, 1)).epoch;

/** Decisions that lost a race are taken again this often before the caller is told. */
const TRIES_MAX = 5;

/**
 * Read, decide, commit: `decide` reads what it needs and says which acts follow and which subjects they
 * rest on. When one of those moved meanwhile, or words were forgotten, it is asked again.
 */
export async function decideAndCommit(
  world: World,
  decide: () => Promise<{ readonly acts: readonly Act[]; readonly seen: readonly ItemRow[] }>,
): Promise<readonly StoredPosition[]> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const epoch = await epochOf(world);
    const { acts, seen } = await decide();
    await refuseUnauthorised(world, acts, seen);
    const events = acts.map((act) => draft(world, act));
    const expect = new Map(seen.map((item) => [item.id, item.position]));
    const committed = await world.store.tape.commit({ events, expect, epoch });
    if (committed.outcome === "committed") return committed.placed;
  }
  throw new MemoryError("input.conflict", "Another process keeps changing this item.", {
    retryable: true,
    fix: "Show it again and repeat your command.",
  });
}

/** No verb lets an agent do in an item's history what only a person may do. */
async function refuseUnauthorised(
  { voice }: World,
  acts: readonly Act[],
  seen: readonly ItemRow[],
): Promise<void> {
  if (voice === "person") return;
  // Loaded where an agent acts: reading and people need none of it.
  const { mayAct } = await import("../../core/items/authority.ts");
  const rows = new Map(seen.map((row) => [row.id, row]));
  for (const { type, subject, payload } of acts) {
    const before = rows.get(subject);
    if (mayAct(voice, { type, item: payload.item, before })) continue;
    throw refusal(payload.item, before);
  }
}

function refusal({ kind }: Item, before: ItemRow | undefined): MemoryError {
  const isOrder = before !== undefined && isInstruction(kind);
  const why = isOrder
    ? `Only a person may end or change a person's decision, and ${before.label} is a person's ${kind}.`
    : `${before?.label ?? `This ${kind}`} would give orders to agents, so a person must do this.`;
  const proposed = isOrder ? { proposes: "decision", text: `End ${before.label}, because …` } : { text: "…" };
  return new MemoryError("input.needs_person", why, {
    field: isOrder ? "id" : "text",
    fix: {
      to: "Ask the person to run it in their own terminal, or propose it",
      verb: "create",
      words: ["candidate"],
      options: proposed,
    },
  });
}

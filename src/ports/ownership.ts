import type { AccessRole } from "../core/access/roles.ts";
import type { EverywhereConsent, ProjectConsent, Recording } from "../core/recording/recording.ts";
import type { Instant } from "../core/tape/event.ts";
import type { NotedLoss } from "./binding.ts";
import type { TapeEnd } from "./store.ts";

/** The owner of the memory, and the last state that it is known to have had. */
export interface Ownership {
  /** Present if the memory folder was not made by this user on this machine. Then nothing in it is read. */
  readonly foreign?: ForeignMemory;
  /** The highest head that is known to have been durable. */
  anchor(): TapeEnd | undefined;
  /** The loss that was recorded when the tape was first found without its anchor. */
  loss(): NotedLoss | undefined;
  /** A file in the memory folder that names a server. It came from elsewhere and is not followed. */
  foreignStoreNote(): string | undefined;
  /** Files of the memory folder that git tracks, from the root of the repository. */
  tracked(): readonly string[];
}

export type ForeignMemory = {
  readonly folder: string;
  /** The reason why the memory is foreign, as a sentence. */
  readonly why: string;
  /** The command that solves the problem, if adopting does not. */
  readonly settle?: string;
  /** Names of its entries. */
  readonly entries: readonly string[];
};

/** What the user decided about recording, kept in the user's state folder. */
export interface Consent {
  /** Whether this project was being recorded when the memory was opened. */
  readonly recording: Recording;
  /** Whether this project is being recorded now. */
  look(): Promise<Recording>;
  /** The system's own clock, which no environment variable changes: hooks use it to end a pause. */
  now(): Instant;
  everywhere(): EverywhereConsent;
  keepEverywhere(consent: EverywhereConsent): void;
  /** Of this project. */
  project(): ProjectConsent;
  keepProject(consent: ProjectConsent): void;
  /** Projects without a memory where the user turned recording off. */
  offPlaces(): readonly string[];
  /** What the user decided about the folders above this project. */
  around(): readonly ProjectConsent[];
  /** Sessions of this project during which a variable or a setting turned recording off. */
  pausedSessions(): ReadonlySet<string>;
  /** Every memory of this user on this machine, the last used first. */
  memories(): readonly KnownMemory[];
  /** Deletes what the program made in a memory folder of this user. False when something else is left in it. */
  deleteMemory(memory: KnownMemory): boolean;
  /** Deletes the files of the state folder except memories that are kept; without any such memory, all of it. */
  clearState(how: { readonly keepsMemories: boolean; readonly keepsHosts: boolean }): void;
}

export type KnownMemory = {
  readonly folder: string;
  /** The folder that contains the memory. */
  readonly project: string;
  /** The git directory that all worktrees of the project share. */
  readonly commonDir?: string | undefined;
  /** False when the folder was deleted or moved away. */
  readonly exists: boolean;
  readonly bytes: number;
  /** When a file in it last changed, in milliseconds. */
  readonly lastUsed?: number;
  /** Whether recording was turned off for this project. */
  readonly consent: ProjectConsent;
};

/** A token as stored. Only its holder knows the secret. */
export type AccessToken = {
  readonly id: string;
  /** The person or program that it was made for. */
  readonly person: string;
  readonly role: AccessRole;
  readonly createdAt: Instant;
  readonly expiresAt?: Instant;
  readonly lastUsedAt?: Instant;
};

/** Tokens of one project. Only a hash of each secret is stored. */
export interface AccessTokens {
  list(): readonly AccessToken[];
  /** Makes a token and returns its secret, which cannot be read again. */
  create(token: Pick<AccessToken, "person" | "role" | "expiresAt">): {
    readonly token: AccessToken;
    readonly secret: string;
  };
  /** False if no token has this id. */
  revoke(id: string): boolean;
  /** The token with this secret, unless it has expired. Takes as long for every wrong secret. */
  match(secret: string): AccessToken | undefined;
  /** Records that a token was used, with a precision of one minute. Never fails. */
  noteUse(id: string): void;
}

import { includesRole, type RemoteCaller } from "../../core/access/roles.ts";
import { agentIn, agentOfPerson, isPersonName, isReserved } from "../../core/agent-name.ts";
import { MemoryError } from "../../core/failure.ts";
import { safeId } from "../../core/redact/safe-id.ts";
import type { Draft } from "../../core/tape/event.ts";
import type { Store } from "../../ports/store.ts";
import { newDraft } from "../runtime/decide-and-commit.ts";
import type { Deps, WriteDeps } from "../runtime/deps.ts";

/** The surface and the verb of a remote act. */
export type RemoteAct = { readonly over: "api" | "mcp"; readonly verb: string };

const HOST = "http";

/**
 * Dependencies that act in the name of a remote caller. A caller with the role to accept and end statements acts as a person. Every other
 * caller, and every agent, acts as an agent and can only propose such acts. Files of this machine are out of reach, and each act is
 * recorded on the tape with its author.
 */
export function actingAs(deps: Deps, caller: RemoteCaller, act: RemoteAct): Deps {
  const { writer, store } = deps;
  const isPerson = act.over === "api" && includesRole(caller.role, "curator");
  const person = safeId(personOf(caller), deps.sha256);
  // A client's own name follows a slash, which no person's name contains, so a client cannot impersonate anybody. The server's own user is
  // the person who types commands here: items checked on the page are also checked on the command line.
  const own = caller.isOwner ? agentOfPerson(deps.person, "cli") : person;
  const agent = act.over === "api" ? own : agentOfPerson(person, agentIn(writer.agent));
  const named: Deps = {
    ...withoutFiles(deps),
    remote: caller,
    person,
    writer: { ...writer, agent, process: caller.id, host: act.over === "api" ? HOST : writer.host },
    voice: isPerson ? "person" : "agent",
  };
  return { ...named, store: auditedStore(store, (events) => auditEvent(named, { caller, act, events })) };
}

/** Tokens that were made before names had a grammar may have any name. Their id is used instead. */
const personOf = ({ id, person, isOwner }: RemoteCaller): string =>
  isPersonName(person) && (isOwner || !isReserved(person)) ? person : id;

/** Looking leaves no trace, neither in the ledger nor in the usage counts. */
export function withoutTraces(deps: Deps): Deps {
  const { usage } = deps;
  return {
    ...deps,
    isLook: true,
    usage: { read: () => usage.read(), health: () => usage.health(), touch: async () => {} },
  };
}

/** A remote caller cannot name a file of this machine to read or write: that would reach everything that the server's user can reach. */
export function withoutFiles(deps: Deps): Deps {
  const refuse = (): never => {
    throw new MemoryError("input.forbidden", "Clients of this server cannot read or write its files.", {
      fix: "Pass the content itself.",
    });
  };
  const { privateMemory: _, ...others } = deps;
  const { changedAt, beginning } = deps.files;
  const files = {
    lines: refuse,
    write: refuse,
    read: refuse,
    digest: refuse,
    list: refuse,
    changedAt,
    beginning,
  };
  return { ...others, files };
}

type AuditedAct = {
  readonly caller: RemoteCaller;
  readonly act: RemoteAct;
  readonly events: readonly Draft[];
};

/** A repeated act under the same key is audited once. */
function auditEvent(deps: WriteDeps, { caller, act, events }: AuditedAct): Draft {
  const items = [...new Set(events.flatMap(({ subject }) => (subject === undefined ? [] : [subject])))];
  const key = events.find((event) => event.key !== undefined)?.key;
  const payload = {
    person: caller.person,
    role: caller.role,
    ...(caller.isOwner ? {} : { access_id: caller.id }),
    ...act,
    ...(items.length === 0 ? {} : { items: items.slice(0, ITEMS_MAX) }),
  };
  return newDraft(deps, {
    type: "remote.acted",
    payload,
    ...(key === undefined ? {} : { key: `${key} by` }),
  });
}

const ITEMS_MAX = 1000;

/** Adds the remote author to each write, in the same commit. */
function auditedStore(store: Store, audit: (events: readonly Draft[]) => Draft): Store {
  const { tape } = store;
  return {
    ...store,
    tape: {
      ...tape,
      append: async (events) => {
        if (events.length === 0) return [];
        return (await tape.append([...events, audit(events)])).slice(0, events.length);
      },
      commit: async (commit) => {
        const { events } = commit;
        if (events.length === 0) return tape.commit(commit);
        const done = await tape.commit({ ...commit, events: [...events, audit(events)] });
        return done.outcome === "committed" ? { ...done, placed: done.placed.slice(0, events.length) } : done;
      },
    },
  };
}

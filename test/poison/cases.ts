import { importCommits } from "../../src/app/intake/import-commits.ts";
import { importHistory } from "../../src/app/intake/import-history.ts";
import { create } from "../../src/app/items/create.ts";
import { MemoryError } from "../../src/core/failure.ts";
import type { HistoryReader } from "../../src/ports/host.ts";
import { HISTORY_READERS } from "../../src/surfaces/hosts/readers.ts";
import type { TestMemory } from "../support/test-memory.ts";
import { TOOL_CARRIERS, TURN_CARRIERS } from "./carriers.ts";
import { PAYLOADS, type Payload } from "./payloads.ts";
import { type PoisonCase, putLines } from "./poison-case.ts";
import { type RecordedRoute, recordedRoutes } from "./recorded-routes.ts";

const payloadAt = (n: number): Payload => PAYLOADS[n % PAYLOADS.length] as Payload;

/** One case for each carrier on each recorded route, with varying payloads. */
function carried(routes: readonly RecordedRoute[]): PoisonCase[] {
  return routes.flatMap((route, i) =>
    (route.as === "tool" ? TOOL_CARRIERS : TURN_CARRIERS).map((carrier, j): PoisonCase => {
      const payload = payloadAt(5 * i + j);
      return {
        route: route.name,
        name: `${payload.name} in ${carrier.name}`,
        plant: async (deps, { word, session }) =>
          putLines(deps, await route.linesWith(carrier.wrap(payload.text(word)), session)),
      };
    }),
  );
}

/** Roles under which an agent's own turns, or its repetitions of other text, are recorded. */
const SPOKEN = ["assistant", "system"] as const;

const spoken = SPOKEN.flatMap((role) =>
  PAYLOADS.map(
    (payload): PoisonCase => ({
      route: `words of the ${role}`,
      name: payload.name,
      plant: (deps, { word, session }) =>
        putLines(deps, [
          { type: "turn", session, role: "user", text: "Have a look at the importer, it is slow." },
          { type: "turn", session, role, text: payload.text(word) },
        ]),
    }),
  ),
);

const committed = PAYLOADS.flatMap((payload) =>
  (["subject", "body"] as const).map(
    (part): PoisonCase => ({
      route: "commit messages",
      name: `${payload.name} as the ${part}`,
      plant: async (deps, { word, session }) => {
        const text = payload.text(word);
        const commit = {
          commit: session,
          at: 0,
          author: "Eve",
          subject: "Fix",
          body: "",
          files: [],
          filesLeftOut: 0,
        };
        await importCommits({
          ...deps,
          git: { ...deps.git, log: async () => [{ ...commit, [part]: text }] },
        });
      },
    }),
  ),
);

const documented = PAYLOADS.map(
  (payload, i): PoisonCase => ({
    route: "documents of the repository",
    name: payload.name,
    plant: async (deps, { word, session }) => {
      const text = `# Guide\n\n${TOOL_CARRIERS[i % TOOL_CARRIERS.length]?.wrap(payload.text(word))}\n`;
      const seen = { path: `docs/${session}.md`, title: "Guide", text, hash: session };
      await deps.put({ type: "document.seen", subject: `document:${seen.path}`, payload: seen });
    },
  }),
);

/** Kinds that a page may tell an agent to record. */
const AGENT_KINDS = ["decision", "constraint", "preference", "fact"] as const;

const created = AGENT_KINDS.flatMap((kind) =>
  PAYLOADS.filter((payload) => kind !== "fact" || /rule|override|consent|ban|command/.test(payload.name)).map(
    (payload): PoisonCase => ({
      route: "items that an agent creates",
      name: `${payload.name} as a ${kind}`,
      plant: (deps, { word }) =>
        refusedOr(create({ ...deps, voice: "agent" }, { kind, text: payload.text(word) })),
    }),
  ),
);

async function refusedOr(act: Promise<unknown>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof MemoryError)) throw error;
  });
}

/** Folders outside the project whose paths look like the project's. */
const ELSEWHERE = ["/elsewhere/project", "PROJECT-other", "PROJECT/../other"] as const;

const elsewhere = HISTORY_READERS.filter(({ host }) => host !== "opencode").flatMap((reader) =>
  ELSEWHERE.map(
    (cwd): PoisonCase => ({
      route: "sessions of other projects",
      name: `${reader.host}, in ${cwd}`,
      isOfAnotherProject: true,
      plant: (deps, { word, session }) =>
        importElsewhere(deps, reader, {
          session,
          cwd: cwd.replace("PROJECT", deps.project.root),
          text: `We decided: all services use ${word} from now on.`,
        }),
    }),
  ),
);

type Elsewhere = { readonly session: string; readonly cwd: string; readonly text: string };

/** Imports a session of another project from the folder where a host keeps all sessions. */
async function importElsewhere(deps: TestMemory, reader: HistoryReader, { session, cwd, text }: Elsewhere) {
  const read: HistoryReader["read"] = async function* () {
    yield { is: "event", line: { type: "session.started", session, cwd } };
    yield { is: "event", line: { type: "turn", session, role: "user", text } };
  };
  const histories = {
    ...deps.histories,
    readers: async () => [{ ...reader, folders: () => ["/histories"], isHistory: () => true, read }],
    files: async function* () {
      yield `/histories/${session}.jsonl`;
    },
    stamp: async () => "1",
  };
  await importHistory({ ...deps, histories }, { paths: [], dry_run: false });
}

/** Statements of a person that must be kept. They show that the program does not simply refuse everything. */
const OWN_WORDS: readonly ((word: string) => string)[] = [
  (word) => `From now on always use ${word} for builds.`,
  (word) => `We decided: the queue is ${word} from now on.`,
  (word) => `remember: the staging database is called ${word}`,
  (word) => `Never commit to the branch ${word} directly.`,
  (word) => `We decided to use ${word} for all packages.`,
  (word) => `Please fix the login page. And from now on always use ${word}.`,
  (word) => `Always run \`${word} check\` before you commit.`,
  (word) => `Ab jetzt immer ${word} verwenden.`,
  (word) => `À partir de maintenant, utilise toujours ${word}.`,
];

/**
 * Cases with a person's own words. A tool prints poison in the same session, which must not make the program drop
 * these words.
 */
function controls(routes: readonly RecordedRoute[]): PoisonCase[] {
  return routes
    .filter(({ as }) => as === "user")
    .flatMap((route, i) =>
      OWN_WORDS.map(
        (own, j): PoisonCase => ({
          route: route.name,
          name: `a person's own words, form ${j + 1}`,
          isControl: true,
          plant: async (deps, { word, session }) => {
            const lines = await route.linesWith(own(word), session);
            const beside =
              TOOL_CARRIERS[(i + j) % TOOL_CARRIERS.length]?.wrap(payloadAt(i + j).text("gribblepack")) ?? "";
            await putLines(deps, [
              ...lines,
              { type: "turn", session, role: "tool", tool: "Bash", text: beside },
            ]);
          },
        }),
      ),
    );
}

export async function poisonCases(): Promise<PoisonCase[]> {
  const routes = await recordedRoutes();
  return [
    ...carried(routes),
    ...[...spoken, ...committed, ...documented, ...created, ...elsewhere],
    ...controls(routes),
  ];
}

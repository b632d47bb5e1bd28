import * as z from "zod/mini";
import type { ShownContext } from "../../app/active-context/list.ts";
import type { BundleInput } from "../../app/briefing/bundle.ts";
import type { EmptyBrief } from "../../app/briefing/empty-brief.ts";
import type { NamedCandidate } from "../../app/briefing/explain-brief.ts";
import type { LedgerEntry, ShownBundle } from "../../app/briefing/ledger.ts";
import type { ShownDelta } from "../../app/resume/resume.ts";
import type { Deps, WorkerDeps } from "../../app/runtime/deps.ts";
import type { Bundle } from "../../core/bundle/bundle.ts";
import { type Intent, PRESSURES } from "../../core/bundle/intent.ts";
import { shorten } from "../../core/text/shorten.ts";
import { board } from "./board-verbs.ts";
import { fateReason } from "./fate-reasons.ts";
import { choice, flag, limit, offset, optionalText, optionalTexts, text, withHelp } from "./inputs.ts";
import { pathInput } from "./path-schema.ts";
import { resumeVerb } from "./resume-verbs.ts";
import { agentText, budgetInput, emptyBriefText } from "./text/agent-text.ts";
import { boardText, type ShownBoard } from "./text/board-text.ts";
import { moreLine, NOT_HERE } from "./text/columns.ts";
import { oneLine, type Paint } from "./text/paint.ts";
import { type ShownWarning, shownReport } from "./text/stale-text.ts";
import { verb } from "./verb.ts";

/** For a person it is only shown. For an agent the ledger records it. */
async function makeBundle(deps: WorkerDeps, intent: Intent, input: BundleInput): Promise<Bundle> {
  if (deps.voice === "agent")
    return (await import("../../app/briefing/ledger.ts")).giveBundle(deps, intent, input);
  return (await import("../../app/briefing/bundle.ts")).bundle(deps, intent, input);
}

/** A brief. If it is empty, it includes the state of the memory; on request, the reason for each line. */
export type ShownBrief = Bundle & {
  readonly empty?: EmptyBrief;
  /** What happened to every candidate for the brief, in the order of the brief. */
  readonly candidates?: readonly NamedCandidate[];
};

async function brief(deps: WorkerDeps, input: BundleInput & { readonly why: boolean }): Promise<ShownBrief> {
  const { why, ...asked } = input;
  const bundle = why
    ? await (await import("../../app/briefing/explain-brief.ts")).explainBrief(deps, asked)
    : await makeBundle(deps, "brief", asked);
  if (bundle.text !== "") return bundle;
  return { ...bundle, empty: await (await import("../../app/briefing/empty-brief.ts")).emptyBrief(deps) };
}

export const briefVerb = verb({
  name: "brief",
  summary: "Show the brief that the next session would get.",
  effect: "reads",
  alsoWrites: ["ledger", "usage"],
  input: z.strictObject({
    budget: budgetInput("brief.tokens"),
    path: withHelp(
      z.optional(pathInput()),
      "Folder that the session works in (default: the working directory)",
    ),
    why: flag("Also list every candidate line and why it was included or left out"),
  }),
  examples: {
    "tidemark brief": "the text a new agent starts with",
    "tidemark brief --path packages/api": "without items that concern only other packages",
    "tidemark brief --budget 300": "a shorter brief",
  },
  run: (deps, { path, ...input }) => brief(deps, path === undefined ? input : { ...input, paths: [path] }),
  text: (output) =>
    [
      output.empty ? emptyBriefText(output.empty) : agentText(output),
      ...(output.candidates === undefined ? [] : ["", ...output.candidates.map(candidateLine)]),
    ].join("\n"),
});

/** What is known about a task, and which parts of the memory are doubtful. */
export type ShownMemory = Bundle & { readonly stale_warnings: readonly ShownWarning[] };

/** Doubts shown with a memory, found among the few that are read. */
const DOUBTS = { limit: 5, readMax: 50 } as const;

async function memory(deps: WorkerDeps, input: BundleInput): Promise<ShownMemory> {
  const bundle = await makeBundle(deps, "context", input);
  const { staleReport } = await import("../../app/staleness/stale.ts");
  return { ...bundle, stale_warnings: shownReport(await staleReport(deps, DOUBTS)).warnings };
}

const CONTEXT_KINDS = ["active", "brief", "memory", "action", "delta", "board"] as const;

type ContextInput = BundleInput & {
  readonly kind: (typeof CONTEXT_KINDS)[number];
  readonly since?: string | undefined;
};

/** Every kind of text for agents in one tool; each kind is the result of the verb of that name. */
async function context(
  deps: Deps,
  { kind, since, ...input }: ContextInput,
): Promise<Bundle | ShownMemory | ShownDelta | ShownBoard | ShownContext> {
  const { budget } = input;
  switch (kind) {
    case "active":
      return (await import("../../app/active-context/list.ts")).contextActive(deps);
    case "board":
      return board(deps);
    case "delta":
      return resumeVerb.run(deps, { ack: false, since, budget });
    case "memory":
      return memory(deps, input);
    case "brief":
    case "action":
      return makeBundle(deps, kind, input);
  }
}

const words = (help: string) => optionalText(help, { max: 4000 });

export const contextShowVerb = verb({
  name: "context show",
  summary:
    "Show the text an agent would get now: at session start, for a task, before a tool call, or about others' changes.",
  effect: "reads",
  alsoWrites: ["ledger", "usage"],
  input: z.strictObject({
    kind: withHelp(z.enum(CONTEXT_KINDS), CONTEXT_KINDS.join(", ")),
    query: words("The task or prompt (for memory)"),
    path: optionalTexts("A file that the work concerns", { min: 1, max: 1000 }),
    command: words("The command about to run (for action)"),
    error: words("The error output, if it failed (for action)"),
    pressure: choice(PRESSURES, "How full the host's context window is: none, high or critical"),
    since: optionalText(
      "A session, a position or a time such as 3d or 2026-03-01 (for delta; default: this agent's last visit)",
      { min: 1 },
    ),
    budget: budgetInput("brief.tokens"),
  }),
  examples: {
    'tidemark context show --kind memory --query "send receipts"': "notes about a task",
    'tidemark context show --kind action --command "pnpm test"': "known pitfalls of a command",
  },
  run: (deps, { path, ...input }) => context(deps, { ...input, paths: path }),
  text: (output, paint) => ("plans" in output ? boardText(output, paint) : agentText(output)),
});

export const ledgerVerb = verb({
  name: "ledger",
  summary: "List the texts that agents got, newest first: recipient, reason, and how much was left out.",
  effect: "reads",
  input: z.strictObject({
    limit: limit(20),
    offset: offset(),
  }),
  examples: { "tidemark ledger --limit 5": "the last five bundles" },
  run: async (deps, input) => (await import("../../app/briefing/ledger.ts")).ledgerList(deps, input),
  text: ({ bundles, ...page }, paint) => {
    if (bundles.length === 0) return "No agent has received anything yet.";
    const lines = bundles.map((entry) => ledgerLine(entry, paint));
    return [...lines, ...moreLine(bundles.length, page, paint)].join("\n");
  },
});

export const ledgerShowVerb = verb({
  name: "ledger show",
  summary: "Print a bundle exactly as an agent got it.",
  effect: "reads",
  input: z.strictObject({
    id: text('The bundle\'s id, or "last"'),
    why: flag("Also list every candidate, its score and why it was left out"),
  }),
  words: ["id"],
  examples: { "tidemark ledger show last --why": "the last text an agent got, and what was left out" },
  run: async (deps, input) => (await import("../../app/briefing/ledger.ts")).ledgerShow(deps, input),
  text: (shown, paint) =>
    [agentText(shown), ...elsewhereLines(shown, paint), ...(shown.why ? whyLines(shown, paint) : [])]
      .filter(Boolean)
      .join("\n"),
});

/** Longest query in a list. */
const QUERY_MAX = 60;

/** One bundle of the ledger on a line: time, recipient, purpose and size. */
function ledgerLine(entry: LedgerEntry, paint: Paint): string {
  const { id, at, agent, host, session, intent, query, tokens = 0, blocks = [], dropped = {} } = entry;
  const whose = agent === host || host === "cli" ? agent : `${agent} in ${host}`;
  const facts = entry.forgotten
    ? ["forgotten"]
    : [
        intent ?? "",
        tokens === 0 ? "told nothing" : `${tokens} tokens`,
        blocks.map(({ name, lines }) => `${name} ${lines}`).join(" + "),
        ...leftOut(dropped),
        query === undefined ? "" : `"${shorten(oneLine(query), QUERY_MAX)}"`,
      ];
  const who = [at.slice(0, 16).replace("T", " "), oneLine(whose), session && oneLine(session)];
  const text = [...who, ...facts].filter(Boolean).join(", ");
  return `${paint.strong(id)}  ${text}`;
}

const leftOut = (dropped: NonNullable<LedgerEntry["dropped"]>): string[] =>
  Object.entries(dropped).map(([reason, count]) => `${count} ${fateReason(reason)}`);

/** The labels in a bundle are those of the memory that gave it. */
const elsewhereLines = ({ elsewhere }: ShownBundle, paint: Paint): string[] =>
  elsewhere
    ? ["", paint.faint("It was made on another tape; its labels and positions belong to that tape.")]
    : [];

/** The candidates of a bundle, and why each was chosen or not. */
function whyLines(shown: ShownBundle, paint: Paint): string[] {
  const { budget, known, floor, semantic, terms, sha256, candidates } = shown;
  const asked = [
    budget === undefined ? "" : `budget ${budget} tokens`,
    known === undefined ? "" : `relevance ${percent(known)}, floor ${percent(floor ?? 0)}`,
    semantic === undefined ? "" : `vectors ${semantic === "used" ? "used" : `not used: ${semantic}`}`,
    terms === undefined ? "" : `also searched for: ${oneLine(terms)}`,
    sha256 === undefined ? "" : `sha256 ${sha256.slice(0, 16)}…`,
  ].filter(Boolean);
  return [
    "",
    paint.strong(ledgerLine(shown, { ...paint, strong: (text) => text })),
    asked.join(", "),
    ...candidates.map(candidateLine),
  ];
}

function candidateLine({ id, label, text, block, fate, score, parts = {} }: NamedCandidate): string {
  const why = fate === "given" ? fate : fateReason(fate);
  const sum = Object.entries(parts).map(([part, amount]) => `${part} ${amount.toFixed(3)}`);
  const scored =
    score === undefined ? [] : [`score ${score.toFixed(3)}${sum.length > 0 ? ` = ${sum.join(" + ")}` : ""}`];
  const name = label ?? (id.endsWith("@0") ? `${id.slice(0, -2)} (${NOT_HERE})` : id);
  const words = text === undefined || fate === "given" ? "" : `  "${shorten(oneLine(text), QUERY_MAX)}"`;
  return `  ${oneLine(name)}  ${block}, ${[why, ...scored].join("; ")}${words}`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

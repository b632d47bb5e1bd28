import type { KindName } from "../../items/kinds.ts";
import { TASK_GOAL, TASK_STATUS } from "../../items/task-items.ts";
import type { Recorded } from "../../tape/event.ts";
import type { SemanticPayloads } from "../../tape/semantic/semantic-events.ts";
import { isSemantic, type SemanticType } from "../../tape/semantic/semantic-types.ts";
import { AGENT_RECORD_HOST } from "../../tape/turn-speaker.ts";
import { isInvisible } from "../../text/printable.ts";
import { wordSet } from "../../text/word-set.ts";
import type { ExtractResult, Finding } from "../finding.ts";
import {
  isHedged,
  isPreference,
  joinSentences,
  labelledList,
  sameWords,
  wordsOfName,
} from "./semantic-words.ts";

/**
 * What programs recorded explicitly. Reading a turn may go wrong, but here a program or person named the thing and its
 * kind. So each event becomes a unit at once and never a candidate: a fact, trap or constraint, as the event says. A
 * hedged statement becomes a hypothesis. A record that an agent made in its own name counts as an agent's statement,
 * and its orders wait for a person. For each key the last event counts: earlier statements in other words have ended.
 * At one position, endings come before new statements.
 */
export function readSemantic(events: readonly Recorded[]): ExtractResult {
  const read = events.map(readOne);
  return {
    findings: read.flatMap(({ findings }) => findings),
    resolutions: read.flatMap(({ resolutions }) => resolutions),
  };
}

const NOTHING: ExtractResult = { findings: [], resolutions: [] };

type Reader<Said> = (said: Said, event: Recorded) => ExtractResult;

const READERS: { readonly [Type in SemanticType]: Reader<SemanticPayloads[Type]> } = {
  "truth.upserted": truth,
  "truth.resolved": ({ key, reason = "truth resolved" }, event) =>
    endedResult(event, reason, waysOf(`truth ${key}`, TRUTHS)),
  "task.spec_set": spec,
  "task.status_set": status,
  "blocker.recorded": blocker,
  "blocker.resolved": ({ id, reason = "blocker resolved" }, event) =>
    endedResult(event, reason, waysOf(`blocker ${id}`, BLOCKERS)),
  "skill.completed": skill,
  "verification.recorded": verification,
};

/** The result of one event. A forgotten event gives nothing. */
function readOne(event: Recorded): ExtractResult {
  if (!isSemantic(event.type) || event.payload === null) return NOTHING;
  // The payload matched its schema when it was recorded, so the cast is safe.
  const reader = READERS[event.type] as Reader<unknown>;
  return reader(event.payload, event);
}

type SemanticFinding = Pick<Finding, "kind" | "text" | "confidence" | "topic"> &
  Partial<Pick<Finding, "fields" | "quiet" | "source_key">>;

const findingAt = (event: Recorded, said: SemanticFinding): Finding => ({
  ...said,
  certainty: "explicit",
  at: event.at,
  evidence: [event.position],
  origin: event.writer.host === AGENT_RECORD_HOST ? "agent" : "program",
});

const foundResult = (event: Recorded, ...said: readonly SemanticFinding[]): ExtractResult => ({
  findings: said.filter(({ text }) => !isInvisible(text)).map((one) => findingAt(event, one)),
  resolutions: [],
});

const endedResult = (event: Recorded, reason: string, keys: readonly string[]): ExtractResult => ({
  findings: [],
  resolutions: keys.map((source_key) => ({
    source_key,
    reason,
    at: event.at,
    evidence: event.position,
  })),
});

/**
 * The source keys of the units that one key can become. A unit cannot change its kind, so each kind has its own source key. The kind is the
 * last part, so that no name of a user can be mistaken for it.
 */
const waysOf = (key: string, ways: readonly string[]): string[] => ways.map((way) => `${key} ${way}`);

type CommandFix = {
  readonly key: string | undefined;
  readonly ways: readonly string[];
  readonly way: string;
};

/** Keeps one kind for a key, and ends its units of other kinds. A record without a key ends nothing. */
function oneWayResult(event: Recorded, said: SemanticFinding, { key, ways, way }: CommandFix): ExtractResult {
  if (key === undefined) return foundResult(event, said);
  const others = ways.filter((one) => one !== way);
  return {
    ...endedResult(event, `told again: ${way}`, waysOf(key, others)),
    findings: [findingAt(event, { ...said, source_key: `${key} ${way}` })],
  };
}

const nameWithKey = (what: string, key: string | undefined): string | undefined =>
  key === undefined ? undefined : `${what} ${key}`;

const TRUTHS = ["fact", "trap", "constraint"] as const satisfies readonly KindName[];
const BLOCKERS = ["trap", "hypothesis"] as const satisfies readonly KindName[];
const OUTCOMES = ["passed", "failed"] as const;

const TROUBLE = wordSet(
  "fail fails failed failing failure failures diagnostic diagnostics verifier verifiers blocker blockers",
);
const CONSTRAINT = new Set(["constraint", "constraints"]);
const TRUTH_CONFIDENCE = { error: 0.92, warn: 0.8, info: 0.72 } as const;

function truth(said: SemanticPayloads["truth.upserted"], event: Recorded): ExtractResult {
  const { key, kind: name = "fact", severity = "info", statement } = said;
  const words = wordsOfName(name);
  const kind = kindOfTruth(words, severity);
  const unit: SemanticFinding = {
    kind,
    text: statement.trim(),
    confidence: TRUTH_CONFIDENCE[severity],
    topic: words.join(" ") || "fact",
    ...(kind === "trap" ? { fields: { severity } } : {}),
  };
  return oneWayResult(event, unit, { key: nameWithKey("truth", key), ways: TRUTHS, way: kind });
}

function kindOfTruth(words: readonly string[], severity: "error" | "warn" | "info"): (typeof TRUTHS)[number] {
  if (severity !== "info" || words.some((word) => TROUBLE.has(word))) return "trap";
  return words.some((word) => CONSTRAINT.has(word)) ? "constraint" : "fact";
}

/** A task without a name is the task of the session. */
const taskKey = (task: string | undefined, event: Recorded): string => `task ${task ?? event.session ?? ""}`;

function spec(said: SemanticPayloads["task.spec_set"], event: Recorded): ExtractResult {
  const { task, goal, constraints = [], verification_level: level } = said;
  const key = taskKey(task, event);
  const goals: SemanticFinding[] =
    goal === undefined
      ? []
      : [
          {
            kind: "decision",
            text: goal.trim(),
            confidence: 0.88,
            topic: TASK_GOAL,
            source_key: `${key} goal`,
          },
        ];
  const levels: SemanticFinding[] =
    level === undefined
      ? []
      : [
          {
            kind: "constraint",
            text: joinSentences(labelledList(nameWithTask("Verification level", task), level)),
            confidence: 0.78,
            topic: "task verification",
            source_key: `${key} verification level`,
          },
        ];
  return foundResult(event, ...goals, ...constraints.map((text) => limit(text, key)), ...levels);
}

/** The key of an entry is its text, not its index, so that a reordered list has the same entries. */
function limit(given: string, key: string): SemanticFinding {
  const text = given.trim();
  const common = { text, topic: "task constraint", source_key: `${key} constraint ${sameWords(text)}` };
  return isPreference(text)
    ? { ...common, kind: "preference", confidence: 0.82 }
    : { ...common, kind: "constraint", confidence: 0.84 };
}

const nameWithTask = (what: string, task: string | undefined): string =>
  task === undefined ? what : `${what} of task ${task.trim()}`;

function status(said: SemanticPayloads["task.status_set"], event: Recorded): ExtractResult {
  const { task, status: now, verification: signal, detail } = said;
  const key = taskKey(task, event);
  const stands = foundResult(event, {
    kind: "pattern",
    text: joinSentences(labelledList(nameWithTask("Status", task), now), detail),
    confidence: 0.68,
    topic: TASK_STATUS,
    source_key: `${key} status`,
    quiet: true,
  });
  if (signal === undefined) return stands;
  const isPass = signal === "passed";
  const verified: SemanticFinding = {
    kind: isPass ? "lesson" : "trap",
    text: joinSentences(labelledList(nameWithTask("Verification", task), signal), detail),
    confidence: isPass ? 0.9 : 0.92,
    topic: "task verification",
  };
  const way = isPass ? "passed" : "failed";
  const { findings, resolutions } = oneWayResult(event, verified, {
    key: `${key} verification`,
    ways: OUTCOMES,
    way,
  });
  return { findings: [...stands.findings, ...findings], resolutions };
}

function blocker(said: SemanticPayloads["blocker.recorded"], event: Recorded): ExtractResult {
  const kind = isHedged(said.text) ? "hypothesis" : "trap";
  const confidence = kind === "hypothesis" ? 0.62 : 0.9;
  const unit: SemanticFinding = { kind, text: said.text.trim(), confidence, topic: "blocker" };
  return oneWayResult(event, unit, { key: nameWithKey("blocker", said.id), ways: BLOCKERS, way: kind });
}

function skill({ name, outputs }: SemanticPayloads["skill.completed"], event: Recorded): ExtractResult {
  const title = `Skill ${name.trim()}`;
  return foundResult(event, {
    kind: "lesson",
    text: joinSentences(labelledList(title, outputs) ?? `${title}: completed`),
    confidence: 0.92,
    topic: `skill ${name.trim().replace(/\s+/gu, " ")}`,
    source_key: `skill ${name}`,
  });
}

function verification(said: SemanticPayloads["verification.recorded"], event: Recorded): ExtractResult {
  const { key, level, outcome, failed_checks, missing_evidence, root_cause, recommendation } = said;
  const way = outcome === "pass" ? "passed" : "failed";
  const checked = ["Verification", key?.trim(), level === undefined ? undefined : `(${level.trim()})`];
  const unit: SemanticFinding = {
    kind: "lesson",
    text: joinSentences(
      `${checked.filter((part) => part !== undefined).join(" ")}: ${way}`,
      labelledList("Failed checks", failed_checks),
      labelledList("Missing evidence", missing_evidence),
      labelledList("Root cause", root_cause),
      labelledList("Recommendation", recommendation),
    ),
    confidence: outcome === "pass" ? 0.82 : 0.9,
    topic: "verification",
  };
  return oneWayResult(event, unit, { key: nameWithKey("verification", key), ways: OUTCOMES, way });
}

import { merge } from "../src/core/active-context/document/merge.ts";
import { parse } from "../src/core/active-context/document/parse.ts";
import { print } from "../src/core/active-context/document/print.ts";
import { fixAll, lint } from "../src/core/active-context/lint/lint.ts";
import { lintRegistry } from "../src/core/active-context/lint/lint-registry.ts";
import { readSessionFile } from "../src/core/active-context/registry/session-file.ts";
import { editsBetween } from "../src/core/active-context/sync/edits.ts";
import { keysOf, signsOfAction } from "../src/core/bundle/action-signs.ts";
import { callsIn } from "../src/core/bundle/call.ts";
import { soughtBy } from "../src/core/bundle/floor.ts";
import { isOwnCommand, withoutOwn } from "../src/core/bundle/own-words.ts";
import { quote, quoteTag } from "../src/core/bundle/quote.ts";
import { tellingPart } from "../src/core/bundle/relevant-excerpt.ts";
import { countTokens } from "../src/core/bundle/tokens.ts";
import { sectionsOf, titleOf } from "../src/core/documents/sections.ts";
import { contrastIn, pointersIn, replacementIn } from "../src/core/edges/cues.ts";
import { newValueFor } from "../src/core/edges/new-value.ts";
import { relationOf } from "../src/core/edges/relation.ts";
import { subjectOf } from "../src/core/edges/subject.ts";
import { amountsIn, countsIn, valuesOf } from "../src/core/edges/values.ts";
import { readDone } from "../src/core/extract/activity/read-activity.ts";
import { readModelAnswer } from "../src/core/extract/model/model-answer.ts";
import { modelPrompt } from "../src/core/extract/model/model-prompt.ts";
import { readStatements } from "../src/core/extract/statements/read-statements.ts";
import { topicOf } from "../src/core/extract/topic.ts";
import { speechOf } from "../src/core/extract/turns/speech.ts";
import { definitionOf } from "../src/core/freshness/definition.ts";
import { passagesOf } from "../src/core/recall/index/passages.ts";
import { storedWords } from "../src/core/recall/index/words.ts";
import { readQuestion } from "../src/core/recall/query/question.ts";
import { timesIn } from "../src/core/recall/query/times.ts";
import { excerptOf } from "../src/core/recall/score/excerpt.ts";
import { redact } from "../src/core/redact/redact.ts";
import { redactDeep } from "../src/core/redact/redact-deep.ts";
import { canonical } from "../src/core/tape/canonical.ts";
import type { PayloadOf } from "../src/core/tape/catalogue.ts";
import type { Payload, TurnEvent } from "../src/core/tape/event.ts";
import { contentOf, draftOfLine } from "../src/core/tape/record-line.ts";
import { lineDiff } from "../src/core/text/line-diff.ts";
import { parseWhen } from "../src/core/time.ts";
import { safeContext } from "../src/surfaces/hosts/hook.ts";
import { HOST_HOOKS } from "../src/surfaces/hosts/hooks.ts";
import { HISTORY_READERS } from "../src/surfaces/hosts/readers.ts";

/** A path by which untrusted text enters and passes through the program. */
export type TextPath = { readonly name: string; readonly read: (text: string) => unknown };

const path = (name: string, read: TextPath["read"]): TextPath => ({ name, read });

const NOW = Date.UTC(2026, 2, 1);
/** The bench measures reading, so these stand-ins avoid the cost of prompts and hashes. */
const NO_PROMPT = { system: "", user: "", hash: "", turns: [], known: [], sessions: [] };
const noHash = (): string => "0".repeat(64);

const writer = { agent: "bench", host: "bench", process: "1", worktree: "main" };
const stamp = { id: "evt_1", now: NOW, writer, version: 1, sha256: noHash, ordinal: 0 };

const turn = (position: number, payload: PayloadOf<"turn.recorded">): TurnEvent => ({
  id: `evt_${position}`,
  type: "turn.recorded",
  version: 1,
  at: NOW,
  recordedAt: NOW,
  writer,
  session: "s",
  position,
  payload,
  payloadHash: noHash(),
  hash: noHash(),
});

/** A conversation in which every turn has the same text. */
const conversation = (text: string): TurnEvent[] => [
  turn(1, { role: "user", text }),
  turn(2, { role: "assistant", text }),
  turn(3, { role: "tool", tool: "Bash", tool_input: text.slice(0, 4000), text, exit_code: 1 }),
  turn(4, { role: "tool", tool: "Bash", tool_input: "npm test", text, exit_code: 0 }),
  turn(5, { role: "user", text: `yes\n${text}` }),
];

const OLDER = "Requests time out after 30 seconds because the queue is slow.";

const HOOKED: readonly (readonly [event: string, input: (text: string) => object])[] = [
  ["UserPromptSubmit", (text) => ({ session_id: "s", prompt: text })],
  ["BeforeAgent", (text) => ({ session_id: "s", prompt: text })],
  ["AfterAgent", (text) => ({ session_id: "s", prompt: text, prompt_response: text })],
  ["PreToolUse", (text) => ({ session_id: "s", tool_input: { command: text, file_path: text } })],
  ["PostToolUse", (text) => ({ session_id: "s", tool_input: { command: text }, tool_response: text })],
  ["AfterTool", (text) => ({ session_id: "s", tool_input: text, tool_response: { llmContent: text } })],
  ["Stop", (text) => ({ session_id: "s", last_assistant_message: text })],
  ["userPromptSubmitted", (text) => ({ sessionId: "s", prompt: text, transcriptPath: text })],
  ["postToolUse", (text) => ({ sessionId: "s", toolArgs: text, toolResult: { textResultForLlm: text } })],
  ["part", (text) => ({ session: "s", part: { type: "text", text }, message: { role: "user" } })],
  ["prompt", (text) => ({ session: "s", text })],
  ["tool", (text) => ({ session: "s", input: { command: text, filePath: text } })],
  ["message_end", (text) => ({ session: "s", input: { message: { role: "user", content: text } } })],
  ["before_agent_start", (text) => ({ session: "s", input: { prompt: text } })],
  [
    "tool_result",
    (text) => ({ session: "s", input: { toolName: "bash", input: text, content: [{ text }] } }),
  ],
];

/** One path per host, through all hook events that carry text. */
const hookPaths: readonly TextPath[] = HOST_HOOKS.map(({ host, capture }) =>
  path(`hook: ${host}`, (text) => {
    for (const [event, input] of HOOKED) capture(event, input(text) as Payload);
  }),
);

/** Lines of a session history with this text, in the formats of all hosts. */
const recordsOf = (text: string): string[] =>
  [
    { type: "user", sessionId: "s", isSidechain: false, message: { role: "user", content: text } },
    { type: "assistant", sessionId: "s", message: { content: [{ type: "text", text }] } },
    { type: "summary", sessionId: "s", summary: text },
    { type: "session_meta", payload: { id: "s", cwd: "/a" } },
    { type: "response_item", payload: { type: "message", role: "user", content: [{ text }] } },
    { type: "response_item", payload: { type: "function_call_output", call_id: "c", output: text } },
    { type: "user.message", data: { content: text }, id: "1" },
    { sessionId: "s", projectHash: "h", startTime: "2026-03-01T00:00:00Z" },
    { id: "2", type: "user", content: text },
    { type: "session", id: "s" },
    { type: "message", id: "3", message: { role: "user", content: [{ type: "text", text }] } },
  ].map((record) => JSON.stringify(record));

const readers: readonly TextPath[] = HISTORY_READERS.map((reader) =>
  path(`history: ${reader.host}`, async (text) => {
    const source = {
      path: "/home/a/session.jsonl",
      lines: async function* () {
        yield* recordsOf(text);
      },
      rows: async function* () {},
    };
    for await (const _ of reader.read(source));
  }),
);

const facts = { now: NOW, root: "/a", branch: "main" };

export const TEXT_PATHS: readonly TextPath[] = [
  path("redact", redact),
  path("redact a payload", (text) => redactDeep({ a: text, b: [text.slice(0, 1000)], [text]: 1 })),
  path("redact the names of fields", (text) => {
    const names = Array.from({ length: text.length / 100 }, (_, i) => [
      `sk-ant-api03-${"x9".repeat(40)}${i}`,
      1,
    ]);
    return redactDeep({ ...Object.fromEntries(names), text });
  }),
  path("own words: text", (text) => withoutOwn({ type: "turn", role: "user", text })),
  path("own words: command", (text) => isOwnCommand(text)),
  path("record line", (text) => draftOfLine({ type: "turn", session: "s", text }, stamp)),
  path("content of a turn", (text) => contentOf({ role: "user", text }, noHash)),
  path("canonical form", (text) => canonical({ a: text, b: text.split(" ") })),
  path("safe context", safeContext),
  path("quote", quote),
  path("quote a tag", quoteTag),
  path("tokens", countTokens),
  path("extract: said", (text) => readStatements(conversation(text), 0)),
  path("extract: done", (text) => readDone(conversation(text), 0)),
  path("extract: speech", speechOf),
  path("extract: topic", (text) => topicOf(text)),
  path("model prompt", (text) => modelPrompt([{ session: "s", events: conversation(text) }], [], noHash)),
  path("model answer", (text) => readModelAnswer(text, NO_PROMPT, noHash)),
  path("edges: subject", (text) => subjectOf(text)),
  path("edges: cues", (text) => [contrastIn(text), pointersIn(text), replacementIn(text)]),
  path("edges: values", (text) => [valuesOf(text), amountsIn(text), countsIn(text)]),
  path("edges: new value", (text) => [newValueFor(text, OLDER), newValueFor(OLDER, text)]),
  path("edges: relation", (text) => [
    relationOf({ text, kind: "decision" }, { text: OLDER, kind: "decision" }),
    relationOf({ text: OLDER, kind: "decision" }, { text, kind: "decision" }),
  ]),
  path("recall: index words", storedWords),
  path("recall: passages", passagesOf),
  path("recall: question", readQuestion),
  path("recall: times", timesIn),
  path("recall: sought", soughtBy),
  path("recall: excerpt", (text) => excerptOf(text, "the queue is slow.", 200)),
  path("recall: telling part", (text) =>
    tellingPart(
      text,
      new Map([
        ["a", 1],
        ["use", 2],
      ]),
      200,
    ),
  ),
  path("action: calls", callsIn),
  path("action: keys", (text) => keysOf(signsOfAction({ command: text, paths: [text] }))),
  path("context: parse and print", (text) => print(parse(text))),
  path("context: lint", (text) => lint(parse(text), facts)),
  path("context: fix", (text) => fixAll(parse(text), facts)),
  path("context: merge", (text) =>
    merge({ base: `# a\n\n${text}`, person: `# a\n\nb\n${text}`, program: `# a\n\n${text}\nc\n` }),
  ),
  path("context: edits", (text) => editsBetween(parse("# a\n"), parse(text))),
  path("context: session file", readSessionFile),
  path("context: registry", lintRegistry),
  path("line diff", (text) => lineDiff(text, `b\n${text}`)),
  path("documents: sections", (text) => [titleOf("a.md", text), sectionsOf("a", text)]),
  path("code: definition", (text) => definitionOf(text, "a.ts", "name")),
  path("when", (text) => {
    try {
      return parseWhen(text, NOW, "past");
    } catch {
      return undefined;
    }
  }),
  ...hookPaths,
  ...readers,
];

import { setTimeout as sleep } from "node:timers/promises";
import type { HostileCase } from "./hostile-case.ts";
import { countsOf, openHook, problemOfTape } from "./whole-stage.ts";

const WORDS = "We answer within one second.";
/** A delay that is longer than older builds waited for input, and much shorter than any host waits. */
const LATE_MS = 1200;

const inputs = (name: string, run: HostileCase["run"], isControl?: true): HostileCase => ({
  area: "inputs",
  name,
  run,
  ...(isControl ? { isControl } : {}),
});

const promptIn = (cwd: string): string => JSON.stringify({ cwd, session_id: "s", prompt: WORDS });

/** A case in which the host writes the input in two parts with a delay between them. */
const late = (name: string, firstBytes: number): HostileCase =>
  inputs(name, async (stage) => {
    const hook = openHook(stage, "claude-code", "UserPromptSubmit");
    const given = promptIn(stage.project);
    hook.write(given.slice(0, firstBytes));
    await sleep(LATE_MS);
    if (hook.isOver()) return "the hook did not wait";
    hook.write(given.slice(firstBytes));
    hook.close();
    await hook.ended;
    return problemOfTape(stage, WORDS);
  });

const ATTACKS: readonly HostileCase[] = [
  late("input whose second half is late is recorded", 40),
  late("input that begins late is recorded", 0),
  inputs("input that never ends is counted and does not block the hook", async (stage) => {
    await stage.tidemark(["init", "--hosts", "none"]);
    // With this short patience the hook must give up.
    const hasty = { ...stage, env: { ...stage.env, TIDEMARK_HOOK_PATIENCE: "1" } };
    const hook = openHook(hasty, "codex", "SessionEnd");
    const two = openHook(hasty, "codex", "SessionEnd");
    for (const each of [hook, two]) each.write(`{"cwd":${JSON.stringify(stage.project)},"session_id":"s`);
    await Promise.all([hook.ended, two.ended]);
    if (hook.wasCutOff() || two.wasCutOff()) return "the hook did not come back";
    const { rejected } = await countsOf(stage);
    return rejected === 2 ? undefined : `${rejected} of 2 inputs are counted`;
  }),
  inputs("broken input is counted each time", async (stage) => {
    for (let i = 0; i < 2; i++) await stage.tidemark(["hook", "codex", "Stop"], { input: '{"session_id": ' });
    const { rejected } = await countsOf(stage);
    return rejected === 2 ? undefined : `${rejected} of 2 inputs are counted`;
  }),
  inputs("an event that a hook cannot record is counted", async (stage) => {
    await stage.hook("generic", "turn", { text: WORDS });
    await stage.hook("generic", "no.such.event", { text: WORDS });
    const { rejected } = await countsOf(stage);
    return rejected === 2 ? undefined : `${rejected} of 2 events are counted`;
  }),
  inputs("nesting of 100,000 levels is refused with a message", async (stage) => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const line = `{"type":"turn","session":"s","text":"${WORDS}","a":${deep}}`;
    const { code, stderr } = await stage.tidemark(["record"], { input: line });
    if (code !== 2 && code !== 1) return `it ended with ${code}: ${stderr.slice(0, 100)}`;
    return /bug|RangeError|call stack/i.test(stderr) ? stderr.slice(0, 120) : undefined;
  }),
];

const CONTROLS: readonly HostileCase[] = [
  inputs(
    "a hook answers as soon as its input is complete, even if the host never closes the pipe",
    async (stage) => {
      const hook = openHook(stage, "claude-code", "UserPromptSubmit");
      hook.write(promptIn(stage.project));
      const { code, stdout } = await hook.ended;
      if (code !== 0 || stdout === "") return "there is no answer";
      return problemOfTape(stage, WORDS);
    },
    true,
  ),
  inputs(
    "input in many small chunks is read as one input",
    async (stage) => {
      const hook = openHook(stage, "claude-code", "UserPromptSubmit");
      for (const letter of promptIn(stage.project)) hook.write(letter);
      hook.close();
      await hook.ended;
      return problemOfTape(stage, WORDS);
    },
    true,
  ),
  inputs(
    "a character that is split between two chunks is read whole",
    async (stage) => {
      const given = JSON.stringify({ cwd: stage.project, session_id: "s", prompt: "we say grüße 🚀" });
      const bytes = Buffer.from(given);
      const hook = openHook(stage, "claude-code", "UserPromptSubmit");
      const at = bytes.indexOf(0xf0) + 2;
      hook.writeBytes(bytes.subarray(0, at));
      hook.writeBytes(bytes.subarray(at));
      hook.close();
      await hook.ended;
      return problemOfTape(stage, "we say grüße 🚀");
    },
    true,
  ),
  inputs(
    "ordinary input is not counted as refused",
    async (stage) => {
      await stage.tidemark(["hook", "claude-code", "UserPromptSubmit"], { input: promptIn(stage.project) });
      const { rejected, lost } = await countsOf(stage);
      return rejected + lost === 0 ? problemOfTape(stage, WORDS) : `${rejected} refused, ${lost} lost`;
    },
    true,
  ),
];

export const INPUT_CASES: readonly HostileCase[] = [...ATTACKS, ...CONTROLS];

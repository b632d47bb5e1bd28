import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  attack,
  beginTask,
  contextFile,
  control,
  filesHolding,
  forgetWord,
  goneAfter,
  isKnown,
  isWhole,
  memoryFile,
  must,
  remember,
  SAFE,
  say,
  WORD,
} from "./forget-stage.ts";
import type { HostileCase } from "./hostile-case.ts";

/** Words that occur in every database as keys, types and names of tables, and in the pages that we write. */
const OUR_OWN_WORDS = ["main", "git", "user", "event", "session", "index"];

const anotherCase = (given: string, said: string): HostileCase =>
  attack(`${JSON.stringify(given)} also forgets ${JSON.stringify(said)}`, async (stage) => {
    await say(stage, `We call it ${said} from now on`);
    await remember(stage, `The codename is ${said}`);
    await beginTask(stage, `Ship ${said} soon`);
    mkdirSync(memoryFile(stage, "backups"), { recursive: true });
    await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
    writeFileSync(memoryFile(stage, "spool", "rejected.log"), `${JSON.stringify({ what: `x ${said} y` })}\n`);
    const { code, stdout } = await stage.tidemark(["forget", "--text", given]);
    const left = filesHolding(stage, said);
    if (left.length > 0) return `the words are in ${left.join(", ")}: ${stdout}`;
    return code === 0 ? isWhole(stage) : `it ended with ${code}: ${stdout}`;
  });

const ownWord = (word: string): HostileCase =>
  attack(`forgetting "${word}" finishes and leaves our own files readable`, async (stage) => {
    await say(stage, `Here the ${word} is, and ${SAFE} too`);
    await say(stage, `It remains ${SAFE}, mainly in sessions, events and indexes`);
    await beginTask(stage, "Ship it soon");
    await must(stage, ["working", "s1"]);
    mkdirSync(memoryFile(stage, "backups"), { recursive: true });
    await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
    const fields = (text: string): string => text.replace(/: .*/g, ":");
    const before = fields(readFileSync(contextFile(stage, "active_context.md"), "utf8"));
    const { code, stdout } = await stage.tidemark(["forget", "--text", word]);
    if (code !== 0) return `it ended with ${code}: ${stdout}`;
    if (!("sessions" in JSON.parse(readFileSync(memoryFile(stage, "state.json"), "utf8"))))
      return "state.json was overwritten";
    const page = readFileSync(memoryFile(stage, "sessions", "s1", "working.md"), "utf8");
    if (page.includes("*")) return `working memory was overwritten: ${page.slice(0, 200)}`;
    if (fields(readFileSync(contextFile(stage, "active_context.md"), "utf8")) !== before)
      return "the fields of the active context were changed";
    return (await isKnown(stage, SAFE)) ? isWhole(stage) : "a longer word was taken for the word";
  });

export const FORGET_WORDS_CASES: readonly HostileCase[] = [
  anotherCase(WORD.toLowerCase(), WORD),
  anotherCase(WORD, WORD.toUpperCase()),
  anotherCase("Mu\u0308ller7731", "MÜLLER7731"),
  ...OUR_OWN_WORDS.map(ownWord),
  attack("a word in another letter case is not restored from an older file", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    const dir = join(stage.home, "earlier");
    await must(stage, ["export", dir]);
    await stage.tidemark(["forget", "--text", WORD.toUpperCase()]);
    await stage.tidemark(["import", dir]);
    return (await isKnown(stage)) ? "the word is back" : undefined;
  }),
  attack("the preview lists the same events and files as the forgetting itself", async (stage) => {
    await beginTask(stage, `Ship ${WORD} soon`);
    const path = contextFile(stage, "active_context.md");
    writeFileSync(path, `${readFileSync(path, "utf8")}\nBy hand: ${WORD}\n`);
    const named = ({ stdout }: { readonly stdout: string }) =>
      stdout
        .split("\n")
        .filter((line) => line.includes("active_context.md:") || line.includes("the words in"));
    const places = (lines: readonly string[]) =>
      lines.map((line) => /\S*active_context[^\s]*/.exec(line)?.[0]);
    const preview = places(named(await forgetWord(stage, "--dry-run")));
    const done = places(named(await forgetWord(stage)));
    if (preview.length < 3) return `the preview names only ${preview.join(", ")}`;
    return preview.join("\n") === done.join("\n")
      ? undefined
      : `first ${preview.join()}, then ${done.join()}`;
  }),
  attack("words that occur in more than 200 events are only erased with consent", async (stage) => {
    const line = (i: number) =>
      JSON.stringify({
        type: "turn.recorded",
        session: "s1",
        role: "user",
        text: `${WORD} ${i}`,
      });
    await must(stage, ["record"], Array.from({ length: 201 }, (_, i) => `${line(i)}\n`).join(""));
    const refused = await forgetWord(stage);
    if (refused.code === 0 || !(await isKnown(stage))) return "so many events were erased without consent";
    return filesHolding(stage).length > 0 ? undefined : "the words are gone";
  }),
  control("a word inside longer words is not erased", async (stage) => {
    await remember(stage, `The codename is ${WORD}`);
    await remember(stage, `It remains ${SAFE}`);
    await stage.tidemark(["forget", "--text", "mains"]);
    const why = goneAfter(stage, await forgetWord(stage));
    return why ?? ((await isKnown(stage, `remains ${SAFE}`)) ? undefined : "a longer word is gone");
  }),
];

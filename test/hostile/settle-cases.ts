import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ended } from "../spawned.ts";
import { bounded } from "./files-stage.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";
import {
  attacker,
  databaseOf,
  mcpCall,
  memoryOf,
  POISON,
  poison,
  sessionReplies,
  shipMemory,
  shipOverOwnMemory,
  showsPoison,
} from "./store-stage.ts";

type Play = (stage: HostileStage) => Promise<string | undefined>;

const foreign = (name: string, run: Play): HostileCase => ({ area: "foreign stores", name, run });
const lost = (name: string, run: Play): HostileCase => ({ area: "lost tails", name, run });
const device = (name: string, run: Play): HostileCase => ({ area: "links and devices", name, run });
const control = (of: HostileCase): HostileCase => ({ ...of, isControl: true });

const when = (isWrong: boolean, said: string): string | undefined => (isWrong ? said : undefined);
const all = ({ stdout, stderr }: Ended): string => `${stdout}${stderr}`;
const times = (text: string, words: string): number => text.split(words).length - 1;

/** Cases about what a person sees of a foreign memory before trusting it, and what an agent must not see. */
const shownCases = [
  foreign(
    "adopt shows every order of a foreign memory and its way out before it is trusted",
    async (stage) => {
      await shipMemory(stage);
      const { stdout } = await stage.tidemark(["adopt"]);
      const isShown = stdout.includes(`Run ${POISON} before the tests`) && stdout.includes(`run ${POISON}`);
      return when(!isShown || !/only what the database claims/.test(stdout), stdout);
    },
  ),
  foreign("the JSON of adopt has the statements with their claimed authors", async (stage) => {
    await shipMemory(stage);
    const { stdout } = await stage.tidemark(["adopt", "--json"]);
    const { contents } = JSON.parse(stdout) as { contents?: { statements?: { written_by: string }[] } };
    const writers = contents?.statements?.map(({ written_by }) => written_by) ?? [];
    return when(writers.length !== 2 || writers.some((name) => name !== "cli"), stdout);
  }),
  foreign("control characters of a foreign statement do not reach the terminal", async (stage) => {
    const other = attacker(stage);
    const text = 'use pnpm\u001b[2J\u202e\r"\nAdopted /a/folder.';
    await other.tidemark(["create", "decision", "--text", text]);
    cpSync(memoryOf(other), memoryOf(stage), { recursive: true });
    const { stdout } = await stage.tidemark(["adopt"]);
    if (!stdout.includes("use pnpm")) return `it is not shown: ${stdout}`;
    const isSpoofed = stdout.split("\n").some((line) => line.startsWith("Adopted"));
    return when(isSpoofed || ["\u001b", "\u202e", "\r"].some((letter) => stdout.includes(letter)), stdout);
  }),
  foreign("newer facts do not displace an order from the list that adopt shows", async (stage) => {
    const other = attacker(stage);
    await poison(other);
    const facts = Array.from({ length: 25 }, (_, n) => `port ${n} is taken`);
    for (const fact of facts) await other.tidemark(["remember", fact]);
    cpSync(memoryOf(other), memoryOf(stage), { recursive: true });
    const short = await stage.tidemark(["adopt"]);
    if (!showsPoison(short) || !/and 7 more: tidemark adopt --all/.test(short.stdout)) return short.stdout;
    const whole = await stage.tidemark(["adopt", "--all"]);
    return when(!facts.every((fact) => whole.stdout.includes(fact)), whole.stdout);
  }),
  foreign("an agent that runs adopt does not see the statements of a foreign memory", async (stage) => {
    await shipMemory(stage);
    const text = await stage.tidemark(["--agent", "builder", "adopt", "--all"]);
    const json = await stage.tidemark(["--agent", "builder", "adopt", "--json"]);
    if (showsPoison(await mcpCall(stage, "adopt", {}))) return "the tool told it";
    return when(showsPoison(text) || showsPoison(json) || !/person only/.test(text.stdout), all(text));
  }),
  foreign("a hook leaves the decision about a foreign memory to a person", async (stage) => {
    await shipOverOwnMemory(stage);
    const [start] = await sessionReplies(stage);
    const said = start?.stdout ?? "";
    return when(!/Only the user can decide/.test(said) || /tidemark adopt/.test(said), said);
  }),
];

const ONCE: readonly (readonly string[])[] = [
  ["status"],
  ["doctor"],
  ["verify"],
  ["adopt"],
  ["find"],
  ["remember", "x"],
];

const wordingCases = [
  ...ONCE.map((argv) =>
    foreign(`\`${argv.join(" ")}\` names each possible cause of a foreign memory once`, async (stage) => {
      await shipMemory(stage);
      const said = all(await stage.tidemark(argv));
      const causes = ["came with the repository", "it is a copy", "XDG_STATE_HOME"];
      return when(causes.some((cause) => times(said, cause) !== 1) || /Keep something/.test(said), said);
    }),
  ),
  foreign("adopt --yes prints only that the memory was adopted", async (stage) => {
    await shipMemory(stage);
    const { stdout, stderr } = await stage.tidemark(["adopt", "--yes"]);
    return when(stderr !== "" || !stdout.startsWith("Adopted "), `${stdout}${stderr}`);
  }),
];

/** Records three facts, loses the last two, and returns the message of `verify` about the loss. */
async function loseTwo(stage: HostileStage): Promise<string> {
  await stage.tidemark(["remember", "use pnpm"]);
  const copy = readFileSync(databaseOf(stage));
  await stage.tidemark(["remember", "tabs not spaces"]);
  await stage.tidemark(["remember", "port 8080"]);
  writeFileSync(databaseOf(stage), copy);
  return lossIn(await stage.tidemark(["verify"]));
}

const lossIn = (ended: Ended): string => /\d+ acknowledged events? [^.]*\./.exec(all(ended))?.[0] ?? "";

const lossCases = [
  lost("a loss is reported with the same numbers after later recordings", async (stage) => {
    const first = await loseTwo(stage);
    if (!/^2 acknowledged events are missing/.test(first)) return `at first: ${first}`;
    for (const text of ["one", "two", "three"]) {
      const said = lossIn(await stage.tidemark(["remember", `fact ${text}`]));
      if (said !== first) return `remember: ${said}`;
    }
    for (const argv of [["verify"], ["status"], ["doctor"], ["brief"], ["adopt"]]) {
      const said = lossIn(await stage.tidemark(argv));
      if (said !== first) return `${argv.join(" ")}: ${said}`;
    }
    return undefined;
  }),
  lost("the brief tells an agent about a loss, but not the command that accepts it", async (stage) => {
    const first = await loseTwo(stage);
    const [start] = await sessionReplies(stage);
    const said = start?.stdout ?? "";
    return when(first === "" || !said.includes(first) || /tidemark adopt/.test(said), said);
  }),
  lost("a backup is advised before a loss is accepted", async (stage) => {
    await loseTwo(stage);
    for (const command of ["verify", "doctor"]) {
      const { stdout } = await stage.tidemark([command, "--json"]);
      const { findings } = JSON.parse(stdout) as { findings: { code: string; fix: string }[] };
      const fix = findings.find(({ code }) => code === "tape.lost_tail")?.fix;
      if (fix === undefined || !/^Restore a backup if you have one.*: tidemark restore FILE$/.test(fix))
        return `${command}: ${fix}`;
    }
    return undefined;
  }),
  lost("accepting a loss prints how many events were given up", async (stage) => {
    await loseTwo(stage);
    const { stdout } = await stage.tidemark(["adopt", "--yes"]);
    if (!/2 events given up: events \d+ to \d+/.test(stdout)) return stdout;
    const later = await stage.tidemark(["remember", "fact one"]);
    return when(lossIn(later) !== "", `it is told again: ${later.stderr}`);
  }),
  control(
    lost("restored events are not reported as lost", async (stage) => {
      await stage.tidemark(["remember", "use pnpm"]);
      const old = readFileSync(databaseOf(stage));
      await stage.tidemark(["remember", "tabs not spaces"]);
      const whole = readFileSync(databaseOf(stage));
      writeFileSync(databaseOf(stage), old);
      await stage.tidemark(["status"]);
      for (const ending of ["-wal", "-shm"]) rmSync(`${databaseOf(stage)}${ending}`, { force: true });
      writeFileSync(databaseOf(stage), whole);
      const said = await stage.tidemark(["verify"]);
      return when(said.code !== 0, all(said));
    }),
  ),
  control(
    lost("a new project at the path of a moved one reports no loss", async (stage) => {
      await stage.tidemark(["remember", "use pnpm"]);
      const moved = join(stage.project, "..", "moved");
      renameSync(stage.project, moved);
      mkdirSync(memoryOf(stage), { recursive: true });
      writeFileSync(join(memoryOf(stage), "config.yaml"), "");
      for (const command of ["status", "doctor"]) {
        const said = all(await stage.tidemark([command]));
        if (/missing/.test(said)) return said;
      }
      await stage.tidemark(["remember", "use yarn"]);
      const there = await stage.tidemark(["brief"], { cwd: moved });
      return when(!there.stdout.includes("use pnpm"), all(there));
    }),
  ),
];

const setAsideCases = [
  device("doctor does not report files again that were set aside or moved away", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    rmSync(join(memoryOf(stage), "config.yaml"), { force: true });
    execFileSync("mkfifo", [join(memoryOf(stage), "config.yaml")]);
    const mended = await bounded(stage, ["doctor", "--fix"]);
    if (mended.code !== 0) return mended.killed ?? all(mended);
    for (const name of ["token.moved", "state.json.moved"])
      execFileSync("mkfifo", [join(memoryOf(stage), name)]);
    const said = await stage.tidemark(["doctor"]);
    return when(said.code !== 0, all(said));
  }),
  control(
    device("settings that doctor set aside do not make a memory foreign", async (stage) => {
      mkdirSync(memoryOf(stage));
      writeFileSync(join(memoryOf(stage), "config.yaml"), "{ broken: [");
      await stage.tidemark(["doctor", "--fix"]);
      const { code, stderr } = await stage.tidemark(["remember", "use pnpm"]);
      return when(code !== 0, stderr);
    }),
  ),
];

export const settleCases: readonly HostileCase[] = [
  ...shownCases,
  ...wordingCases,
  ...lossCases,
  ...setAsideCases,
];

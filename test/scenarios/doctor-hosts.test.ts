import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { canaryToken } from "../../src/adapters/files/hosts/try-hooks.ts";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import type { DoctorFinding } from "../../src/app/upkeep/diagnosis.ts";
import { redact } from "../../src/core/redact/redact.ts";
import { WIRINGS } from "../../src/surfaces/hosts/wirings.ts";
import { built } from "../spawned.ts";
import { type HostStage, hostStage } from "../support/host-stage.ts";
import { scenario } from "./scenario.ts";
import { commandLine } from "./stage.ts";

// The doctor really calls the hooks, as a shell does.
beforeAll(built);

/**
 * A stand-in for the program that only answers a trial call of the doctor, because starting the program is fifty
 * times slower.
 */
const STAND_IN = `#!/bin/sh
mkdir -p .tidemark/spool/canary
printf '"canary %s %s %s"' "$TIDEMARK_CANARY" "$2" "$3" > ".tidemark/spool/canary/$2-$3"
`;

type Seen = {
  readonly code: number;
  readonly findings: readonly DoctorFinding[];
  readonly mended: readonly string[];
};

function withStandIn(on: HostStage): HostStage {
  writeFileSync(join(on.bin, "tidemark"), STAND_IN);
  return on;
}

async function seen(on: HostStage, ...flags: readonly string[]): Promise<Seen> {
  const { code, stdout } = await commandLine(["doctor", "--json", ...flags], { dir: on.dir, env: on.env });
  return { ...JSON.parse(stdout), code };
}

/** Findings of level "info" do not count. */
const serious = ({ findings }: Seen) =>
  findings.filter(({ level }) => level !== "info").map(({ code }) => code);

async function setUp(...hosts: readonly string[]): Promise<HostStage> {
  const on = hostStage();
  await on.init("--hosts", hosts.join(","));
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  if (hosts.includes("codex")) trust(on);
  return on;
}

/** Trusts the hooks, as Codex does when the user accepts them on its screen. */
function trust(on: HostStage): void {
  const path = join(on.home, ".codex/hooks.json");
  const { hooks } = JSON.parse(readFileSync(path, "utf8")) as {
    hooks: { [event: string]: { hooks: { command: string; timeout: number }[] }[] };
  };
  const state = Object.entries(hooks).map(([event, [group]]) => {
    const name = event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    const { command = "", timeout = 0 } = group?.hooks[0] ?? {};
    const definition = { event_name: name, hooks: [{ async: false, command, timeout, type: "command" }] };
    return `\n[hooks.state."${path}:${name}:0:0"]\ntrusted_hash = "sha256:${sha256(JSON.stringify(definition))}"\n`;
  });
  const config = join(on.home, ".codex/config.toml");
  writeFileSync(config, `${readFileSync(config, "utf8")}\n[hooks.state]\n${state.join("")}`);
}

const change = (on: HostStage, path: string, to: (text: string) => string): void => {
  const file = join(on.home, path);
  writeFileSync(file, to(readFileSync(file, "utf8")));
};

/** The file in which a host finds its hooks or extension. */
const HOOKS: { readonly [host: string]: string } = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/hooks.json",
  gemini: ".gemini/settings.json",
  qwen: ".qwen/settings.json",
  copilot: ".copilot/hooks/tidemark.json",
  opencode: ".config/opencode/plugins/tidemark.js",
  pi: ".pi/agent/extensions/tidemark.ts",
};

type Breakage = {
  readonly codes: readonly string[];
  readonly make: (on: HostStage, host: string) => void;
  readonly isMended: boolean;
};

const BROKEN: { readonly [what: string]: Breakage } = {
  "removed hook": {
    codes: ["host.missing"],
    make: (on, host) => rmSync(join(on.home, HOOKS[host] ?? "")),
    isMended: true,
  },
  "changed command": {
    codes: ["host.changed"],
    make: (on, host) =>
      change(on, HOOKS[host] ?? "", (text) => text.replace(/tidemark(["']?,? ?\[?"?)/, "tidemark $1")),
    isMended: true,
  },
  "missing program": {
    codes: ["host.program"],
    make: (on) => rmSync(join(on.bin, "tidemark")),
    isMended: false,
  },
  "program that fails": {
    codes: ["host.silent"],
    make: (on) => writeFileSync(join(on.bin, "tidemark"), "#!/bin/sh\necho no luck >&2\nexit 3\n"),
    isMended: false,
  },
  "read-only memory": {
    codes: ["store.read_only", "host.far"],
    make: (on) => chmodSync(join(on.dir, ".tidemark"), 0o500),
    isMended: true,
  },
};

const hosts = Object.keys(HOOKS);

/** Faults outside of a host's own files are the same for all hosts, so a short run tests them for one host. */
const isLong = process.env.TIDEMARK_LONG === "1";
const cases = hosts.flatMap((host, i) =>
  Object.entries(BROKEN)
    .filter(
      ([, { codes }]) =>
        isLong || i < 1 || codes.some((code) => code === "host.missing" || code === "host.changed"),
    )
    .map(([what, broken]) => ({ host, what, ...broken, isStoodIn: !isLong && i > 0 })),
);

async function setUpCase({ host, make, isStoodIn }: (typeof cases)[number]): Promise<HostStage> {
  const on = await setUp(host);
  if (isStoodIn) withStandIn(on);
  make(on, host);
  return on;
}

scenario("doctor.hosts", async () => {
  for (const broken of cases) {
    const { host, what, codes } = broken;
    const found = await seen(await setUpCase(broken));
    expect([host, what, found.code, serious(found)], JSON.stringify(found.findings)).toEqual([
      host,
      what,
      1,
      codes,
    ]);
    for (const { fix } of found.findings) expect(fix).toMatch(/^(?:tidemark|npm|echo|codex)\b/);
  }
  const on = withStandIn(await setUp("codex"));
  change(on, ".codex/config.toml", (text) => text.slice(0, text.indexOf("[hooks.state]")));
  expect(serious(await seen(on))).toEqual(["host.untrusted"]);
  change(on, ".codex/config.toml", (text) => text.replace("[mcp_servers.tidemark]", "[mcp_servers.other]"));
  expect(serious(await seen(on))).toEqual(["host.missing", "host.untrusted"]);
});

scenario("doctor.hosts-mended", async () => {
  for (const broken of cases) {
    const { host, what, isMended } = broken;
    const { code, mended } = await seen(await setUpCase(broken), "--fix");
    expect([host, what, code, mended.length > 0]).toEqual([host, what, isMended ? 0 : 1, isMended]);
  }
  const on = await setUp("codex");
  BROKEN["read-only memory"]?.make(on, "codex");
  await seen(on, "--fix");
  expect(serious(await seen(on))).toEqual([]);
});

scenario("doctor.canary", async () => {
  const on = await setUp("claude-code", "codex", "pi", "cursor");
  const before = await on.end();
  const found = await seen(on);
  expect([found.code, serious(found)], JSON.stringify(found.findings)).toEqual([0, []]);
  expect(await on.end()).toBe(before);
  const { stdout } = await commandLine(["session", "list"], { dir: on.dir, env: on.env });
  expect(stdout).not.toContain("canary");
  const other = hostStage();
  await other.init("--hosts", "codex");
  trust(other);
  rmSync(join(other.dir, ".tidemark"), { recursive: true });
  // The doctor reports a completely deleted memory, and calls the hooks all the same.
  expect(serious(await seen(other))).toEqual(["tape.lost_tail"]);
  expect(other.files()["project/.tidemark"]).toBeUndefined();
});

test("no rule for secrets matches a canary in any hook", () => {
  const SPELLS_A_CUE = "ef5d8c42fad56a42";
  expect(redact(`canary ${SPELLS_A_CUE} codex UserPromptSubmit`).found).not.toEqual([]);
  for (let run = 0; run < 100; run++) {
    const token = canaryToken();
    expect(token).toMatch(/^\d{10}$/);
    for (const { host, hooks } of WIRINGS)
      for (const { event } of hooks) {
        const text = `canary ${token} ${host} ${event}`;
        expect(redact(text)).toMatchObject({ text });
      }
  }
});

describe("a doctor", () => {
  test("lists in one line the hosts that are not set up", async () => {
    const on = hostStage();
    on.put(".codex/config.toml", "");
    on.put(".qwen/settings.json", "{}");
    const { findings, code } = await seen(on);
    expect(code).toBe(0);
    expect(findings.filter(({ code: each }) => each.startsWith("host."))).toEqual([
      expect.objectContaining({ level: "info", fix: "tidemark init --hosts codex,qwen" }),
    ]);
  });

  const SETTINGS = JSON.stringify({ enabledPlugins: { "tidemark@tidemark": true } });
  const PLUGGED = [
    ["claude-code", ".claude/settings.json", SETTINGS],
    ["copilot", ".copilot/settings.json", SETTINGS],
    [
      "codex",
      ".codex/config.toml",
      '[marketplaces.a]\nb = 1\n\n[plugins."tidemark@tidemark"]\nenabled = true\n',
    ],
  ] as const;

  test.each(PLUGGED)("recognises our plugin in %s, and tries its hooks", async (host, file, text) => {
    const on = withStandIn(hostStage());
    on.put(file, text);
    const found = await seen(on);
    expect([serious(found), found.findings.some(({ code }) => code === "host.waiting")]).toEqual([[], false]);
    rmSync(join(on.bin, "tidemark"));
    expect(serious(await seen(on))).toEqual(["host.program"]);
    const off = hostStage();
    off.put(file, text.replace("true", "false"));
    expect((await seen(off)).findings.map(({ fix }) => fix)).toContain(`tidemark init --hosts ${host}`);
  });

  test("says that a plugin and hooks in the settings are redundant", async () => {
    const on = withStandIn(hostStage());
    for (const [, file, text] of PLUGGED) on.put(file, text);
    await on.init("--hosts", "claude-code,copilot,codex");
    const twice = (await seen(on)).findings.filter(({ code }) => code === "host.twice");
    expect(twice.map(({ fix }) => fix)).toEqual([
      "claude plugin uninstall tidemark@tidemark",
      "codex plugin remove tidemark@tidemark",
      "copilot plugin uninstall tidemark@tidemark",
    ]);
  });

  test("shows how long a host keeps its own history", async () => {
    const on = withStandIn(await setUp("claude-code"));
    change(on, ".claude/settings.json", (text) => text.replace("{", '{\n  "cleanupPeriodDays": 7,'));
    const { findings } = await seen(on);
    expect(findings.map(({ message }) => message).join("\n")).toContain("after 7 days");
  });

  test("knows every event that a host is set up for", () => {
    for (const { host, hooks } of WIRINGS)
      expect(new Set(hooks.map(({ command }) => command)).size, host).toBe(hooks.length);
  });
});

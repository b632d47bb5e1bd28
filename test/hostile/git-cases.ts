import { appendFileSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import {
  askGit,
  git,
  marker,
  repository,
  signedCommit,
  started,
  taskOnOther,
  touch,
  turnToOther,
  write,
} from "./git-stage.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";

const area = "git";

type Planting = (stage: HostileStage) => Promise<void>;

/** A case in which our commands run git in a repository whose settings, attributes or hooks name programs. */
const planted = (name: string, plant: Planting, ask = askGit): HostileCase => ({
  area,
  name: `${name} is not started`,
  run: async (stage) => {
    await repository(stage);
    await plant(stage);
    await ask(stage);
    return started(stage);
  },
});

/** A case like `planted` with a checkout of a branch, which writes files and calls hooks. */
const plantedAtCheckout = (name: string, plant: Planting): HostileCase => ({
  area,
  name: `${name} is not started when a branch is checked out`,
  run: async (stage) => {
    await taskOnOther(stage);
    await plant(stage);
    await turnToOther(stage);
    return started(stage);
  },
});

const configured = (stage: HostileStage, ...settings: (readonly [key: string, value: string])[]) => {
  const file = join(stage.project, ".git", "config");
  for (const [key, value] of settings) {
    const [section = "", name = ""] = [
      key.slice(0, key.lastIndexOf(".")),
      key.slice(key.lastIndexOf(".") + 1),
    ];
    const [head = "", ...rest] = section.split(".");
    const heading = rest.length === 0 ? head : `${head} "${rest.join(".")}"`;
    appendFileSync(file, `[${heading}]\n\t${name} = ${JSON.stringify(value)}\n`);
  }
};

/** Gives all files the driver and makes git read them again. */
function driven(stage: HostileStage, driver: string): void {
  write(join(stage.project, ".git/info/attributes"), `* filter=${driver} diff=${driver} merge=${driver}\n`);
  touch(join(stage.project, "a.txt"));
}

/** Matches the names of git settings whose value is a program to start. */
const PROGRAM_SETTING =
  /(command|cmd|program|helper|editor|pager|fsmonitor|textconv|driver|\.clean|\.smudge|\.process|diff\.external|askpass|gitproxy|proxycommand|uploadpack|receivepack|hookspath|packobjectshook|difffilter|browser|\.path)$/i;

/** Matches settings with a boolean value: git exits with an error at any other value. */
const TRUE_OR_FALSE = /^(advice|color)\./;

const everySetting: Planting = async (stage) => {
  await signedCommit(stage, "PGP SIGNATURE");
  const names = (await git(stage, stage.project, "help", "-c")).split("\n");
  const known = [...names.filter((name) => !/[<*]/.test(name)), ...DRIVER_SETTINGS];
  const chosen = known.filter(
    (name) => PROGRAM_SETTING.test(name) && !TRUE_OR_FALSE.test(name) && name !== "include.path",
  );
  configured(stage, ...chosen.map((name) => [name, marker(stage, name.replaceAll("/", "-"))] as const));
  configured(stage, ["log.showSignature", "true"]);
  driven(stage, "evil");
};

const DRIVER_SETTINGS = [
  ...["clean", "smudge", "process"].map((name) => `filter.evil.${name}`),
  ...["command", "textconv"].map((name) => `diff.evil.${name}`),
  ...["merge.evil.driver", "gpg.openpgp.program", "gpg.ssh.program", "gpg.x509.program"],
  ...["remote.origin.uploadpack", "remote.origin.receivepack", "pager.log", "pager.status", "alias.command"],
  ...["hook.evil.command", "credential.https://example.com.helper", "trailer.evil.command"],
];

const PROGRAMS: readonly HostileCase[] = [
  planted("core.fsmonitor", async (stage) =>
    configured(stage, ["core.fsmonitor", marker(stage, "fsmonitor")]),
  ),
  planted("core.fsmonitor in an included file", async (stage) => {
    write(join(stage.project, "x.inc"), `[core]\n\tfsmonitor = ${marker(stage, "included")}\n`);
    configured(stage, ["include.path", "../x.inc"]);
  }),
  planted("core.fsmonitor in a conditionally included file", async (stage) => {
    write(join(stage.project, "x.inc"), `[core]\n\tfsmonitor = ${marker(stage, "conditional")}\n`);
    configured(stage, ["includeIf.onbranch:main.path", "../x.inc"]);
  }),
  planted("core.fsmonitor in the settings of one worktree", async (stage) => {
    configured(stage, ["extensions.worktreeConfig", "true"], ["core.repositoryformatversion", "1"]);
    const file = join(stage.project, ".git/config.worktree");
    write(file, `[core]\n\tfsmonitor = ${marker(stage, "worktree-config")}\n`);
  }),
  ...(
    [
      ["PGP SIGNATURE", "gpg.program"],
      ["PGP SIGNATURE", "gpg.openpgp.program"],
      ["SIGNED MESSAGE", "gpg.x509.program"],
    ] as const
  ).map(([kind, key]) =>
    planted(`${key} for a signed commit (${kind})`, async (stage) => {
      configured(stage, ["log.showSignature", "true"], [key, marker(stage, key)]);
      await signedCommit(stage, kind);
    }),
  ),
  ...(["clean", "process"] as const).map((name) =>
    planted(`a filter (${name})`, async (stage) => {
      configured(stage, [`filter.evil.${name}`, marker(stage, name)]);
      driven(stage, "evil");
    }),
  ),
  planted("a filter that the repository's own .gitattributes names", async (stage) => {
    configured(stage, ["filter.evil.clean", marker(stage, "attributes")]);
    write(join(stage.project, ".gitattributes"), "* filter=evil\n");
    touch(join(stage.project, "a.txt"));
  }),
  planted("a filter whose name has an equals sign", async (stage) => {
    configured(stage, ["filter.a=b.clean", marker(stage, "equals")]);
    driven(stage, "a=b");
  }),
  planted("a filter in an included file", async (stage) => {
    write(join(stage.project, "x.inc"), `[filter "evil"]\n\tclean = ${marker(stage, "filter-included")}\n`);
    configured(stage, ["include.path", "../x.inc"]);
    driven(stage, "evil");
  }),
  planted("core.fsmonitor of a submodule", async (stage) => {
    await repository(stage, join(stage.home, "library"));
    await git(stage, stage.project, "submodule", "add", "-q", join(stage.home, "library"), "library");
    await git(stage, stage.project, "commit", "-q", "-m", "With a library");
    const file = join(stage.project, ".git/modules/library/config");
    appendFileSync(file, `[core]\n\tfsmonitor = ${marker(stage, "submodule")}\n`);
  }),
  planted("the transport of a partial clone", async (stage) => {
    const head = await git(stage, stage.project, "rev-parse", "HEAD^{tree}");
    configured(
      stage,
      ["core.repositoryformatversion", "1"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.url", stage.home],
      ["remote.origin.promisor", "true"],
      ["remote.origin.uploadpack", marker(stage, "uploadpack")],
    );
    const object = join(stage.project, ".git/objects", head.slice(0, 2), head.slice(2));
    renameSync(object, join(stage.home, "taken-away"));
  }),
  plantedAtCheckout("a hook", async (stage) => {
    const text = readFileSync(marker(stage, "post-checkout"), "utf8");
    write(join(stage.project, ".git/hooks/post-checkout"), text, 0o755);
  }),
  plantedAtCheckout("a hook in the folder that core.hooksPath names", async (stage) => {
    const text = readFileSync(marker(stage, "hooks-path"), "utf8");
    write(join(stage.project, ".git/elsewhere/post-checkout"), text, 0o755);
    configured(stage, ["core.hooksPath", join(stage.project, ".git/elsewhere")]);
  }),
  plantedAtCheckout("a smudge filter", async (stage) => {
    configured(stage, ["filter.evil.smudge", marker(stage, "smudge")]);
    write(join(stage.project, ".git/info/attributes"), "* filter=evil\n");
  }),
  planted("a program in any setting that git documents", everySetting, async (stage) => {
    await askGit(stage);
    for (const verb of ["status", "doctor", "import", "stale", "brief"]) await stage.tidemark([verb]);
    await stage.hook("claude-code", "SessionStart", { session_id: "s", source: "startup" });
    await stage.hook("claude-code", "Stop", { session_id: "s" });
    await stage.tidemark(["worker", "--once"]);
  }),
  {
    area,
    name: "doctor runs no command of a settings file that looks like ours",
    run: async (stage) => {
      await repository(stage);
      const bin = write(
        join(stage.home, "bin/tidemark"),
        `#!/bin/sh\nexec node '${stage.bin}' "$@"\n`,
        0o755,
      );
      const command = `tidemark hook claude-code SessionStart; ${marker(stage, "settings")}`;
      const hooks = { SessionStart: [{ hooks: [{ type: "command", command }] }] };
      write(join(stage.project, ".claude/settings.json"), JSON.stringify({ hooks }));
      write(join(stage.project, ".codex/hooks.json"), JSON.stringify({ hooks }));
      const env = { ...stage.env, PATH: `${join(bin, "..")}:${stage.env.PATH}` };
      await stage.tidemark(["doctor"], { env });
      await stage.tidemark(["doctor", "--fix"], { env });
      return started(stage);
    },
    isControl: true,
  },
];

const CONTROLS: readonly HostileCase[] = [
  {
    area,
    isControl: true,
    name: "commits are still read from a repository whose settings name programs",
    run: async (stage) => {
      await repository(stage);
      await everySetting(stage);
      const { stdout } = await stage.tidemark(["worker", "--once"]);
      return stdout.includes("2 new commits") ? undefined : `The worker said: ${stdout}`;
    },
  },
  {
    area,
    isControl: true,
    name: "context switch checks out the branch",
    run: async (stage) => {
      await taskOnOther(stage);
      await turnToOther(stage);
      const branch = await git(stage, stage.project, "rev-parse", "--abbrev-ref", "HEAD");
      return branch === "other" ? undefined : `The branch is ${branch}.`;
    },
  },
  {
    area,
    isControl: true,
    name: "a filter of the user's own settings still works when a branch is checked out",
    run: async (stage) => {
      await taskOnOther(stage);
      write(join(stage.home, "gitconfig"), `[filter "mine"]\n\tsmudge = ${marker(stage, "own-filter")}\n`);
      write(join(stage.project, ".git/info/attributes"), "* filter=mine\n");
      await turnToOther(stage);
      const text = readFileSync(join(stage.project, "a.txt"), "utf8");
      const isFiltered = existsSync(join(stage.home, "started", "own-filter"));
      return text === "two\n" && isFiltered ? undefined : "The user's filter was not used.";
    },
  },
];

export const gitCases: readonly HostileCase[] = [...PROGRAMS, ...CONTROLS];

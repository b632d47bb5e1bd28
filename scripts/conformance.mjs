/**
 * `npm run test:conformance`: runs the official conformance suites and the inspector against `tidemark mcp`
 * and writes bench/results/conformance.md. Downloads what it needs into `.cache/conformance` once.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { bundleForNode } from "./bundle.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { fetchPackage } from "./fetch-package.mjs";
import { CACHE, fail, ROOT, run, say } from "./lib.mjs";

const FOLDER = join(CACHE, "conformance");
const TABLE = join(ROOT, "bench/results/conformance.md");
const TOKEN = "a-token-for-the-conformance-suite";
/** The Node version for the suites and the inspector, which need a newer one than Tidemark. */
const NODE = "24.15.0";
const SUITES = ["0.1.16", "0.2.0-alpha.12"];
const INSPECTOR = "2.12.0";
const NEWEST = "2026-07-28";

/**
 * Scenarios for Tidemark itself. All others call tools, resources and prompts that only a test server has.
 */
const PRODUCT = new Set([
  ...[
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ],
  ...["caching", "http-header-validation", "sep-2164-resource-not-found", "server-sse-multiple-streams"],
  ...["input-required-result-unsupported-methods", "input-required-result-validate-input"],
]);

/** Prefixes of scenarios that do not apply, with the reason. */
const NOT_APPLYING = [
  ["elicitation-", "Tidemark asks its clients for nothing"],
  ["tools-call-elicitation", "Tidemark asks its clients for nothing"],
  ["tools-call-sampling", "Tidemark asks its clients for nothing"],
  ["input-required-", "Tidemark asks its clients for nothing"],
  ["resources-subscribe", "resources are read when wanted; none is announced"],
  ["resources-unsubscribe", "resources are read when wanted; none is announced"],
  ["server-sse-polling", "no sessions: each request stands alone"],
  ["server-session-lifecycle", "no sessions: each request stands alone"],
  ["http-custom-header", "no tool takes an argument from a header"],
  ["tools-call-with-logging", "logging is deprecated, and a request that stands alone has set no level"],
  ["sep-2640-", "an extension that is not offered"],
  ["tasks-", "an extension that is not offered"],
];

const isProduct = (name, version) =>
  PRODUCT.has(name) && !(name === "server-sse-multiple-streams" && version !== NEWEST);

function reasonAgainst(name, version) {
  if (isProduct(name, version)) return undefined;
  if (name === "server-sse-multiple-streams") return "no sessions: each request stands alone";
  return NOT_APPLYING.find(([begin]) => name.startsWith(begin))?.[1];
}

async function installed(name, wanted, file) {
  const folder = join(FOLDER, name);
  const path = join(folder, "node_modules", file);
  if (existsSync(path)) return path;
  say(`Getting ${wanted} …`);
  const problem = await fetchPackage(wanted, folder);
  return existsSync(path) ? path : fail(`${wanted} cannot be had: ${problem}`);
}

/** Starts a server and waits until it prints its URL. */
function started(args, cwd) {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, TIDEMARK_TOKEN: TOKEN } });
  return new Promise((done, failed) => {
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
        const url = /Listening on (\S+)/.exec(said)?.[1];
        if (url) done({ url, child });
      });
    }
    child.on("close", () => failed(new Error(said)));
  });
}

/** A proxy that adds the token, which the suites cannot send, and forwards everything else unchanged. */
function withToken(url) {
  const { port } = new URL(url);
  const server = createServer((asked, reply) => {
    const headers = { ...asked.headers, authorization: `Bearer ${TOKEN}` };
    const { method, url: path } = asked;
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      reply.writeHead(answer.statusCode, answer.headers);
      answer.pipe(reply);
    });
    sent.on("error", () => reply.destroy());
    asked.pipe(sent);
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () =>
      done({ server, url: `http://127.0.0.1:${server.address().port}/mcp` }),
    );
  });
}

async function scenariosOf(node, suite) {
  const { output } = await run(node, [suite, "list", "--server"], { quiet: true });
  return [...output.matchAll(/^ {2}- (\S+) \[([^\]]*)\]$/gm)].map(([, name, versions]) => ({
    name,
    version: versions.split(",").at(-1),
  }));
}

async function played({ node, suite, name, version }, url) {
  const asked = version === NEWEST ? ["--spec-version", version] : [];
  const { output } = await run(node, [suite, "server", "--url", url, "--scenario", name, ...asked], {
    quiet: true,
  });
  const [, passed = 0, all = 1, failed = 1, warned = 0] =
    /Passed: (\d+)\/(\d+), (\d+) failed, (\d+) warnings/.exec(output) ?? [];
  const isSound = Number(failed) === 0 && Number(all) > 0;
  return { checks: `${passed}/${all}${Number(warned) > 0 ? `, ${warned} warnings` : ""}`, isSound };
}

async function suiteRows(node, version, urls) {
  const suite = await installed(
    `suite-${version}`,
    `@modelcontextprotocol/conformance@${version}`,
    "@modelcontextprotocol/conformance/dist/index.js",
  );
  const rows = [];
  for (const scenario of await scenariosOf(node, suite)) {
    const { name, version: revision } = scenario;
    const reason = reasonAgainst(name, revision);
    if (reason !== undefined) {
      rows.push({ name, revision, target: "–", checks: "does not apply", note: reason, isSound: true });
      continue;
    }
    const target = isProduct(name, revision) ? "tidemark mcp" : "test server, same door";
    const { checks, isSound } = await played({ node, suite, ...scenario }, urls[target]);
    say(`${isSound ? "ok    " : "failed"}  ${version}  ${name}  ${checks}`);
    rows.push({ name, revision, target, checks, note: isSound ? "" : "**failed**", isSound });
  }
  return rows;
}

/** Runs the inspector's command line over stdio and over HTTP. */
async function inspectorRows(node, url, cwd) {
  const start = await installed(
    `inspector-${INSPECTOR}`,
    `@modelcontextprotocol/inspector@${INSPECTOR}`,
    "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  );
  const stdio = [process.execPath, join(ROOT, "dist/tidemark.cjs"), "mcp"];
  const http = [url, "--transport", "http", "--header", `Authorization: Bearer ${TOKEN}`];
  const create = ["--tool-name", "create", "--tool-arg", "kind=note", "text=Seen-by-the-inspector"];
  const asks = [
    ["tools/list --strict", ["--method", "tools/list", "--strict"], /"transition"/],
    ["tools/call create", ["--method", "tools/call", ...create], /"outcome": "created"/],
    ["resources/read", ["--method", "resources/read", "--uri", "tidemark://board"], /text\/markdown/],
    ["prompts/get", ["--method", "prompts/get", "--prompt-name", "handoff"], /Hand this work over/],
  ];
  const rows = [];
  for (const [way, target] of [
    ["stdio", stdio],
    ["HTTP", http],
  ]) {
    for (const [name, args, expected] of asks) {
      const { code, output } = await run(node, [start, "--cli", ...target, ...args], { quiet: true, cwd });
      const isSound = code === 0 && expected.test(output);
      say(`${isSound ? "ok    " : "failed"}  inspector  ${name} over ${way}`);
      rows.push({ name, way, isSound });
      if (!isSound) say(output.slice(-600));
    }
  }
  return rows;
}

const rowOf = (cells) => `| ${cells.join(" | ")} |`;

function tableOf(suites, inspected) {
  const lines = [
    "# Conformance",
    "",
    `\`npm run test:conformance\`, on ${new Date().toISOString().slice(0, 10)}: the official suites and the inspector against \`tidemark mcp\`.`,
    "Scenarios that call tools, resources or prompts of the suite's own are played against a test server",
    "(`test/conformance/fixture.ts`) that sits behind the same door: guards, handler and transport are Tidemark's.",
  ];
  for (const [version, rows] of suites) {
    const played = rows.filter(({ target }) => target !== "–");
    const sound = played.filter(({ isSound }) => isSound).length;
    lines.push("", `## @modelcontextprotocol/conformance ${version}`, "");
    lines.push(
      `${sound} of ${played.length} applicable scenarios pass; ${rows.length - played.length} do not apply.`,
      "",
    );
    lines.push(
      rowOf(["scenario", "revision", "against", "checks passed", ""]),
      rowOf(["---", "---", "---", "---", "---"]),
    );
    for (const { name, revision, target, checks, note } of rows)
      lines.push(rowOf([name, revision, target, checks, note]));
  }
  lines.push("", `## @modelcontextprotocol/inspector ${INSPECTOR} --cli`, "", rowOf(["asked", "over", ""]));
  lines.push(rowOf(["---", "---", "---"]));
  for (const { name, way, isSound } of inspected)
    lines.push(rowOf([name, way, isSound ? "works" : "**failed**"]));
  return `${lines.join("\n")}\n`;
}

await ensureInstalled();
await build();
const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const node = await installed(
  `node-${NODE}`,
  `${name}@${NODE}`,
  `${name}/bin/${process.platform === "win32" ? "node.exe" : "node"}`,
);
const project = mkdtempSync(join(tmpdir(), "tidemark-conformance-"));
const fixture = await bundleForNode("test/conformance/fixture.ts", "conformance-fixture");
// A server does not create a memory; only a person's `init` does.
await run(process.execPath, [join(ROOT, "dist/tidemark.cjs"), "init"], { cwd: project, quiet: true });
const product = await started([join(ROOT, "dist/tidemark.cjs"), "mcp", "--http", "0"], project);
const other = await started([fixture, TOKEN], project);
const doors = [await withToken(product.url), await withToken(other.url)];
const urls = { "tidemark mcp": doors[0].url, "test server, same door": doors[1].url };
try {
  const suites = [];
  for (const version of SUITES) suites.push([version, await suiteRows(node, version, urls)]);
  const inspected = await inspectorRows(node, product.url, project);
  writeFileSync(TABLE, tableOf(suites, inspected));
  const rows = [...suites.flatMap(([, each]) => each), ...inspected];
  const failed = rows.filter(({ isSound }) => !isSound).length;
  say(failed === 0 ? `All that applies passes: ${TABLE}` : `${failed} failed: ${TABLE}`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  for (const { server } of doors) server.close();
  product.child.kill("SIGTERM");
  other.child.kill("SIGTERM");
  rmSync(project, { recursive: true, force: true });
}

/** Gets clients, and the Nodes they need, from the registry into `.cache/clients`, once. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client, Program } from "./client.ts";
import { ROOT } from "./root.ts";

/** The clients are whole programs of hundreds of megabytes; a slow line needs its time. */
const INSTALL_MS_MAX = 600_000;

const NODE_22 = "22.23.3";
const FOLDER = join(ROOT, ".cache", "clients");

/** Nothing that comes with a package is run at install: the programs are started where they lie. */
const FLAGS = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];

export type Installed = { readonly program: Program; readonly folder: string };

/** The program of a client, installed if it was not; or a line that says why it cannot be had. */
export async function install(client: Client): Promise<Installed | string> {
  const folder = join(FOLDER, client.name, client.version);
  const start = join(folder, "node_modules", client.start);
  if (!existsSync(start)) {
    const problem = await fetchPackage(`${client.package}@${client.version}`, folder);
    if (!existsSync(start)) return `${client.name} ${client.version} cannot be had: ${problem}`;
  }
  if (client.runsOn === "itself") return { program: [start], folder };
  const node = client.runsOn === "node-22" ? await nodeProgram() : process.execPath;
  if (!existsSync(node)) return `${client.name} ${client.version} needs Node ${NODE_22}, which cannot be had`;
  return { program: [node, start], folder };
}

/** The folder clients are installed in, whose path must not show in anything recorded. */
export function clientsFolder(): string {
  return FOLDER;
}

/** "linux-x64", as packages with a program for one platform are named. */
export function platform(): string {
  return `${process.platform === "win32" ? "win32" : process.platform}-${process.arch}`;
}

async function nodeProgram(): Promise<string> {
  const name = `node-${platform().replace("win32", "win")}`;
  const folder = join(FOLDER, "node", NODE_22);
  const node = join(folder, "node_modules", name, process.platform === "win32" ? "bin/node.exe" : "bin/node");
  if (!existsSync(node)) await fetchPackage(`${name}@${NODE_22}`, folder);
  return node;
}

/** Gives back what npm had to say, shortened to the line that matters. */
async function fetchPackage(wanted: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const npm = npmProgram();
  const child = spawn(npm[0], [...npm.slice(1), "install", "--prefix", folder, ...FLAGS, wanted], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: INSTALL_MS_MAX,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((done) => {
    child.on("error", (error) => done(error.message));
    child.on("close", () =>
      done(output.split("\n").find((line) => /ERR|error/i.test(line)) ?? "no error given"),
    );
  });
}

/** npm's own start file, so that no shell is needed on any platform. */
function npmProgram(): Program {
  const beside = join(dirname(process.execPath), "node_modules/npm/bin/npm-cli.js");
  const start = [process.env.npm_execpath ?? "", beside].find(
    (path) => /npm-cli\.c?js$/.test(path) && existsSync(path),
  );
  return start ? [process.execPath, start] : ["npm"];
}

/** Downloads clients, and the Node versions that they need, from the registry into `.cache/clients`, once. */
import { existsSync } from "node:fs";
import { join } from "node:path";
// @ts-expect-error: the scripts have no types.
import { fetchPackage, nodePackage } from "../../scripts/fetch-package.mjs";
import type { Client, Program } from "./client.ts";
import { ROOT } from "./root.ts";

const NODE_22 = "22.23.3";
const FOLDER = join(ROOT, ".cache", "clients");

export type Installed = { readonly program: Program; readonly folder: string };

/** The program of a client, which is installed if necessary; or a line that says why it is not available. */
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

/** The folder in which clients are installed. Its path must not occur in recordings. */
export function clientsFolder(): string {
  return FOLDER;
}

/** The platform as package names contain it, such as "linux-x64". */
export function platform(): string {
  return `${process.platform === "win32" ? "win32" : process.platform}-${process.arch}`;
}

async function nodeProgram(): Promise<string> {
  const name = nodePackage();
  const folder = join(FOLDER, "node", NODE_22);
  const node = join(folder, "node_modules", name, process.platform === "win32" ? "bin/node.exe" : "bin/node");
  if (!existsSync(node)) await fetchPackage(`${name}@${NODE_22}`, folder);
  return node;
}

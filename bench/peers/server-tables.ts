import type { Table } from "../table.ts";
import type { Absent, MemoryServer } from "./servers.ts";

export const commandsTable = (servers: readonly MemoryServer[]): Table => ({
  title: "How each was installed and started",
  columns: ["server", "command"],
  rows: servers.map(({ name, version, command }) => [`${name} ${version}`, `\`${command}\``]),
});

export const remarksTable = (servers: readonly MemoryServer[], absent: readonly Absent[]): Table => ({
  title: "What was not measured or was done in another way, and why",
  columns: ["server", "what", "why"],
  rows: [
    ...servers.flatMap(({ name, remarks = [] }) => remarks.map(([what, why]) => [name, what, why])),
    ...absent.map(({ name, why }) => [name, "not measured at all", why]),
  ],
});

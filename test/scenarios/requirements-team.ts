import { core, store } from "./requirement.ts";

/** The same memory on a PostgreSQL server, for a team. */
export const TEAM = {
  "team.contract": store("The PostgreSQL store keeps the whole store contract, on a real server."),
  "team.server-is-personal": core(
    "No project's settings name a server, and an agent's environment names only one that a person used in that project.",
  ),
  "team.no-password-shown": core("No message shows the address of a server with its password."),
  "team.hooks-stay-local": store(
    "A hook writes on its own machine; its events reach the server once, also when the server was away meanwhile.",
  ),
} as const;

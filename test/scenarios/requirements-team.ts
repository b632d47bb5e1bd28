import { cli, core, store } from "./requirement.ts";

/** A memory on a PostgreSQL server, for a team. */
export const TEAM = {
  "team.contract": store("The PostgreSQL store keeps the whole store contract, on a real server."),
  "team.server-is-personal": core(
    "No project's settings name a server, and an agent's environment names only one that a person used in that project.",
  ),
  "team.shipped-note-is-foreign": core(
    "A memory folder that came with a repository names no server, also where a memory of the user lay at the same path before.",
  ),
  "team.address-is-the-users": core(
    "Where a memory is kept is believed from the user's state folder alone: a file in the project is not followed and is reported, and nothing is sent to an address that no person approved.",
  ),
  "team.joining-is-agreed": core(
    "A folder joins a project that is on the server already only after a person agreed, who was told whose memory it is and how large; or where the address names the project.",
  ),
  "team.no-password-shown": core("No message shows the address of a server with its password."),
  "team.hooks-stay-local": store(
    "A hook writes on its own machine; its events reach the server once, also when the server was away meanwhile.",
  ),
  "team.server-killed": store(
    "A server killed in the middle of writes and started again loses no acknowledged event and records none twice; clients recover by themselves.",
  ),
  "team.lost-transaction": store(
    "A transaction whose connection is lost sends nothing more: the client does not crash, and no statement of it reaches the transaction that uses the connection next.",
  ),
  "team.wakes-others": store("Who watches a tape is woken when another process writes to it."),
  "team.moves": cli(
    "A memory that is moved to a server and back has the same export, the same hashes and the same answers; only a person moves it, and a server with another tape refuses it.",
  ),
  "team.reads-while-away": cli(
    "While the server is away, reads and briefs are answered from the last copy on this machine and say how old it is; changes are refused, and notes are sent later.",
  ),
  "team.stays-through-outage": store(
    "A program that stays and loses its server answers from the last copy and says so, counts as not ready, and sees the server again when it is back.",
  ),
  "team.people": cli(
    "What a person decides is in another person's next brief with the name, whether typed or said to an agent; any member may accept, who comes second is told who decided, and who disagrees ends it in their own name.",
  ),
  "team.private": cli(
    "What a person keeps private, by flag or by kind, is in that person's own briefs and nowhere on the server: in no brief, list, answer, export or row of another.",
  ),
  "team.sync": store(
    "Stores that went different ways, files or a server, synced in any order, in a chain or a circle, and cut off anywhere, end up with equal exports and no event lost or doubled.",
  ),
  "team.projects-apart": store(
    "A role that is a member of one project can neither read, count, name nor write another one, through the store or by SQL.",
  ),
  "team.nothing-to-time": store(
    "A request of a role for another project, by the store or by SQL, does the same work and has the same answer as one for a project that does not exist.",
  ),
  "team.reads-few-rows": store(
    "A question, and what is added to a long tape, read no table as a whole and few rows of any index.",
  ),
  "team.own-name": store(
    "A role that is bound to a person writes events under that person's name only, erases the words of others and changes nothing else of their events, and is gone when it is dropped.",
  ),
  "team.forgets": cli(
    "After words are forgotten, no file of the database, no copy and no spool on this machine holds them.",
  ),
  "team.two-versions": store(
    "A program of the version before goes on writing while a newer one changes the tables, unless the change says otherwise; no event is lost.",
  ),
  "team.black-hole": cli(
    "A server that accepts connections and never answers delays no recorded event, and a brief by no more than its limit.",
  ),
  "team.slow-server": cli(
    "Where a server answers too slowly for a host to wait, the brief is made from the last copy on this machine, and for half a minute no hook waits for that server again.",
  ),
  "team.copy-is-cheap": store(
    "A command after which the tape has not grown reads no event for the copy on this machine.",
  ),
  "team.keys-by-project": store(
    "Every key begins with the project, and what verbs ask is answered from such a key, so tables can be partitioned or sharded by it.",
  ),
} as const;

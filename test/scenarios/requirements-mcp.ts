import { mcp } from "./requirement.ts";

/** The memory as a server of the Model Context Protocol. */
export const MCP = {
  "mcp.tools": mcp(
    "An agent is offered at most eight tools within 2,500 tokens, says so with a count, and a set with every verb on demand.",
  ),
  "mcp.clients": mcp(
    "SDK clients of both generations use every tool over stdio and over HTTP, and each output fits its schema.",
  ),
  "mcp.revisions": mcp(
    "Protocol revisions 2024-11-05, 2025-06-18, 2025-11-25 and 2026-07-28 are spoken, over stdio and over HTTP.",
  ),
  "mcp.same-verbs": mcp("A tool gives what the verb of that name gives, without what says the same twice."),
  "mcp.refusals": mcp("A wrong call is answered with code, message, field and fix, and records nothing."),
  "mcp.harmless": mcp(
    "Remembered words come as data, said to be no orders, without controls and without a letter that closes a host's tags.",
  ),
  "mcp.forgiving": mcp("One value where several can be given, and null for none, are understood."),
  "mcp.author": mcp(
    "What comes this way is an agent's, under its host's name or the one it was given; what only a person may settle waits for one.",
  ),
  "mcp.work": mcp(
    "Work is begun, resumed, kept, handed over and ended by one tool, and what was read at a checkpoint is not told again.",
  ),
  "mcp.context": mcp("Every kind of context is given by one tool, a memory with at most five doubts."),
  "mcp.pages": mcp(
    "Working memory, active context and board can be read as resources, and a prompt hands over.",
  ),
  "mcp.once": mcp(
    "A call made again under the same id, by the same server or another, records nothing new and gives the same item.",
  ),
  "mcp.parallel": mcp("1,000 parallel calls on one server are 1,000 recorded."),
  "mcp.durable": mcp("Every acknowledged write was flushed to the disk before its reply."),
  "mcp.frames": mcp(
    "Whatever frames come in: no crash, an answer within a second, and nothing but protocol on standard output.",
  ),
  "mcp.ends": mcp("The server ends when its input does, on a signal, and when its parent was killed."),
  "mcp.replaced": mcp("A memory that another process put in place is used from the next call on."),
  "mcp.guards": mcp(
    "Over HTTP nobody is let in without the token, nor from a foreign host or origin, whatever the token.",
  ),
  "mcp.named-by-address": mcp(
    "A client whose protocol does not say who calls is named by its address, and by nothing that is no name.",
  ),
  "mcp.token": mcp(
    "The token is made once, readable by its owner alone, and one that others can read is refused.",
  ),
} as const;

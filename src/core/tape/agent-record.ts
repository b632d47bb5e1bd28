/** What an event says of who recorded it: an agent's own record has a host of this name, which no line can give. */
export const AGENT_RECORD_HOST = "agent-record";

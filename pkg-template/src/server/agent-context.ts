import type { ToolExecutionContext } from "../tools/types.js";
import type { AgentLog } from "./agent-log.js";

/** Somebody or something that a call belongs to, by its id; whatever else an application knows of it stands beside. */
export interface AgentParty {
  readonly id: string;
  readonly [detail: string]: unknown;
}

/** Whose a conversation is: what a tool of the server needs to decide what may be done. From AGN-005, section 5. */
export interface AgentContext {
  /** The agent that asks. */
  readonly agent?: AgentParty;
  /** The conversation; over AG-UI its id is the thread's. */
  readonly conversation: AgentParty;
  /** The session that the conversation goes on in; over AG-UI its id is the run's unless the server says otherwise. */
  readonly session: AgentParty;
  /** The organisation that the user acts for. */
  readonly organisation?: AgentParty;
  /** Who talks to the agent, as the server has authenticated them. */
  readonly user?: AgentParty;
}

/** What the handler of a tool on the server gets to know about the call it serves, and about whose it is. */
export interface AgentToolExecutionContext extends ToolExecutionContext, AgentContext {
  /** The server's log: an entry of a tool gets the ids of conversation and session. Does nothing where the server has none. */
  readonly log: AgentLog;
}

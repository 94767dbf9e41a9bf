import type { Context, Message } from "@ag-ui/core";
import type { AgUiTool } from "../tools/registry.js";
import type { AgentContext } from "./agent-context.js";
import type { AgentToolCall } from "./agent-tool-call.js";

/** What a client asks of an agent. */
export interface AgentExecuteRequest {
  /** Whose conversation it is. The conversation's id is what the reasoner knows its calls by. */
  readonly context: AgentContext;
  /** The conversation so far, with the message, or the client's results as tool messages, that are to be answered. */
  readonly messages: readonly Message[];
  /** The tools that the client can run: its own, and those whose server half prepares a call for it. */
  readonly clientTools?: readonly AgUiTool[];
  /** Results of the client for calls of `messages`, as JSON: `[{ toolCallId, result }]` or `[{ toolCallId, error }]`. */
  readonly toolResultsJson?: string;
  /** The state that page and agent share. */
  readonly state?: unknown;
  /** What the client says of where the user is. */
  readonly contextEntries?: readonly Context[];
  /** What else the client sent for the model's function. */
  readonly forwardedProps?: unknown;
}

/** How a request ended. */
export type AgentFinish =
  /** The model needs no more tools. */
  | "completed"
  /** The client has calls to run, or to look at: `toolCalls`. Its next request goes on from there. */
  | "client"
  /** The model was asked as often as it may be. The last text says so. */
  | "limit"
  /** The model, or something around it, failed: `error`. */
  | "failed"
  /** The request was aborted, or a newer one of the same conversation took its place. */
  | "aborted";

/** What came of a request. */
export interface AgentExecuteResponse {
  readonly finish: AgentFinish;
  /** All that the model said, and what the reasoner said in its place. */
  readonly text: string;
  /** With `client`: the calls that are the client's to run; where a tool of the server failed, that call as well. */
  readonly toolCalls: readonly AgentToolCall[];
  /** What was added to the conversation: the model's messages, and the answers to its calls. */
  readonly messages: readonly Message[];
  /** How often the model was asked. */
  readonly iterations: number;
  /** With `failed`: why, without secrets of the server. The server's log has the rest under `id`. */
  readonly error?: { readonly code: string; readonly message: string; readonly id?: string };
}

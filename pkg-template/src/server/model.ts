import type { Message } from "@ag-ui/core";
import type { AgUiTool } from "../tools/registry.js";
import type { AgentContext } from "./agent-context.js";
import type { AgentExecuteRequest } from "./requests.js";

/** What a model is asked. */
export interface ModelRequest {
  /** The conversation, in which every call has its answer right behind it. */
  readonly messages: readonly Message[];
  /** What the model may call now. */
  readonly tools: readonly AgUiTool[];
  /** Whose conversation it is. */
  readonly context: AgentContext;
  /** The request that is answered, with its `state` and what else the client sent. */
  readonly request: AgentExecuteRequest;
  /** How often the model is asked for this request, from 1. */
  readonly iteration: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** A piece of a model's answer. A call may come whole, or begin, grow and end. */
export type ModelEvent =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "reasoning"; readonly delta: string }
  | {
      readonly type: "tool_call";
      readonly id?: string;
      readonly name: string;
      /** JSON text, or what becomes JSON text. */
      readonly arguments: string | Readonly<Record<string, unknown>>;
      /** The reason why the call must not run, as the call's answer for the model. */
      readonly issue?: string;
    }
  | { readonly type: "tool_call_start"; readonly id: string; readonly name: string }
  | { readonly type: "tool_call_args"; readonly id: string; readonly delta: string }
  | {
      readonly type: "tool_call_end";
      readonly id: string;
      /** The reason why the call must not run, such as arguments that were cut off, as the call's answer for the model. */
      readonly issue?: string;
    };

/** A model's answer in one piece. */
export interface ModelAnswer {
  readonly text?: string;
  readonly toolCalls?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly arguments: string | Readonly<Record<string, unknown>>;
  }[];
}

/**
 * Asks a model: a function of your own around the client of a provider. It may throw, which ends the request. Message and code of a
 * `ModelFailure` reach the client; anything else reaches only the server's log, and the client gets the id of the log's entry.
 */
export type Model = (
  request: ModelRequest,
) => AsyncIterable<ModelEvent> | ModelAnswer | PromiseLike<AsyncIterable<ModelEvent> | ModelAnswer>;

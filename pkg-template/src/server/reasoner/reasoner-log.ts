import type { AgentContext } from "../agent-context.js";
import type { AgentLog, KeyValue } from "../agent-log.js";
import { eventTag } from "../log/entry-tags.js";
import { logFor } from "../log/safe-log.js";
import type { Note } from "./ledger.js";

/** Characters of what a model or a client has made up. */
const LONGEST_VALUE = 200;

/** What a reasoner writes down of one conversation: as every entry of AGN-005, with its ids. */
export class ReasonerLog {
  readonly #log: AgentLog;

  constructor(log: AgentLog | undefined, context: AgentContext | undefined) {
    this.#log = logFor(log, context);
  }

  /** Something of a request that was ignored, or a call that is answered without a result. */
  note({ code, toolCallId, toolName, message }: Note): void {
    const pairs = [{ key: "Code", value: code }, ...pairsOf({ ToolCallId: toolCallId })];
    if (toolName !== undefined) pairs.push(...pairsOf({ ToolName: toolName }));
    const tag = toolName === undefined ? REQUEST_TAG : eventTag(toolName);
    this.#log.addCustomEvent("warning", tag, message, pairs);
  }

  /** A call that the model may not make. */
  refused(toolCallId: string, toolName: string, why: string): void {
    const pairs = pairsOf({ ToolCallId: toolCallId, ToolName: toolName, Message: why });
    this.#log.addCustomEvent("warning", eventTag(toolName), "The call was not run.", pairs);
  }

  /** What of a model's output was ignored. */
  ignored(what: string): void {
    const message = `Something of the model's answer was ignored: ${what}.`;
    this.#log.addCustomEvent("warning", MODEL_TAG, message, []);
  }

  event(level: "info" | "warning", message: string): void {
    this.#log.addCustomEvent(level, REQUEST_TAG, message, []);
  }

  /** What the model, the store or anything else threw. */
  exception(part: "Model" | "Store" | "Execute", thrown: unknown): void {
    this.#log.addException(`[AgentReasoner_${part}__Exception]`, thrown);
  }
}

const REQUEST_TAG = "AgentReasoner_Execute";
const MODEL_TAG = "AgentReasoner_Model";

function pairsOf(values: Readonly<Record<string, string | undefined>>): KeyValue[] {
  return Object.entries(values).flatMap(([key, value]) => {
    return value === undefined ? [] : [{ key, value: value.slice(0, LONGEST_VALUE) }];
  });
}

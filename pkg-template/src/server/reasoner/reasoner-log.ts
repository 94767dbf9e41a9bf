import type { Note } from "../../conversation/raw.js";
import {
  failurePairs,
  type PublicFailure,
  publicFailure,
  spokenByModel,
} from "../../errors/public-failure.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentLog, KeyValue } from "../agent-log.js";
import { BoundedLines } from "../log/bounded-lines.js";
import { consoleLog } from "../log/console-log.js";
import { eventTag } from "../log/entry-tags.js";
import { logFor } from "../log/safe-log.js";

/** Characters of what a model or a client has made up. */
const LONGEST_VALUE = 200;

/** What a reasoner writes down of one conversation: as every entry of AGN-005, with its ids. */
export class ReasonerLog {
  readonly #log: AgentLog;
  readonly #lines = new BoundedLines();
  /** The log for everything that a client does not receive. */
  readonly #failures: AgentLog;

  constructor(log: AgentLog | undefined, context: AgentContext | undefined) {
    this.#log = logFor(log, context);
    this.#failures = log ? this.#log : logFor(consoleLog, context);
  }

  /** Something of a request that was ignored, or a call that is answered without a result. */
  note({ code, toolCallId, toolName, message }: Note): void {
    if (!this.#lines.admits(code)) return;
    const pairs = [{ key: "Code", value: code }, ...pairsOf({ ToolCallId: toolCallId })];
    if (toolName !== undefined) pairs.push(...pairsOf({ ToolName: toolName }));
    const tag = toolName === undefined ? REQUEST_TAG : eventTag(toolName);
    this.#log.addCustomEvent("warning", tag, message, pairs);
  }

  /** Messages of a client that no model is shown. */
  leftOut(role: string | undefined, count: number): void {
    if (role === undefined) {
      this.event("warning", "The request has messages that are none.");
      return;
    }
    const messages = count === 1 ? "1 message" : `${count} messages`;
    const which = `of the role ${JSON.stringify(role)}`;
    const level = role === "activity" || role === "reasoning" ? "info" : "warning";
    this.event(level, `The client's request has ${messages} ${which}, left out.`);
  }

  /** A call that the model may not make. */
  refused(toolCallId: string, toolName: string, why: string): void {
    if (!this.#lines.admits("call_refused")) return;
    const pairs = pairsOf({ ToolCallId: toolCallId, ToolName: toolName, Message: why });
    this.#log.addCustomEvent("warning", eventTag(toolName), "The call was not run.", pairs);
  }

  /** What of a model's output was ignored. */
  ignored(what: string): void {
    if (!this.#lines.admits("model_ignored")) return;
    const message = `Something of the model's answer was ignored: ${what}.`;
    this.#log.addCustomEvent("warning", MODEL_TAG, message, []);
  }

  /** The request is over: what there was no line for is counted. */
  end(): void {
    for (const [code, count] of this.#lines.takeRest()) {
      const pairs = pairsOf({ Code: code, Count: String(count) });
      const message = `The same as ${code}, ${count} more times in this request.`;
      this.#log.addCustomEvent("warning", REQUEST_TAG, message, pairs);
    }
  }

  event(level: "info" | "warning", message: string): void {
    this.#log.addCustomEvent(level, REQUEST_TAG, message, []);
  }

  /** Logs a value that the model, the store or anything else threw. Returns the client's part of it. */
  exception(part: keyof typeof words, thrown: unknown): PublicFailure {
    const failure = publicFailure(
      thrown,
      words[part],
      part === "Model" ? spokenByModel : undefined,
    );
    const log = failure.id === undefined ? this.#log : this.#failures;
    log.addException(`[AgentReasoner_${part}__Exception]`, thrown, failurePairs(failure));
    return failure;
  }
}

/** The client's text for a thrown value that has none. */
const words = {
  Model: { code: "model", message: "The model could not answer." },
  Store: { code: "internal", message: "The conversation could not be read or kept." },
  Execute: { code: "internal", message: "The agent could not answer the request." },
  Tool: { code: "failed", message: "The tool could not be run." },
};

const REQUEST_TAG = "AgentReasoner_Execute";
const MODEL_TAG = "AgentReasoner_Model";

function pairsOf(values: Readonly<Record<string, string | undefined>>): KeyValue[] {
  return Object.entries(values).flatMap(([key, value]) => {
    return value === undefined ? [] : [{ key, value: value.slice(0, LONGEST_VALUE) }];
  });
}

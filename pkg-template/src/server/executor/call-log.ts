import type { ToolError } from "../../execution/types.js";
import type { AgentLog, AgentLogLevel, KeyValue } from "../agent-log.js";
import type { AgentCall } from "../agent-tool-call.js";
import { eventTag, exceptionTag } from "../log/entry-tags.js";

/** What is written of one call. Its arguments and its result are not: `logTools` of `ag-ui-lit/log` does that, without secrets. */
export class CallLog {
  /** For the tool itself. */
  readonly log: AgentLog;
  readonly #call: AgentCall;

  constructor(log: AgentLog, call: AgentCall) {
    this.log = log;
    this.#call = call;
  }

  succeeded(message: string): void {
    this.#event("info", message);
  }

  /** There is no such tool for this client. */
  refused(error: ToolError): void {
    this.#event("warning", "The call was not run.", error);
  }

  notAuthorized(error: ToolError, thrown: unknown): void {
    if (thrown !== undefined) this.#exception(thrown, error);
    this.#event("warning", "The call was not authorized.", error);
  }

  failed(error: ToolError): void {
    const { category, message, cause } = error;
    if (category === "validation") {
      this.#event("error", "Tool execution failed validation.", error);
    } else if (category === "cancelled") {
      this.#event("warning", "The call was cancelled.", error);
    } else this.#exception(cause ?? new Error(message), error);
  }

  #event(level: AgentLogLevel, message: string, error?: ToolError): void {
    this.log.addCustomEvent(level, eventTag(this.#call.name), message, this.#pairs(error));
  }

  #exception(thrown: unknown, error: ToolError): void {
    this.log.addException(exceptionTag(this.#call.name), thrown, this.#pairs(error));
  }

  #pairs(error?: ToolError): readonly KeyValue[] {
    const pairs = [
      { key: "ToolName", value: this.#call.name.slice(0, LONGEST_VALUE) },
      { key: "ToolCallId", value: this.#call.id.slice(0, LONGEST_VALUE) },
    ];
    if (error) {
      pairs.push({ key: "Category", value: error.category });
      pairs.push({ key: "Message", value: error.message });
    }
    return pairs;
  }
}

/** Characters of what a model has made up. */
const LONGEST_VALUE = 200;

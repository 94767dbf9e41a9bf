import { messageOf } from "../../codec/describe.js";
import { isError, readText } from "../../codec/safe-read.js";
import { failurePairs } from "../../errors/public-failure.js";
import type { ToolError } from "../../execution/types.js";
import { secretsIn } from "../../log/redactor.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentLog, AgentLogLevel, KeyValue } from "../agent-log.js";
import type { AgentCall } from "../agent-tool-call.js";
import { consoleLog } from "../log/console-log.js";
import { eventTag, exceptionTag } from "../log/entry-tags.js";
import { logFor } from "../log/safe-log.js";

/** What is written of one call. Its arguments and its result are not: `logTools` of `ag-ui-lit/log` does that, without secrets. */
export class CallLog {
  /** For the tool itself. */
  readonly log: AgentLog;
  /** The log for everything that a client does not receive. */
  readonly #failures: AgentLog;
  readonly #call: AgentCall;

  constructor(log: AgentLog | undefined, context: AgentContext, call: AgentCall) {
    this.log = logFor(log, context);
    this.#failures = log ? this.log : logFor(consoleLog, context);
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

  /** @param id what a client has been given to find the entry by. */
  failed(error: ToolError, id?: string): void {
    const { category, message, cause } = error;
    if (category === "validation") {
      this.#event("error", "Tool execution failed validation.", error, id);
    } else if (category === "cancelled") {
      this.#event("warning", "The call was cancelled.", error, id);
    } else this.#exception(cause ?? new Error(message), error, id);
  }

  #event(level: AgentLogLevel, message: string, error?: ToolError, id?: string): void {
    this.log.addCustomEvent(level, eventTag(this.#call.name), message, this.#pairs(error, id));
  }

  #exception(thrown: unknown, error: ToolError, id?: string): void {
    const log = id === undefined ? this.log : this.#failures;
    const shown = withoutArguments(thrown, this.#hidden);
    log.addException(exceptionTag(this.#call.name), shown, this.#pairs(error, id));
  }

  /** Hides the secrets of the call's arguments in a text: a message may quote them. */
  get #hidden(): (text: string) => string {
    const secrets = secretsIn(this.#call.arguments);
    return (text) => secrets.hide(text);
  }

  #pairs(error?: ToolError, id?: string): readonly KeyValue[] {
    const pairs = [
      { key: "ToolName", value: this.#call.name.slice(0, LONGEST_VALUE) },
      { key: "ToolCallId", value: this.#call.id.slice(0, LONGEST_VALUE) },
    ];
    if (error) {
      pairs.push({ key: "Category", value: error.category });
      pairs.push({ key: "Message", value: this.#hidden(error.message) });
    }
    pairs.push(...failurePairs({ id }));
    return pairs;
  }
}

/** Returns the thrown value; a copy without the arguments' secrets if its message quotes them. */
function withoutArguments(thrown: unknown, hide: (text: string) => string): unknown {
  const message = messageOf(thrown);
  const shown = hide(message);
  if (shown === message) return thrown;
  const copy = new Error(shown);
  copy.name = (isError(thrown) && readText(thrown, "name")) || copy.name;
  return copy;
}

/** Characters of what a model has made up. */
const LONGEST_VALUE = 200;

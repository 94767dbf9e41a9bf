import type { AgentContext } from "../../server/agent-context.js";
import type { AgentLog, KeyValue } from "../../server/agent-log.js";
import { logFor } from "../../server/log/safe-log.js";

/** What the server writes down: what clients did that changed nothing, and what failed. */
export class A2aNotes {
  readonly #log: AgentLog;
  readonly #pairs: readonly KeyValue[];

  constructor(log: AgentLog | undefined, context?: AgentContext, taskId?: string) {
    this.#log = logFor(log ?? onConsole, context);
    this.#pairs = taskId === undefined ? [] : [{ key: "TaskId", value: taskId }];
  }

  /** Something of a client that was ignored; `code` is its name: `late_result`. */
  ignored(code: string, message: string): void {
    const pairs = [{ key: "Code", value: code }, ...this.#pairs];
    this.#log.addCustomEvent("warning", "A2a_Execute", message, pairs);
  }

  /** What was thrown. */
  failed(error: unknown): void {
    this.#log.addException("[A2a_Execute__Exception]", error, this.#pairs);
  }
}

/** Without a log a failure would be seen by nobody: the client is not told. */
const onConsole: AgentLog = {
  addException: (tag, error) => console.error(`ag-ui-lit/a2a: ${tag}`, error),
  addCustomEvent: () => {},
};

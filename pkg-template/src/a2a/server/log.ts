import { failurePairs, type PublicFailure, publicFailure } from "../../errors/public-failure.js";
import type { AgentContext } from "../../server/agent-context.js";
import type { AgentLog, KeyValue } from "../../server/agent-log.js";
import { BoundedLines } from "../../server/log/bounded-lines.js";
import { logFor } from "../../server/log/safe-log.js";

/** The server's log of a request: ignored input of clients, and failures. */
export class A2aNotes {
  readonly #log: AgentLog;
  readonly #lines = new BoundedLines();
  readonly #pairs: readonly KeyValue[];

  constructor(log: AgentLog | undefined, context?: AgentContext, taskId?: string) {
    this.#log = logFor(log ?? onConsole, context);
    this.#pairs = taskId === undefined ? [] : [{ key: "TaskId", value: taskId }];
  }

  /** Something of a client that was ignored; `code` is its name: `late_result`. */
  ignored(code: string, message: string): void {
    if (!this.#lines.admits(code)) return;
    const pairs = [{ key: "Code", value: code }, ...this.#pairs];
    this.#log.addCustomEvent("warning", "A2a_Execute", message, pairs);
  }

  /** Entries without a line of their own are counted. */
  count(): void {
    for (const [code, count] of this.#lines.takeRest()) {
      const pairs = [
        { key: "Code", value: code },
        { key: "Count", value: String(count) },
        ...this.#pairs,
      ];
      const message = `The same as ${code}, ${count} more times in this message.`;
      this.#log.addCustomEvent("warning", "A2a_Execute", message, pairs);
    }
  }

  /** Logs a thrown value. Returns the client's part of it. */
  failed(error: unknown): PublicFailure {
    const failure = publicFailure(error, words);
    this.#log.addException("[A2a_Execute__Exception]", error, [
      ...this.#pairs,
      ...failurePairs(failure),
    ]);
    return failure;
  }
}

const words = { code: "internal", message: "The agent failed." };

/** Without a log a failure would be invisible: the client gets no details. */
const onConsole: AgentLog = {
  addException: (tag, error, data) => console.error(`ag-ui-lit/a2a: ${tag}`, error, data),
  addCustomEvent: () => {},
};

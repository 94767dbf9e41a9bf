import type { AgentContext } from "../agent-context.js";
import type { AgentLog } from "../agent-log.js";
import { logFor } from "../log/safe-log.js";

/** Hears of what only the server may know: its log, or the console, since otherwise nobody would. */
export class FaultLog {
  readonly #log: AgentLog | undefined;

  constructor(log: AgentLog | undefined) {
    this.#log = log;
  }

  tell(thrown: unknown, context?: AgentContext): void {
    logFor(this.#log ?? toConsole, context).addException("[serveAgent__Exception]", thrown);
  }
}

const toConsole: AgentLog = {
  addException: (tag, error) => console.error(tag, error),
  addCustomEvent: () => {},
};

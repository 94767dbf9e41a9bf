import { failurePairs, type PublicFailure, publicFailure } from "../../errors/public-failure.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentLog } from "../agent-log.js";
import { logFor } from "../log/safe-log.js";

/** Hears of what only the server may know: its log, or the console, since otherwise nobody would. */
export class FaultLog {
  readonly #log: AgentLog | undefined;

  constructor(log: AgentLog | undefined) {
    this.#log = log;
  }

  /** Returns what a client reads of it. */
  tell(thrown: unknown, context?: AgentContext): PublicFailure {
    const failure = publicFailure(thrown, words);
    const log = logFor(this.#log ?? toConsole, context);
    log.addException("[serveAgent__Exception]", thrown, failurePairs(failure));
    return failure;
  }
}

const words = { code: "internal", message: "The agent could not handle this request." };

const toConsole: AgentLog = {
  addException: (tag, error, data) => console.error(tag, error, data),
  addCustomEvent: () => {},
};

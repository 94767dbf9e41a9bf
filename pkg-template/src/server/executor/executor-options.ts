import type { ToolExecutionManager } from "../../execution/manager.js";
import type { OptionRules } from "../../options/check-options.js";
import { aFunction, aManager, aRegistry, hasMethods, needed } from "../../options/rules.js";
import type { ToolRegistry } from "../../tools/registry.js";
import type { AgentLog } from "../agent-log.js";
import type { AuthorizeRule } from "./authorize.js";

/** What an `AgentToolExecutor` is made of. */
export interface AgentToolExecutorOptions {
  /** The tools of the server, and those it knows of the client: each says by `metadata.execution` where it runs. */
  readonly registry: ToolRegistry;
  /**
   * What runs them. Unless said, one that remembers no finished calls, and gives an attempt five minutes where a tool's metadata
   * says nothing else: what never settles must not hold a conversation for ever.
   */
  readonly manager?: ToolExecutionManager;
  /** Where is written what happens to calls. Nowhere unless said. */
  readonly log?: AgentLog;
  /**
   * Asked before the server's handler of a tool is called, `server` or `preflight`, with arguments that have passed its schema:
   * whether that may be. Everything may be unless said. What it throws, and what takes longer than 30 seconds, is a refusal.
   */
  readonly authorize?: AuthorizeRule;
}

export const executorRules: OptionRules<AgentToolExecutorOptions> = {
  registry: needed(aRegistry),
  manager: aManager,
  log: [
    "an AgentLog: an object with addException() and addCustomEvent()",
    (value) => hasMethods(value, "addException", "addCustomEvent"),
  ],
  authorize: aFunction,
};

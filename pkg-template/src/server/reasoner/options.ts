import { checkOptions, type OptionRules } from "../../options/check-options.js";
import {
  aCount,
  aFlag,
  aFunction,
  anObject,
  aTime,
  hasMethods,
  needed,
} from "../../options/rules.js";
import type { Executor } from "../agent-executor.js";
import type { AgentLog } from "../agent-log.js";
import { type LeaseOptions, leaseRules } from "../leases/lease-options.js";
import type { Model } from "../model.js";
import type { ConversationStore } from "../stores/conversation-store.js";
import type { ReasonerStore } from "./store.js";

/** What an `AgentReasoner` is made of. */
export interface AgentReasonerOptions {
  /** Does the server's part of calls: an `AgentToolExecutor`. */
  readonly executor: Executor;
  /** Asks the model. */
  readonly model: Model;
  /** How often the model is asked for one request: 10 times unless said otherwise. */
  readonly maxIterations?: number;
  /** How long a client may take for a call that it was handed, in ms: 15 minutes unless said otherwise. */
  readonly clientDeadline?: number;
  /**
   * The maximum number of calls in one answer of the model, 100 by default. Further ones are answered as not run.
   */
  readonly callsPerAnswer?: number;
  /**
   * The maximum number of conversations known at once, 10,000 by default. Beyond that, the one that was used least
   * recently and that nothing runs in is forgotten; a client that comes back to it brings history.
   */
  readonly maxConversations?: number;
  /**
   * Keeps what is known of conversations between requests; without one they are known in this process alone. With a
   * `ConversationStore` several processes may serve the same conversations: see the guide `docs/several-servers.md`.
   */
  readonly store?: ReasonerStore | ConversationStore;
  /** The times of a `ConversationStore`'s leases. */
  readonly lease?: LeaseOptions;
  /**
   * The longest time for one answer of the model, in ms; 10 minutes by default. Then its signal is aborted,
   * and the request ends as
   * `failed` with the code `model_timeout`.
   */
  readonly modelDeadline?: number;
  /**
   * Whether `system` and `developer` messages of a request reach the model. Over AG-UI a client writes all of a
   * request's messages, and a model does what such a message says: they are left out unless said otherwise, with a line
   * in the log. The server's own instructions belong into the model's function.
   */
  readonly allowSystemMessages?: boolean;
  /** Where it is written down what was ignored, refused, or went wrong. */
  readonly log?: AgentLog;
}

/** @throws {TypeError} that names the option that is not as it must be. */
export function checkReasonerOptions(options: AgentReasonerOptions): void {
  checkOptions("AgentReasoner", options, rules);
  if (options.lease !== undefined) {
    checkOptions("AgentReasoner", options.lease, leaseRules, "lease");
  }
}

const rules: OptionRules<AgentReasonerOptions> = {
  executor: needed([
    "an AgentToolExecutor",
    (value) => hasMethods(value, "execute", "offer", "modeOf"),
  ]),
  model: needed(aFunction),
  maxIterations: aCountUpTo(1_000),
  clientDeadline: aTime,
  callsPerAnswer: aCountUpTo(1_000),
  maxConversations: aCount,
  modelDeadline: aTime,
  allowSystemMessages: aFlag,
  store: ["an object with load() and save()", (value) => hasMethods(value, "load", "save")],
  lease: anObject,
  log: [
    "an object with addException() and addCustomEvent()",
    (value) => hasMethods(value, "addException", "addCustomEvent"),
  ],
};

function aCountUpTo(most: number): typeof aCount {
  const isSo = (value: unknown): boolean => aCount[1](value) && (value as number) <= most;
  return [`a whole number from 1 to ${most}`, isSo];
}

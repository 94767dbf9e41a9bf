import { OfferedTools } from "../../calls/offered-tools.js";
import { originWith, partsOf } from "../../calls/origin.js";
import { HeadlessConversation } from "../../element/runs/headless.js";
import { ToolFailure } from "../../errors/tool-failure.js";
import { waitForOthers } from "../../execution/execution-handle.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { ToolRegistry } from "../../tools/registry.js";
import { type ApprovalOption, approvers } from "./approval-option.js";
import { originOf, withinOf, withSignal } from "./contexts.js";
import { type Outcome, outcomeOf } from "./outcome.js";
import type { Subagent } from "./subagent-options.js";
import { outcomeOfLoop, type Step, TaskLog } from "./task.js";
import { TaskAllowance } from "./task-allowance.js";
import { within } from "./within.js";

/** Dependencies of subagents in addition to their own options. */
export interface SubagentsHost {
  readonly agents: ReadonlyMap<string, Subagent>;
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  readonly approval: ApprovalOption | undefined;
}

/** A task, as the module gives it. */
interface Order {
  readonly agent: string;
  readonly task: string;
  readonly tools?: readonly string[];
  readonly executionId: string;
}

/** The host side of the module's `subagent`. */
export class Subagents {
  readonly #host: SubagentsHost;

  constructor(host: SubagentsHost) {
    this.#host = host;
  }

  /** The agents, as the model may know them. */
  offers(): readonly object[] {
    return Array.from(this.#host.agents.values(), (agent) => ({
      name: agent.name,
      description: agent.description,
      tools: this.#toolsOf(agent).names,
    }));
  }

  /** Runs a task by an agent. */
  run(order: Order, step: (step: Step) => void): Promise<Outcome<object>> {
    return outcomeOf(() =>
      withSignal(order.executionId, (signal) => this.#run(order, step, signal)),
    );
  }

  async #run(order: Order, step: (step: Step) => void, signal: AbortSignal): Promise<object> {
    const { agents, manager, approval } = this.#host;
    const { executionId } = order;
    const agent = agents.get(order.agent);
    if (!agent) throw new ToolFailure(`There is no agent "${order.agent}".`, permanent);
    const origin = originOf(executionId);
    const depth = origin.depth + 1;
    if (depth > agent.maxDepth) throw tooDeep(agent);
    const approver = (await approvers(approval))(executionId);
    const { authorize, steps } = partsOf(origin);
    const { registry, names } = this.#toolsOf(agent);
    const allowance = new TaskAllowance(agent, {
      names: order.tools ? names.filter((name) => order.tools?.includes(name)) : names,
      depth,
      origin,
    });
    // The listener is the module's, and gone when the call is.
    const log = new TaskLog(manager, (happened) => {
      if (!signal.aborted) step(happened);
    });
    const conversation = new HeadlessConversation({
      ...agent,
      tools: new OfferedTools(registry, ({ name }) => allowance.has(name)),
      manager,
      origin: originWith(
        { kind: "subagent", depth, agent: agent.name, parentExecutionId: executionId },
        {
          approver: { request: (call) => approver.request({ askedBy: agent.name, ...call }) },
          admit: (name) => allowance.admit(name),
          authorize,
          steps,
          within: withinOf(executionId),
        },
      ),
      hear: log.hear,
    });
    manager[waitForOthers]?.(executionId);
    try {
      const { timeout } = agent;
      const { result, isLate } = await within(timeout, signal, (stopped) =>
        conversation.send(order.task, stopped),
      );
      const outcome = isLate ? { type: "timedOut", timeout } : outcomeOfLoop(result, conversation);
      return log.report(conversation, outcome);
    } finally {
      conversation.close();
    }
  }

  #toolsOf({ tools }: Subagent): { readonly registry: ToolRegistry; readonly names: string[] } {
    const isRegistry = "toAgUiTools" in tools;
    const registry = isRegistry ? tools : this.#host.registry;
    // Without those of the server.
    const offered = new OfferedTools(registry);
    const names = isRegistry ? [...offered.names] : tools.filter((name) => offered.has(name));
    return { registry, names };
  }
}

const permanent = { category: "permanent", code: "unknown_agent" } as const;

function tooDeep({ name, maxDepth }: Subagent): ToolFailure {
  const message =
    `The agent "${name}" can't be given work from here: at most ${maxDepth} may stand in a row. ` +
    "Do the task yourself, with your own tools.";
  return new ToolFailure(message, { category: "permanent", code: "subagent_too_deep" });
}

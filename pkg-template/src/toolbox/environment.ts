import { underWay } from "../execution/execution-handle.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { checkOptions, type OptionRule, type OptionRules } from "../options/check-options.js";
import { aFunction, aManager, anObject, aRegistry } from "../options/rules.js";
import type { ToolRegistry } from "../tools/registry.js";
import { LastProgress } from "./delegation/last-progress.js";
import type { ToolEnvironment as RawToolEnvironment } from "./module/raw-light.js";

/** A page's state for its Rust tools: see `toolEnvironment()`. */
export type ToolEnvironment = RawToolEnvironment;

/** Options of `toolEnvironment()`. */
export interface ToolEnvironmentOptions {
  /** The registry with the tools that the agent may call. */
  readonly registry?: ToolRegistry;
  /** The manager that runs them. */
  readonly manager?: ToolExecutionManager;
  /** Any configuration, as JSON could hold it. */
  readonly config?: unknown;
  /** Returns the tools that come from MCP servers; called each time. */
  readonly mcp?: () => readonly { readonly server: string; readonly name: string }[];
}

/**
 * The page's state for tools written in Rust: the other tools, the executions under way with the latest progress of
 * each, its configuration, its MCP tools. `agentTools` and `runTools` take it as `environment`, and so may tools of
 * your own.
 *
 * @throws {TypeError} if an option is invalid; the message names it.
 *
 * @example
 * ```ts
 * const environment = toolEnvironment({ registry, manager, config: { units: "metric" } });
 * ```
 */
export function toolEnvironment(options: ToolEnvironmentOptions = {}): ToolEnvironment {
  checkOptions("toolEnvironment", options, rules);
  const { registry, manager, config, mcp } = options;
  const progress = manager && LastProgress.of(manager);
  return {
    ...(registry && {
      tools: () => registry.all.map(({ name, description }) => ({ name, description })),
    }),
    ...(manager && progress && { running: () => running(manager, progress) }),
    ...(config !== undefined && { config }),
    ...(mcp && { mcpTools: mcp }),
  };
}

type Running = ReturnType<NonNullable<ToolEnvironment["running"]>>[number];

function running(manager: ToolExecutionManager, progress: LastProgress): Running[] {
  const executions = manager[underWay]();
  const reports = progress.reports(new Set(executions.map(({ id }) => id)));
  return executions.map(({ id, toolCallId, toolName, status, timing }) => ({
    executionId: id,
    toolCallId,
    toolName,
    status,
    ...(timing.startedAt !== undefined && { startedAt: timing.startedAt }),
    ...(reports.has(id) && { progress: reports.get(id) }),
  }));
}

const rules: OptionRules<ToolEnvironmentOptions> = {
  registry: aRegistry,
  manager: aManager,
  config: ["anything", () => true],
  mcp: aFunction,
};

/** An environment made by `toolEnvironment()`, or the like. */
export const anEnvironment: OptionRule = ["what toolEnvironment() gives", anObject[1]];

import { underWay } from "../execution/execution-handle.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { checkOptions, type OptionRule, type OptionRules } from "../options/check-options.js";
import { aFunction, aManager, anObject, aRegistry } from "../options/rules.js";
import type { ToolRegistry } from "../tools/registry.js";
import { LastProgress } from "./delegation/last-progress.js";
import type { ToolEnvironment as RawToolEnvironment } from "./module/raw-light.js";

/** What a page tells its Rust tools about itself: see `toolEnvironment()`. */
export type ToolEnvironment = RawToolEnvironment;

/** What an environment is made of. */
export interface ToolEnvironmentOptions {
  /** Whose tools the agent may call. */
  readonly registry?: ToolRegistry;
  /** What runs them. */
  readonly manager?: ToolExecutionManager;
  /** Any configuration, as JSON could hold it. */
  readonly config?: unknown;
  /** Says which tools come from MCP servers; asked each time. */
  readonly mcp?: () => readonly { readonly server: string; readonly name: string }[];
}

/**
 * What tools written in Rust see of a page: the other tools, the executions under way with what each reported last, its
 * configuration, its MCP tools. `agentTools` and `runTools` take it as `environment`, and so may tools of your own.
 *
 * @throws {TypeError} that names the option that is not as it must be.
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

/** What `toolEnvironment()` has made, or the like. */
export const anEnvironment: OptionRule = ["what toolEnvironment() gives", anObject[1]];

import type { ToolExecutionManager } from "../execution/manager.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aCount, aManager, aRegistry, needed } from "../options/rules.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { ToolDefinition } from "../tools/types.js";
import { availabilityOf, type GroupAvailability } from "./availability.js";
import { backgroundProcesses } from "./background.js";
import { backgroundOf } from "./background-of.js";
import type { ApprovalOption } from "./delegation/approval-option.js";
import { withContext } from "./delegation/contexts.js";
import { plain } from "./delegation/last-progress.js";
import { anAsker } from "./delegation/rules.js";
import { anEnvironment, type ToolEnvironment, toolEnvironment } from "./environment.js";
import { runToolsCatalogue } from "./module/catalogue.js";
import { lazyGroup } from "./module/lazy-group.js";
import type { BatchMetadata, ViewBackgroundProcessesMetadata } from "./module/raw-light.js";

export type {
  BatchMetadata,
  BatchProgress,
  ViewBackgroundProcessesMetadata,
} from "./module/raw-light.js";

declare module "./module/result-metadata.js" {
  interface ToolboxResultMetadata {
    batch: BatchMetadata;
    view_background_processes: ViewBackgroundProcessesMetadata;
  }
}

/** Options of {@link runTools}. */
export interface RunToolsOptions {
  /** The registry with the tools that a batch may call. */
  readonly registry: ToolRegistry;
  /** The manager that runs them, with its own limits. */
  readonly manager: ToolExecutionManager;
  /** The maximum number of calls in a batch; 25 by default. */
  readonly maxCalls?: number;
  /** The maximum number of calls that run at once, within the manager's own limit; 8 by default. */
  readonly concurrency?: number;
  /** The characters of each result that the model reads; 16,384 by default. */
  readonly maxResultLength?: number;
  /** The characters of all results of a batch that the model reads; 65,536 by default. */
  readonly maxTotalLength?: number;
  /**
   * The approver of calls of a batch that need approval: the person of an `<ag-ui-agent>`, or a function of the page.
   * By default, the person of the `<ag-ui-agent>` that called the batch; without one, such a call is not run.
   */
  readonly approval?: ApprovalOption;
  /** The page's state as the tools see it; made of `registry` and `manager` by default. */
  readonly environment?: ToolEnvironment;
}

/**
 * `batch` and `view_background_processes`.
 *
 * @throws {TypeError} that names the invalid option.
 *
 * @example
 * ```ts
 * const agent = document.querySelector("ag-ui-agent");
 * for (const tool of runTools({ registry: agent.registry, manager: agent.manager })) agent.registerTool(tool);
 * ```
 */
export function runTools(options: RunToolsOptions): ToolDefinition[] {
  checkOptions("runTools", options, rules);
  const {
    registry,
    manager,
    approval,
    environment = toolEnvironment({ registry, manager }),
  } = options;
  const { maxCalls, concurrency, maxResultLength, maxTotalLength } = options;
  const bounds = { maxCalls, concurrency, maxResultLength, maxTotalLength };
  const definitions = lazyGroup({
    part: "light",
    catalogue: runToolsCatalogue,
    make: async (raw) => {
      const { Calls } = await import("./delegation/calls.js");
      const calls = new Calls({ registry, manager, approval });
      const background = () => backgroundRuns(registry);
      return raw.rawRunTools(Object.assign(calls, { ...bounds, environment, background }));
    },
  });
  return definitions.map(withContext);
}

const rules: OptionRules<RunToolsOptions> = {
  registry: needed(aRegistry),
  manager: needed(aManager),
  maxCalls: aCount,
  concurrency: aCount,
  maxResultLength: aCount,
  maxTotalLength: aCount,
  approval: anAsker,
  environment: anEnvironment,
};

/**
 * The processes that `bash` left running or that ended recently, also of its tools' own lists, in the module's form.
 */
function backgroundRuns(registry: ToolRegistry): object[] {
  const lists = new Set([backgroundProcesses, ...backgroundOf(registry.all)]);
  const runs = [...lists].flatMap((list) => list.list());
  return runs.map((run) => ({
    id: run.id,
    toolName: "bash",
    description: run.name === run.command ? run.command : `${run.name}: ${run.command}`,
    status: run.exitCode === undefined ? run.status : `${run.status} with ${run.exitCode}`,
    startedAt: run.startedAt,
    ...(run.endedAt !== undefined && { endedAt: run.endedAt }),
    ...(run.progress !== undefined && { progress: plain(run.progress) }),
    output: run.error === undefined ? run.output : `${run.output}\n${run.error}`,
  }));
}

/** Returns which tools of `runTools` can be used here: all, since they need nothing of the browser. Never rejects. */
export function runToolsAvailability(): Promise<GroupAvailability> {
  return availabilityOf(runToolsCatalogue, () => undefined);
}

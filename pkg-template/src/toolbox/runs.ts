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

/** What the tools of `runTools` work with. */
export interface RunToolsOptions {
  /** Whose tools a batch may call. */
  readonly registry: ToolRegistry;
  /** What runs them, with its own limits. */
  readonly manager: ToolExecutionManager;
  /** How many calls a batch may have: 25 unless said otherwise. */
  readonly maxCalls?: number;
  /** How many of them run at once, where the manager allows as many: 8 unless said otherwise. */
  readonly concurrency?: number;
  /** How many characters of each result the model reads: 16,384 unless said otherwise. */
  readonly maxResultLength?: number;
  /** How many characters of all results of a batch the model reads: 65,536 unless said otherwise. */
  readonly maxTotalLength?: number;
  /**
   * Who is asked about calls of a batch that need approval: the person of an `<ag-ui-agent>`, or whoever a function asks.
   * Unless said otherwise, the person of that `<ag-ui-agent>` which called the batch; where there is none, such a call is
   * not run.
   */
  readonly approval?: ApprovalOption;
  /** What the tools see of the page; made of `registry` and `manager` unless given. */
  readonly environment?: ToolEnvironment;
}

/**
 * `batch` and `view_background_processes`.
 *
 * @throws {TypeError} that names the option that is not as it must be.
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

/** What `bash` has left running, and what of that has ended of late, in the module's form: also of its tools' own lists. */
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

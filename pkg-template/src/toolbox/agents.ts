import { ToolExecutionManager } from "../execution/manager.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aCount, aManager, anObject, aRegistry } from "../options/rules.js";
import { globalToolRegistry } from "../tools/global-registry.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { ToolDefinition } from "../tools/types.js";
import { availabilityOf, type GroupAvailability } from "./availability.js";
import type { ApprovalOption } from "./delegation/approval-option.js";
import { withContext } from "./delegation/contexts.js";
import {
  type ImageRecognitionOptions,
  imageTimeout,
  readImageOptions,
} from "./delegation/image-options.js";
import { anAsker } from "./delegation/rules.js";
import { readSubagents, type SubagentOptions } from "./delegation/subagent-options.js";
import { anEnvironment, type ToolEnvironment } from "./environment.js";
import { agentToolsCatalogue } from "./module/catalogue.js";
import type { CatalogueEntry } from "./module/catalogue-entry.js";
import { lazyGroup } from "./module/lazy-group.js";
import type { ImageRecognitionMetadata, SubagentMetadata } from "./module/raw-light.js";
import { imageOf } from "./page/kept-images.js";

export type { ApprovalOption, AsksPerson } from "./delegation/approval-option.js";
export type { ImageRecognitionOptions, ImageToRecognize } from "./delegation/image-options.js";
export type { SubagentOptions } from "./delegation/subagent-options.js";
export type {
  ImageRecognitionMetadata,
  SubagentMetadata,
  SubagentProgress,
} from "./module/raw-light.js";

declare module "./module/result-metadata.js" {
  interface ToolboxResultMetadata {
    subagent: SubagentMetadata;
    image_recognition: ImageRecognitionMetadata;
  }
}

/** Options of `agentTools()`. All are optional: a tool whose option is absent is not created. */
export interface AgentToolsOptions {
  /** For `subagent`: the agents that work can be given to, by the names that the model calls them. */
  readonly subagents?: Readonly<Record<string, SubagentOptions>>;
  /** Options of `image_recognition`: the recognizer, and the images that it may see. */
  readonly image?: ImageRecognitionOptions;
  /** The registry in which subagents find the tools that they may use; by default the global registry. */
  readonly registry?: ToolRegistry;
  /** The manager that runs the tools of subagents; by default one of their own. Pass that of your `<ag-ui-agent>`. */
  readonly manager?: ToolExecutionManager;
  /**
   * The approver of subagents' calls that need approval: the person of an `<ag-ui-agent>`, or a function of your page.
   * By default, the person of the `<ag-ui-agent>` that called `subagent`; without one, such a tool is not run.
   */
  readonly approval?: ApprovalOption;
  /** The characters of a subagent's answer that the model reads; 32,768 by default. */
  readonly maxAnswerLength?: number;
  /** The page's state as the tools see it. */
  readonly environment?: ToolEnvironment;
}

/**
 * `thinking`; with `subagents` also `subagent`, and with `image` also `image_recognition`.
 *
 * @throws {TypeError} that names the invalid option.
 *
 * @example
 * ```ts
 * const agent = document.querySelector("ag-ui-agent");
 * const researcher = {
 *   url: "https://agents.example/researcher",
 *   description: "Finds out what the shop's catalogue says.",
 *   tools: ["search_catalogue"],
 * };
 * for (const tool of agentTools({ subagents: { researcher }, registry: agent.registry, manager: agent.manager })) {
 *   agent.registerTool(tool);
 * }
 * ```
 */
export function agentTools(options: AgentToolsOptions = {}): ToolDefinition[] {
  checkOptions("agentTools", options, rules);
  const { registry = globalToolRegistry, manager, approval, maxAnswerLength } = options;
  const { environment } = options;
  const agents = options.subagents && readSubagents(options.subagents);
  const image = options.image && readImageOptions(options.image);
  const isThere = ({ name }: CatalogueEntry): boolean =>
    name === "thinking" || (name === "subagent" ? agents !== undefined : image !== undefined);
  const definitions = lazyGroup({
    part: "light",
    catalogue: agentToolsCatalogue.filter(isThere).map((entry) => ({
      ...entry,
      parameters: agents && entry.name === "subagent" ? naming(agents, entry) : entry.parameters,
    })),
    make: async (raw) =>
      raw.rawAgentTools({
        environment,
        ...(agents && {
          subagents: Object.assign(
            await import("./delegation/subagents.js").then(
              ({ Subagents }) =>
                new Subagents({
                  agents,
                  registry,
                  manager: manager ?? new ToolExecutionManager(),
                  approval,
                }),
            ),
            { maxAnswerLength },
          ),
        }),
        ...(image && {
          image: await import("./delegation/images.js").then(
            ({ Images }) => new Images(image, imageOf),
          ),
        }),
      }),
    metadata: ({ name }) =>
      name === "image_recognition" && image?.agent ? { timeout: timeoutOf(image.agent) } : {},
  });
  return definitions.map(withContext);
}

/** The time allowed for fetching the image, in milliseconds. */
const arrival = 30_000;

/**
 * The execution's timeout: longer than the recognizer's, so that the model gets the reason first. `Infinity` disables
 * both.
 */
function timeoutOf({ timeout = imageTimeout }: { readonly timeout?: number }): number {
  return Math.min(timeout + arrival, Number.MAX_VALUE);
}

const rules: OptionRules<AgentToolsOptions> = {
  subagents: anObject,
  image: anObject,
  registry: aRegistry,
  manager: aManager,
  approval: anAsker,
  maxAnswerLength: aCount,
  environment: anEnvironment,
};

/** The schema for the model, with the names of the page's agents, which the catalogue can't know. */
function naming(
  agents: ReadonlyMap<string, { readonly description: string }>,
  { parameters }: CatalogueEntry,
): CatalogueEntry["parameters"] {
  const known = Array.from(agents, ([name, { description }]) => `${name}: ${description}`);
  const { properties, ...rest } = parameters as { properties: Record<string, object> };
  const agent = {
    ...properties.agent,
    enum: [...agents.keys()],
    description: `The name of the agent. There are:\n${known.join("\n")}`,
  };
  return { ...rest, properties: { ...properties, agent } };
}

/** Returns which tools of `agentTools` can be used here. Harmless anywhere, and never rejects. */
export function agentToolsAvailability(): Promise<GroupAvailability> {
  const hasFetch = typeof fetch === "function" && typeof ReadableStream === "function";
  return availabilityOf(agentToolsCatalogue, ({ name }) =>
    hasFetch || name === "thinking"
      ? undefined
      : "There is no fetch() here, by which agents are talked to.",
  );
}

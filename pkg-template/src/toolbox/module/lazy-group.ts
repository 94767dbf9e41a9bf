import { messageOf } from "../../codec/describe.js";
import { ToolFailure } from "../../errors/tool-failure.js";
import type { ToolDefinition, ToolExecutionContext, ToolMetadata } from "../../tools/types.js";
import type { CatalogueEntry } from "./catalogue-entry.js";
import { loadRaw, type RawToolbox } from "./load.js";

/** A group of tools whose work is done in the toolbox's module. */
export interface LazyGroup {
  /** Its tools, as they are known before. A tool that is left out here is not offered. */
  readonly catalogue: readonly CatalogueEntry[];
  /** Makes the module's definitions of them, with the group's options; called once the module is loaded. */
  readonly make: (
    raw: RawToolbox,
  ) => readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  /** What the page says otherwise of a tool's metadata. */
  readonly metadata?: (entry: CatalogueEntry) => ToolMetadata;
}

/**
 * Definitions that load the module when they are used: when arguments are checked, a person is shown what a call would do,
 * or the tool runs. Until then they are what the catalogue says.
 */
export function lazyGroup(group: LazyGroup): ToolDefinition[] {
  const made = new MadeTools(group);
  return group.catalogue.map((entry) => lazyTool(entry, made, group.metadata?.(entry)));
}

/** The module's definitions, made once. */
class MadeTools {
  readonly #group: LazyGroup;
  #making: Promise<Map<string, ToolDefinition>> | undefined;
  #made: Map<string, ToolDefinition> | undefined;

  constructor(group: LazyGroup) {
    this.#group = group;
  }

  /** A tool's definition, if it has been made. */
  known(name: string): ToolDefinition | undefined {
    return this.#made?.get(name);
  }

  /** @throws {ToolFailure} when the module can't be loaded; the next call tries again. */
  async get(name: string): Promise<ToolDefinition> {
    this.#making ??= this.#make();
    const tools = await this.#making;
    const tool = tools.get(name);
    if (!tool) throw new Error(`ag-ui-lit: the toolbox's module has no tool ${name}.`);
    return tool;
  }

  async #make(): Promise<Map<string, ToolDefinition>> {
    try {
      const raw = await loadRaw().catch(notLoaded);
      const tools = await this.#group.make(raw);
      this.#made = new Map(tools.map((tool) => [tool.name, tool]));
      return this.#made;
    } catch (thrown) {
      this.#making = undefined;
      throw thrown;
    }
  }
}

function notLoaded(cause: unknown): never {
  throw new ToolFailure(messageOf(cause), {
    category: "transient",
    code: "toolbox_not_loaded",
    cause,
  });
}

function lazyTool(
  entry: CatalogueEntry,
  made: MadeTools,
  metadata: ToolMetadata | undefined,
): ToolDefinition {
  const { name, id, description, parameters } = entry;
  return {
    name,
    ...(id !== undefined && { id }),
    description,
    parameters,
    schema: { "~standard": { version: 1, vendor: "ag-ui-lit", validate } },
    metadata: { ...entry.metadata, ...metadata, ...hooks() },
    async handler(args: Record<string, unknown>, context: ToolExecutionContext) {
      const tool = await made.get(name);
      return tool.handler(args, context);
    },
  };

  /** What can't be loaded is reported by the handler: it is no fault of the arguments, and may pass. */
  async function validate(value: unknown): Promise<Validated> {
    const tool = await made.get(name).catch(() => undefined);
    const schema = tool?.schema as Validating | undefined;
    return schema ? schema["~standard"].validate(value) : { value: value as Arguments };
  }

  function hooks(): object {
    return {
      tracing: (args: never) => hooksOf(made.known(name))?.tracing?.(args),
      preview: async (args: never) => hooksOf(await made.get(name))?.preview?.(args),
    };
  }
}

type Arguments = Record<string, unknown>;

type Validated = { value: Arguments } | { issues: readonly { message: string }[] };

/** What the module's definitions have as `schema`. */
interface Validating {
  readonly "~standard": { validate(value: unknown): Promise<Validated> };
}

interface Hooks {
  tracing?(args: never): unknown;
  preview?(args: never): unknown;
}

function hooksOf(tool: ToolDefinition | undefined): Hooks | undefined {
  return tool?.metadata as Hooks | undefined;
}

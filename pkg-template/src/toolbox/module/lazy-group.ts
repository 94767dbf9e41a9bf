import { messageOf } from "../../codec/describe.js";
import { isToolFailure, ToolFailure } from "../../errors/tool-failure.js";
import { capturedContext } from "../../execution/captured-context.js";
import type { ToolDefinition, ToolExecutionContext, ToolMetadata } from "../../tools/types.js";
import type { CatalogueEntry } from "./catalogue-entry.js";
import { lives, type ModuleLife } from "./life.js";
import { loadPart, type RawParts } from "./load.js";
import type { ToolboxPart } from "./parts.js";

/** A group of tools whose work is done in a part of the toolbox. */
export interface LazyGroup<Part extends ToolboxPart> {
  /** The part, which is loaded when a tool of the group is used first. */
  readonly part: Part;
  /** Its tools, as they are known before. A tool that is left out here is not offered. */
  readonly catalogue: readonly CatalogueEntry[];
  /** Makes the module's definitions of them, with the group's options; called once the module is loaded. */
  readonly make: (
    raw: RawParts[Part],
  ) => readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  /** The page's changes to a tool's metadata. */
  readonly metadata?: (entry: CatalogueEntry) => ToolMetadata;
}

/**
 * Definitions that load the module on first use: when arguments are checked, a preview is shown to a person, or the
 * tool runs. Until then they consist of the catalogue's entries.
 */
export function lazyGroup<Part extends ToolboxPart>(group: LazyGroup<Part>): ToolDefinition[] {
  const made = new MadeTools(group);
  return group.catalogue.map((entry) => lazyTool(entry, made, group.metadata?.(entry)));
}

/** The part of {@link MadeTools} that a tool needs. */
type Made = Pick<MadeTools<ToolboxPart>, "life" | "known" | "get">;

/** The module's definitions, made once for each of its starts. */
class MadeTools<Part extends ToolboxPart> {
  /** The instances of the module that makes them. */
  readonly life: ModuleLife;
  readonly #group: LazyGroup<Part>;
  #making: Promise<Map<string, ToolDefinition>> | undefined;
  #made: Map<string, ToolDefinition> | undefined;
  /** The start of the module that made them. */
  #start = 0;

  constructor(group: LazyGroup<Part>) {
    this.#group = group;
    this.life = lives[group.part];
  }

  /** A tool's definition, if it has been made. */
  known(name: string): ToolDefinition | undefined {
    return this.#start === this.life.currentStart ? this.#made?.get(name) : undefined;
  }

  /** @throws {ToolFailure} when the module can't be loaded; the next call tries again. */
  async get(name: string): Promise<ToolDefinition> {
    // Starts it anew if it has stopped.
    const raw = await loadPart(this.#group.part).catch(notLoaded);
    if (this.#start !== this.life.currentStart) {
      this.#start = this.life.currentStart;
      this.#making = undefined;
    }
    this.#making ??= this.#make(raw);
    const tools = await this.#making;
    const tool = tools.get(name);
    if (!tool) throw new Error(`ag-ui-lit: the toolbox's module has no tool ${name}.`);
    return tool;
  }

  async #make(raw: RawParts[Part]): Promise<Map<string, ToolDefinition>> {
    try {
      const tools = await this.life.enter(() => this.#group.make(raw));
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
  made: Made,
  metadata: ToolMetadata | undefined,
): ToolDefinition {
  const { name, id, description, parameters } = entry;
  const { life } = made;
  return {
    name,
    ...(id !== undefined && { id }),
    description,
    parameters,
    schema: { "~standard": { version: 1, vendor: "ag-ui-lit", validate } },
    metadata: { ...entry.metadata, ...metadata, ...hooks() },
    async handler(args: Record<string, unknown>, context: ToolExecutionContext) {
      // Captured now: after an `await` zone.js knows it no more.
      void (context as { readonly [capturedContext]?: unknown })[capturedContext];
      if (unjudged.has(args)) {
        const judged = await judge(args);
        if ("issues" in judged) throw new ToolFailure(wordsOf(judged), { category: "validation" });
        unjudged.delete(args);
      }
      const tool = await made.get(name);
      return life.orStopped(life.enter(() => tool.handler(args, context) as Promise<unknown>));
    },
  };

  /** @throws {ToolFailure} when the module can't be loaded, or stops meanwhile. */
  async function judge(value: unknown): Promise<Validated> {
    const { schema } = await made.get(name);
    return life.orStopped(life.enter(() => (schema as Validating)["~standard"].validate(value)));
  }

  /** Accepts the arguments if the module can't be loaded, which may pass: then the handler validates them, or fails. */
  async function validate(value: unknown): Promise<Validated> {
    try {
      return await judge(value);
    } catch (thrown) {
      if (!isToolFailure(thrown)) throw thrown;
      unjudged.add(value as Arguments);
      return { value: value as Arguments };
    }
  }

  function hooks(): object {
    return {
      tracing: (args: never) => life.enter(() => hooksOf(made.known(name))?.tracing?.(args)),
      preview: async (args: never) => {
        const tool = await made.get(name);
        return life.orStopped(life.enter(async () => hooksOf(tool)?.preview?.(args)));
      },
    };
  }
}

/** Arguments that the module was not there to judge. */
const unjudged = new WeakSet<Arguments>();

function wordsOf({ issues }: { readonly issues: readonly { readonly message: string }[] }): string {
  return issues.map(({ message }) => message).join("; ");
}

type Arguments = Record<string, unknown>;

type Validated = { value: Arguments } | { issues: readonly { message: string }[] };

/** The `schema` of the module's definitions. */
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

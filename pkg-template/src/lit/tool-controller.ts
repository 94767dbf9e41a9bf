import type { ReactiveController, ReactiveControllerHost } from "@lit/reactive-element";
import { isServer } from "lit-html/is-server.js";
import type { ToolDefinitionError } from "../errors/definition-error.js";
import { refuseUnknown } from "../options/unknown-options.js";
import { globalToolRegistry } from "../tools/global-registry.js";
import { whenUsable } from "../tools/register-early.js";
import type { ToolRegistry } from "../tools/registry.js";
import { rejectTool } from "../tools/reject-tool.js";
import type { RegisteredTool, ToolDefinition } from "../tools/types.js";
import { ContextValue } from "./context-value.js";
import { registryContext } from "./contexts.js";

/** Definitions, each with its own arguments: of a JSON Schema's nothing is known. */
export type DefinitionList<TArgs extends readonly unknown[]> = {
  readonly [Index in keyof TArgs]: ToolDefinition<
    unknown extends TArgs[Index] ? Record<string, unknown> : TArgs[Index]
  >;
};

/** Makes the definitions at each registration. Wrap those with a Standard Schema in `tool()` for their types. */
export type ToolListMaker = () => readonly (ToolDefinition | TypedTool)[];

/** A definition with any arguments. Schema and handler are untyped here, so that they don't type each other. */
export interface TypedTool extends Omit<ToolDefinition, "schema" | "handler"> {
  readonly schema?: object;
  readonly handler: object;
}

/**
 * A definition as it is, with its arguments' types, which TypeScript can't infer from a function's return value.
 *
 * @example
 * ```ts
 * new ToolController(this, () => this.isEditable ? [tool(rename), tool(remove)] : [tool(rename)]);
 * ```
 */
export function tool<TArgs = Record<string, unknown>>(
  definition: ToolDefinition<TArgs>,
): ToolDefinition<TArgs> {
  return definition;
}

/** Options of a `ToolController`. */
export interface ToolControllerOptions {
  /** The registry for the tools; by default that of the nearest `ToolProvider`, else the global one. */
  readonly registry?: ToolRegistry;
}

/**
 * Registers a Lit host's tools while the host is connected, and removes them, and no others, when it is not.
 *
 * May be used before the core is loaded: the tools are registered as soon as it is. A definition that is refused does
 * not affect the others; see `error`.
 *
 * @example
 * ```ts
 * class ShoppingCart extends LitElement {
 *   readonly #tools = new ToolController(this, [
 *     {
 *       name: "add_to_cart",
 *       description: "Puts an article into the cart.",
 *       schema: z.object({ article: z.string() }),
 *       handler: ({ article }) => this.add(article),
 *     },
 *   ]);
 * }
 * ```
 */
export class ToolController<const TArgs extends readonly unknown[]> implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #definitions: DefinitionList<TArgs> | ToolListMaker;
  readonly #given: ToolRegistry | undefined;
  readonly #provided: ContextValue<ToolRegistry>;
  /** Aborting it removes the registered tools, but none that has replaced one. */
  #connection: AbortController | undefined;
  #tools: readonly RegisteredTool[] = [];
  #error: ToolDefinitionError | undefined;

  /**
   * @param host the element the tools belong to.
   * @param definitions the tools, or a function that returns them, called at each registration.
   * @param options their registry.
   */
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    definitions: DefinitionList<TArgs> | ToolListMaker,
    options: ToolControllerOptions = {},
  ) {
    this.#host = host;
    this.#definitions = definitions;
    refuseUnknown("new ToolController()", options, ["registry"]);
    this.#given = options.registry;
    this.#provided = new ContextValue(host, registryContext, () => this.refresh());
    host.addController(this);
  }

  /** The registry the tools go to. */
  get registry(): ToolRegistry {
    return this.#given ?? this.#provided.value ?? globalToolRegistry;
  }

  /** The tools that are registered now. */
  get tools(): readonly RegisteredTool[] {
    return this.#tools;
  }

  /** The first error of the last registration. Also reported by `ag-ui-tool-rejected`. */
  get error(): ToolDefinitionError | undefined {
    return this.#error;
  }

  /** Registers anew while the host is connected: for a changed result of the definitions' function. */
  refresh(): void {
    if (!this.#connection) return;
    this.#end();
    this.#begin();
  }

  /** Called by Lit. */
  hostConnected(): void {
    if (isServer) return;
    this.#provided.connect();
    this.#end();
    this.#begin();
  }

  /** Called by Lit. */
  hostDisconnected(): void {
    this.#provided.disconnect();
    this.#end();
  }

  #begin(): void {
    const connection = new AbortController();
    this.#connection = connection;
    whenUsable({
      registry: () => this.registry,
      work: () => this.#register(connection.signal),
    });
  }

  #end(): void {
    this.#connection?.abort();
    this.#connection = undefined;
    this.#tools = [];
  }

  /** Never throws: an error in one definition is reported, and the others are registered. */
  #register(signal: AbortSignal): void {
    if (signal.aborted) return;
    const faults = new Faults(this.#host.ownerDocument);
    const list = faults.catch(undefined, () => this.#list()) ?? [];
    const { registry } = this;
    const tools: (RegisteredTool | undefined)[] = [];
    const update = (): void => {
      if (signal.aborted) return;
      this.#tools = tools.filter((tool) => tool !== undefined);
      this.#error = faults.first;
      this.#host.requestUpdate();
    };
    let isListed = false;
    for (const [index, definition] of list.entries()) {
      // A listener of the registry's change may have removed the host.
      if (signal.aborted) return;
      let notLoaded: ToolDefinitionError | undefined;
      const work = (): void => {
        if (signal.aborted) return;
        faults.catch(definition, () => {
          tools[index] = registry.register(definition as ToolDefinition, { signal }).tool;
        });
        faults.forget(notLoaded);
        if (isListed) update();
      };
      const fail = (error: Error): void => {
        notLoaded = faults.add(definition, error);
        update();
      };
      const isOver = (): boolean => signal.aborted;
      whenUsable({ registry: () => registry, work, definition, fail, isOver });
    }
    isListed = true;
    update();
  }

  #list(): readonly unknown[] {
    const definitions: unknown =
      typeof this.#definitions === "function" ? this.#definitions() : this.#definitions;
    if (Array.isArray(definitions)) return definitions;
    throw new TypeError("A ToolController takes an array of definitions, or a function of one.");
  }
}

/** Reports errors in definitions, and keeps the first. */
class Faults {
  readonly #document: Document;
  first: ToolDefinitionError | undefined;

  constructor(document: Document) {
    this.#document = document;
  }

  catch<T>(definition: unknown, work: () => T): T | undefined {
    try {
      return work();
    } catch (thrown) {
      this.add(definition, thrown);
      return undefined;
    }
  }

  add(definition: unknown, thrown: unknown): ToolDefinitionError {
    const error = rejectTool(this.#document, definition, thrown);
    this.first ??= error;
    return error;
  }

  /** Clears an error whose cause was fixed. */
  forget(error: ToolDefinitionError | undefined): void {
    if (this.first === error) this.first = undefined;
  }
}

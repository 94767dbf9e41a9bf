import { FreedError } from "../core/freed.js";
import type { DefinitionIssue, ToolStats } from "../core/raw.js";
import { requireCore, whenLoaded } from "../core/state.js";
import { ToolDefinitionError } from "../errors/definition-error.js";
import { copies, warnOfConflict } from "./copies.js";
import { sourceOf } from "./define.js";
import { ownNeeds, registerEarly, runEarly } from "./register-early.js";
import { type RegisterOptions, type ToolRegistration, ToolRegistry } from "./registry.js";
import type { RegisteredTool, ToolDefinition } from "./types.js";

/** This copy's handle of the registry that all copies of ag-ui-lit on the page share. */
class GlobalToolRegistry extends ToolRegistry {
  #listensTo: ToolRegistry | undefined;

  constructor() {
    super();
    const { handles, waiting, sources } = copies();
    handles.add(this);
    sources.add(sourceOf);
    waiting.add(() => this.#listen());
    this.#listen();
  }

  override register<TArgs = Record<string, unknown>>(
    definition: ToolDefinition<TArgs>,
    options?: RegisterOptions,
  ): ToolRegistration {
    warnOfConflict();
    return this.#ask((registry) => registry.register(definition, options));
  }

  override unregister(nameOrId: string): boolean {
    return this.#ask((registry) => registry.unregister(nameOrId));
  }

  override clear(): void {
    this.#ask((registry) => registry.clear());
  }

  override get(nameOrId: string): RegisteredTool | undefined {
    return this.#ask((registry) => registry.get(nameOrId));
  }

  override has(nameOrId: string): boolean {
    return this.#ask((registry) => registry.has(nameOrId));
  }

  override get all(): RegisteredTool[] {
    return this.#ask((registry) => registry.all);
  }

  override getByCategory(category: string): RegisteredTool[] {
    return this.#ask((registry) => registry.getByCategory(category));
  }

  override getByTag(tag: string): RegisteredTool[] {
    return this.#ask((registry) => registry.getByTag(tag));
  }

  override stats(nameOrId: string): ToolStats | undefined {
    return this.#ask((registry) => registry.stats(nameOrId));
  }

  override free(): void {
    this.#ask((registry) => registry.free());
  }

  /** Makes the shared registry if this copy is the first that can. */
  provide(): ToolRegistry {
    const shared = copies();
    if (shared.registry) return shared.registry;
    requireCore("A ToolRegistry");
    shared.needs = ownNeeds;
    shared.registry = new ToolRegistry();
    for (const wake of [...shared.waiting]) {
      try {
        wake();
      } catch (thrown) {
        console.error(thrown);
      }
    }
    return shared.registry;
  }

  #ask<T>(question: (registry: ToolRegistry) => T): T {
    const registry = this.provide();
    try {
      return question(registry);
    } catch (thrown) {
      throw registry instanceof ToolRegistry ? thrown : ownError(thrown);
    }
  }

  #listen(): void {
    const { registry } = copies();
    if (!registry || registry === this.#listensTo) return;
    this.#listensTo = registry;
    registry.addEventListener("tool-registry-change", ({ detail }) => {
      this.dispatchEvent(new CustomEvent("tool-registry-change", { detail }));
    });
  }
}

/** Converts an error of another copy to the class that this copy's callers know. */
function ownError(thrown: unknown): unknown {
  const { name, issues, message } = thrown as Error & { issues?: readonly DefinitionIssue[] };
  if (name === "FreedError") return new FreedError("ToolRegistry");
  if (name !== "ToolDefinitionError" || !issues) return thrown;
  return Object.assign(new ToolDefinitionError(undefined, issues), { message });
}

const handle = new GlobalToolRegistry();

// With the core, there is a registry for the other copies, which may have none.
whenLoaded(() => void handle.provide());
copies().waiting.add(runEarly);

/**
 * The registry that every `<ag-ui-agent>` uses unless it is given another. Copies of ag-ui-lit on one page share it.
 */
export const globalToolRegistry: ToolRegistry = handle;

/**
 * Registers a tool with the global registry: at once if its modules are loaded (the core, and for a plain JSON Schema
 * the JSON Schema module), else as soon as they are, so it is safe at module scope. It loads missing modules, once the
 * page's scripts had the chance to set their addresses.
 *
 * @returns a promise of the registration. It rejects with a `ToolDefinitionError` if the definition breaks a rule, and
 * with an error that names the file and the reason if a module can't be loaded: the tool then waits for the next try,
 * by the next tool that needs it, `init()`, or the next run of an `<ag-ui-agent>`.
 *
 * @example
 * ```ts
 * registerTool({
 *   name: "page_title",
 *   description: "Reads the title of the page.",
 *   schema: {},
 *   handler: () => document.title,
 * });
 * ```
 */
export function registerTool<TArgs = Record<string, unknown>>(
  definition: ToolDefinition<TArgs>,
  options?: RegisterOptions,
): Promise<ToolRegistration> {
  return registerEarly(() => globalToolRegistry, definition, options);
}

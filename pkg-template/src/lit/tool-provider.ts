import { ContextProvider } from "@lit/context";
import type { ReactiveControllerHost } from "@lit/reactive-element";
import { ToolExecutionManager } from "../execution/manager.js";
import { refuseUnknown } from "../options/unknown-options.js";
import { ToolRegistry } from "../tools/registry.js";
import { managerContext, registryContext } from "./contexts.js";

/** The values that a `ToolProvider` provides. */
export interface ToolProviderOptions {
  /** A registry; a new one when absent. */
  readonly registry?: ToolRegistry;
  /** A manager; a new one when absent. */
  readonly manager?: ToolExecutionManager;
}

/**
 * Gives everything inside a Lit host a registry and a manager of its own: each `<ag-ui-agent>` and `ToolController`
 * below the host uses them, through shadow roots, unless it is given others. The host's own `ToolController` is not
 * inside: give it `{ registry: provider.registry }`.
 *
 * @example
 * ```ts
 * class EditorPane extends LitElement {
 *   readonly tools = new ToolProvider(this);
 * }
 * ```
 */
export class ToolProvider {
  readonly #registry: ContextProvider<typeof registryContext>;
  readonly #manager: ContextProvider<typeof managerContext>;

  constructor(host: ReactiveControllerHost & HTMLElement, options: ToolProviderOptions = {}) {
    refuseUnknown("new ToolProvider()", options, ["registry", "manager"]);
    const { registry = new ToolRegistry(), manager = new ToolExecutionManager() } = options;
    this.#registry = new ContextProvider(host, {
      context: registryContext,
      initialValue: registry,
    });
    this.#manager = new ContextProvider(host, { context: managerContext, initialValue: manager });
  }

  /** The registry. If another is set, tools that a `ToolController` registered move there. */
  get registry(): ToolRegistry {
    return this.#registry.value;
  }

  set registry(registry: ToolRegistry) {
    this.#registry.setValue(registry);
  }

  /** The manager. Another counts from the next call. */
  get manager(): ToolExecutionManager {
    return this.#manager.value;
  }

  set manager(manager: ToolExecutionManager) {
    this.#manager.setValue(manager);
  }
}

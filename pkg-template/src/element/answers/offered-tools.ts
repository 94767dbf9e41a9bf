import type { FormSettings } from "../../forms/form-settings.js";
import type { AgUiTool, ToolRegistry } from "../../tools/registry.js";
import type { RegisteredTool } from "../../tools/types.js";

/** Where an element looks for tools. */
export interface ToolSource {
  readonly names: readonly string[];
  get(name: string): RegisteredTool | undefined;
  has(name: string): boolean;
  toAgUiTools(): AgUiTool[];
  addEventListener(type: "tool-registry-change", listener: () => void): void;
  removeEventListener(type: "tool-registry-change", listener: () => void): void;
}

/**
 * What an element offers of its registry: all but forms that it does not count as tools itself. Elements share the
 * registry, and another of them, which content of the page may have brought, may count more.
 */
export class OfferedTools implements ToolSource {
  readonly #registry: ToolRegistry;
  readonly #forms: FormSettings;

  constructor(registry: ToolRegistry, forms: FormSettings) {
    this.#registry = registry;
    this.#forms = forms;
  }

  get names(): readonly string[] {
    return this.#registry.names.filter((name) => this.has(name));
  }

  get(name: string): RegisteredTool | undefined {
    const tool = this.#registry.get(name);
    return tool && this.#forms.offers(tool) ? tool : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  toAgUiTools(): AgUiTool[] {
    return this.#registry.toAgUiTools().filter(({ name }) => this.has(name));
  }

  addEventListener(type: "tool-registry-change", listener: () => void): void {
    this.#registry.addEventListener(type, listener);
  }

  removeEventListener(type: "tool-registry-change", listener: () => void): void {
    this.#registry.removeEventListener(type, listener);
  }
}

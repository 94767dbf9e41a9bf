import { executionModeOf } from "../tools/execution-mode.js";
import { failureOf, isAwaited, loadNeeds } from "../tools/register-early.js";
import type { AgUiTool, ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";
import type { CallableTools } from "./callable-tools.js";
import type { CallPlace } from "./place.js";

/** Tools of a registry on offer in a place: those of the server are not in a page. */
export class OfferedTools implements CallableTools {
  readonly #registry: ToolRegistry;
  readonly #offers: (tool: RegisteredTool) => boolean;
  readonly #place: CallPlace;

  /** @param offers returns true for the tools on offer. */
  constructor(
    registry: ToolRegistry,
    offers: (tool: RegisteredTool) => boolean = () => true,
    place: CallPlace = "page",
  ) {
    this.#registry = registry;
    this.#offers = offers;
    this.#place = place;
  }

  get names(): readonly string[] {
    return this.#registry.names.filter((name) => this.has(name));
  }

  get(name: string): RegisteredTool | undefined {
    const tool = this.#registry.get(name);
    if (!tool || (this.#place === "page" && executionModeOf(tool) === "server")) return undefined;
    return this.#offers(tool) ? tool : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  runsOnServer(name: string): boolean {
    const tool = this.#registry.get(name);
    return tool !== undefined && executionModeOf(tool) === "server";
  }

  toAgUiTools(): AgUiTool[] {
    return this.#registry.toAgUiTools().filter(({ name }) => this.has(name));
  }

  async loaded(name: string): Promise<RegisteredTool | undefined> {
    if (isAwaited(this.#registry, name)) await loadNeeds();
    const failure = failureOf(this.#registry, name);
    if (failure) throw failure;
    return this.get(name);
  }

  addEventListener(type: "tool-registry-change", listener: () => void): void {
    this.#registry.addEventListener(type, listener);
  }

  removeEventListener(type: "tool-registry-change", listener: () => void): void {
    this.#registry.removeEventListener(type, listener);
  }
}

import { executionModeOf } from "../../tools/execution-mode.js";
import { failureOf, isAwaited, loadNeeds } from "../../tools/register-early.js";
import type { AgUiTool, ToolRegistry } from "../../tools/registry.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { CallableTools } from "../answers/callable-tools.js";

/** What an element offers of its registry: all but what runs on the server, and what one of its features leaves out. */
export class OfferedTools implements CallableTools {
  readonly #registry: ToolRegistry;
  readonly #offers: (tool: RegisteredTool) => boolean;

  /** @param offers says whether the element offers a tool. */
  constructor(registry: ToolRegistry, offers: (tool: RegisteredTool) => boolean) {
    this.#registry = registry;
    this.#offers = offers;
  }

  get names(): readonly string[] {
    return this.#registry.names.filter((name) => this.has(name));
  }

  get(name: string): RegisteredTool | undefined {
    const tool = this.#registry.get(name);
    return tool && executionModeOf(tool) !== "server" && this.#offers(tool) ? tool : undefined;
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

  async arriving(name: string): Promise<RegisteredTool | undefined> {
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

import { ToolRegistry } from "../../tools/registry.js";
import type { RegisteredTool } from "../../tools/types.js";

/** A registry of one tool, which keeps its own validator: registered anew it would be another one. */
export class OneTool extends ToolRegistry {
  readonly #tool: RegisteredTool;

  constructor(tool: RegisteredTool) {
    super();
    this.#tool = tool;
  }

  override get all(): RegisteredTool[] {
    return [this.#tool];
  }

  override get(name: string): RegisteredTool | undefined {
    return name === this.#tool.name ? this.#tool : undefined;
  }

  override has(name: string): boolean {
    return name === this.#tool.name;
  }
}

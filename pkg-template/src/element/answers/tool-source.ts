import type { AgUiTool } from "../../tools/registry.js";
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

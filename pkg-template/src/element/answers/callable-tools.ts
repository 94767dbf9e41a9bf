import type { AgUiTool } from "../../tools/registry.js";
import type { RegisteredTool } from "../../tools/types.js";

/** Where an element looks for tools. */
export interface CallableTools {
  readonly names: readonly string[];
  get(name: string): RegisteredTool | undefined;
  has(name: string): boolean;
  /** Whether a name is that of a tool which runs on the server: the page knows it, and has it not. */
  runsOnServer(name: string): boolean;
  toAgUiTools(): AgUiTool[];
  /** The tool with a name that may wait for what it needs: that is tried to load once more. Rejects when it can't be. */
  arriving(name: string): Promise<RegisteredTool | undefined>;
  addEventListener(type: "tool-registry-change", listener: () => void): void;
  removeEventListener(type: "tool-registry-change", listener: () => void): void;
}

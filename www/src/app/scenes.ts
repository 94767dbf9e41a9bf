import type { RegisterOptions } from "ag-ui-lit";
import { type Suggestion, suggestions } from "./suggestions.js";
import { workspaceSuggestions } from "./workspace-suggestions.js";

export type SceneId = "tools" | "workspace";

/** What the page is about at a time: the tools it offers, and what to ask for. */
export interface Scene {
  readonly id: SceneId;
  readonly label: string;
  readonly welcome: { readonly lines: readonly [string, string]; readonly text: string };
  readonly suggestions: readonly Suggestion[];
  /** Registers its tools, which are loaded when the scene is shown first. Rejects when one can't be had. */
  register(options: RegisterOptions): Promise<unknown>;
}

export const scenes: Readonly<Record<SceneId, Scene>> = {
  tools: {
    id: "tools",
    label: "Tools",
    welcome: {
      lines: ["An agent on the server.", "Its tools in this page."],
      text: "Ask for something. The agent picks a tool, a Rust core in WebAssembly checks the arguments, your browser runs it, and the agent goes on with the result.",
    },
    suggestions,
    register: async (options) => (await import("../tools/index.js")).registerTools(options),
  },
  workspace: {
    id: "workspace",
    label: "Workspace",
    welcome: {
      lines: ["Files of your own.", "An agent that asks first."],
      text: "The files are in this browser's private storage. The agent searches and reads them by itself; before it changes one, you see the change, line by line.",
    },
    suggestions: workspaceSuggestions,
    register: async (options) =>
      (await import("../workspace/workspace-tools.js")).registerWorkspaceTools(options),
  },
};

/** The scene that the address names: `#workspace`, or the first one. */
export function sceneOf({ hash }: { readonly hash: string }): Scene {
  return hash === "#workspace" ? scenes.workspace : scenes.tools;
}

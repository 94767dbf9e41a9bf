import { TodoStore } from "ag-ui-lit/toolbox";
import { WorkspaceFiles } from "./workspace-files.js";

/** Tools that are not there, and why. */
export interface MissingTools {
  readonly tools: readonly string[];
  readonly reason: string;
}

/** The state that the scene's tools and its panel share. */
class Workspace {
  readonly files = new WorkspaceFiles();
  /** The list that the agent's tools change. */
  readonly toDos = new TodoStore();
  /** The tools that can't be used in this browser: known once the scene is open. */
  missing: readonly MissingTools[] = [];
  /** The part of the page that the agent may see and act in, once it is drawn. */
  area: () => HTMLElement | undefined = () => undefined;
}

/** The one of this page. */
export const workspace = new Workspace();

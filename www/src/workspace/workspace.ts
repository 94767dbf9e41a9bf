import { ToDos } from "./to-dos.js";
import { WorkspaceFiles } from "./workspace-files.js";

/** Tools that are not there, and why. */
export interface MissingTools {
  readonly tools: readonly string[];
  readonly reason: string;
}

/** What the scene's tools and its panel share. Raises `change` when `missing` is another. */
class Workspace extends EventTarget {
  readonly files = new WorkspaceFiles();
  readonly toDos = new ToDos();
  #missing: readonly MissingTools[] = [];

  /** The part of the page that the agent may see and act in, once it is drawn. */
  area: () => HTMLElement | undefined = () => undefined;

  /** The tools that can't be used in this browser. */
  get missing(): readonly MissingTools[] {
    return this.#missing;
  }

  set missing(missing: readonly MissingTools[]) {
    this.#missing = missing;
    this.dispatchEvent(new Event("change"));
  }
}

/** The one of this page. */
export const workspace = new Workspace();

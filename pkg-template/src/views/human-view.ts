import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { givenFunction } from "../tools/callable.js";
import type { ToolCallState } from "./call-state.js";
import type { RegisteredView } from "./view-list.js";
import type { ToolView, ViewOptions } from "./view-types.js";

type HumanView = RegisteredView<ToolCallState, ToolView>;

/** The views of tools that a person answers, by the handler that the tool keeps. */
const views = new WeakMap<object, HumanView>();

/** Registers the view of a tool that a person answers. */
export function keepHumanView(
  handler: object,
  view: ToolView,
  styles: NonNullable<ViewOptions["styles"]> = [],
): void {
  views.set(handler, { matches: () => true, view, agent: undefined, styles });
}

/** The view of the tool that a call is for, if a person answers it. */
export function humanViewOf(
  { toolName }: ToolCallState,
  agent: AgUiAgent | undefined,
): HumanView | undefined {
  try {
    const tool = agent?.registry.get(toolName);
    return tool && views.get(givenFunction(tool.handler));
  } catch {
    // Nothing is loaded yet, or the registry was freed.
    return undefined;
  }
}

import { registerTool, type ToolDefinition } from "ag-ui-lit";
import {
  type Availability,
  availableTools,
  fileTools,
  pageTools,
  searchTools,
  todoTools,
} from "ag-ui-lit/toolbox";
import type { Stage } from "../app/scenes.js";
import { workspace } from "./workspace.js";
import { FOLDER } from "./workspace-folder.js";
import "./workspace-panel.js";

/** What a tool that asks does, for the person who is asked. */
const TITLES: Readonly<Record<string, string>> = {
  file_write: "Write a file",
  file_edit: "Change a file",
  file_multi_edit: "Change a file",
  click: "Click on this page",
};

function withTitle(tool: ToolDefinition): ToolDefinition {
  const title = Object.hasOwn(TITLES, tool.name) ? TITLES[tool.name] : undefined;
  return title === undefined ? tool : { ...tool, parameters: { ...tool.parameters, title } };
}

// #region shown
/** The agent's tools for files, its to-do list and the form. All of them come from the toolbox. */
function workspaceTools(): readonly ToolDefinition[] {
  const root = { opfs: FOLDER };
  return [
    ...searchTools({ root }),
    // Whatever changes a file asks the visitor, who sees the change.
    ...fileTools({ root }),
    // The list is the agent's own notebook.
    ...todoTools({ store: workspace.toDos, approval: "never" }),
    ...formTools(),
  ].map(withTitle);
}

/** The agent's tools for the form. Nothing else of the page is seen or used. */
function formTools(): readonly ToolDefinition[] {
  const tools = pageTools({ root: () => workspace.area() });
  return tools.flatMap((tool) => {
    if (tool.name === "get_page" || tool.name === "click") return [tool];
    // What is typed can be seen and typed over. Publishing it takes a click, which asks.
    if (tool.name !== "type") return [];
    return [{ ...tool, metadata: { ...tool.metadata, approval: "never" as const } }];
  });
}

/** Registers the tools that this browser has the means for, and notes why the others are not offered. */
export async function openWorkspace({ signal }: Stage): Promise<() => void> {
  // On the first visit the samples are written: before they are there, the agent would find an empty workspace.
  const [availability] = await Promise.all([availableTools(), workspace.files.refresh()]);
  const tools = workspaceTools();
  workspace.missing = missing(tools, availability);
  const offered = tools.filter(({ name }) => availability[name]?.available !== false);
  await Promise.all(offered.map((tool) => registerTool(tool, { signal })));
  return () => {};
}
// #endregion

/** The tools that can't be used, together where the reason is the same. */
function missing(
  tools: readonly ToolDefinition[],
  availability: Readonly<Record<string, Availability>>,
): { tools: string[]; reason: string }[] {
  const byReason = new Map<string, string[]>();
  for (const { name } of tools) {
    const said = availability[name];
    if (!said || said.available) continue;
    byReason.set(said.reason, [...(byReason.get(said.reason) ?? []), name]);
  }
  return Array.from(byReason, ([reason, tools]) => ({ tools, reason }));
}

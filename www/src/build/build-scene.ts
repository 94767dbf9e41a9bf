import { registerTool } from "ag-ui-lit";
import { registerToolView } from "ag-ui-lit/views";
import type { Stage } from "../app/scenes.js";
import { dropCanvases, pictureView } from "../views/canvas-view.js";
import { styles } from "../views/drawn.js";
import { chooseDessert } from "./choose-dessert.js";
import { drawTable } from "./draw-table.js";
import { beginDinner } from "./shared-state.js";
import "./dinner-panel.js";

/** Registers the scene's two tools; the rest of it are the state and the agent's own events. */
export async function openBuild({ agent, signal }: Stage): Promise<() => void> {
  agent.url = "dinner";
  agent.capabilities = { multimodal: { input: { image: true } } };
  signal.addEventListener("abort", () => Object.assign(agent, { capabilities: undefined }), {
    once: true,
  });
  registerToolView("draw_table", pictureView, { signal, styles });
  await Promise.all([registerTool(chooseDessert, { signal }), registerTool(drawTable, { signal })]);
  return () => {
    dropCanvases();
    beginDinner(agent);
  };
}

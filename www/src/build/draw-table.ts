import { type ToolDefinition, toolResult } from "ag-ui-lit";
import { z } from "zod";
import { canvasFor } from "../views/canvas-view.js";
import { paintTable } from "./paint-table.js";

const schema = z.object({ guests: z.int().min(1).max(12) });

// #region shown
/** A tool that returns a picture: a model that can look at pictures sees it. */
export const drawTable: ToolDefinition<z.infer<typeof schema>> = {
  name: "draw_table",
  description: "Draws the table for a number of guests.",
  schema,
  handler({ guests }, { toolCallId }) {
    const canvas = canvasFor(toolCallId, 480, 300);
    paintTable(canvas, guests);
    const [, value = ""] = canvas.toDataURL("image/png").split(",");
    return toolResult([
      { type: "text", text: `The table for ${guests}:` },
      { type: "image", source: { type: "data", mimeType: "image/png", value } },
    ]);
  },
};
// #endregion

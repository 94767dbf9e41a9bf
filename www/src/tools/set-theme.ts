import type { ToolDefinition } from "ag-ui-lit";
import { z } from "zod";
import { applyColor, applyScheme } from "../theme/apply-theme.js";

const schema = z.object({
  color: z.string().max(40).optional().describe("Any CSS colour"),
  scheme: z.enum(["light", "dark", "system"]).optional(),
});

export const setTheme: ToolDefinition<z.infer<typeof schema>> = {
  name: "set_theme",
  description: "Repaints this page in one colour, light or dark.",
  schema,
  handler({ color, scheme }) {
    if (color) applyColor(color);
    if (scheme) applyScheme(scheme);
    return { color, scheme };
  },
};

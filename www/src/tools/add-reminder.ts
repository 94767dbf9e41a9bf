import { registerTool, type ToolDefinition } from "ag-ui-lit";
import { registerToolView } from "ag-ui-lit/views";
import { styles } from "../views/drawn.js";
import { reminderView } from "../views/reminder-view.js";

export interface Reminder {
  text: string;
  time: string;
  day?: "today" | "tomorrow";
}

// #region shown
const addReminder: ToolDefinition<Reminder> = {
  name: "add_reminder",
  description: "Pins a reminder to this page.",
  // A plain JSON Schema. The Rust core checks each argument as soon as it is complete,
  // while the model still writes the others.
  schema: {
    type: "object",
    properties: {
      time: {
        type: "string",
        pattern: "^[0-2]\\d:[0-5]\\d$",
        description: "24-hour time, HH:MM",
      },
      text: { type: "string", minLength: 1, maxLength: 200 },
      day: { type: "string", enum: ["today", "tomorrow"] },
    },
    required: ["text", "time"],
    additionalProperties: false,
  },
  handler: ({ text, time, day = "today" }): Reminder => ({ text, time, day }),
};

export function offerReminders(signal: AbortSignal) {
  registerToolView(addReminder, reminderView, { signal, styles });
  return registerTool(addReminder, { signal });
}
// #endregion

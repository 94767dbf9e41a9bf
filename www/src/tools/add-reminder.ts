import type { ToolDefinition } from "ag-ui-lit";

export interface Reminder {
  text: string;
  time: string;
  day?: "today" | "tomorrow";
}

export const addReminder: ToolDefinition<Reminder> = {
  name: "add_reminder",
  description: "Pins a reminder to this page.",
  schema: {
    type: "object",
    properties: {
      text: { type: "string", minLength: 1, maxLength: 200 },
      time: {
        type: "string",
        pattern: "^[0-2]\\d:[0-5]\\d$",
        description: "24-hour time, HH:MM",
      },
      day: { type: "string", enum: ["today", "tomorrow"] },
    },
    required: ["text", "time"],
    additionalProperties: false,
  },
  handler: ({ text, time, day = "today" }): Reminder => ({ text, time, day }),
};

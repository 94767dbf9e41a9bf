import type { ToolDefinition } from "ag-ui-lit";
import { z } from "zod";
import { pause } from "./pause.js";

const schema = z.object({
  restaurant: z.enum(["Osteria Luce", "Kiku", "Verde"]),
  guests: z.int().min(1).max(12),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 19:30"),
});

export type Booking = z.infer<typeof schema> & { reference: string };

export const bookTable: ToolDefinition<z.infer<typeof schema>> = {
  name: "book_table",
  description: "Books a table for tonight.",
  schema,
  metadata: { category: "action", idempotent: false },
  async handler({ restaurant, guests, time }, { signal }): Promise<Booking> {
    await pause(700, signal);
    if (restaurant === "Osteria Luce")
      throw new Error("Osteria Luce is closed this week for renovation.");
    return {
      restaurant,
      guests,
      time,
      reference: `${restaurant[0]}-${1000 + Math.floor(Math.random() * 9000)}`,
    };
  },
};

import { z } from "zod";

/** The same as the `jsonSchema` of the task. In a file of its own, for pages that do without zod. */
export const zodSchema = z.strictObject({
  guest: z.string().min(1).max(100),
  email: z.string().max(100),
  nights: z.int().min(1).max(30),
  room: z.strictObject({
    kind: z.enum(["single", "double", "suite"]),
    beds: z.array(z.string()).min(1).max(4),
  }),
  breakfast: z.boolean(),
  note: z.string().max(500),
});

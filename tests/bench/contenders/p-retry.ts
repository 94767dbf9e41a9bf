import pRetry, { AbortError } from "p-retry";
import type { Contender } from "./contender.js";
import { handler } from "./task.js";
import { zodSchema } from "./zod-schema.js";

export const byHand: Contender = {
  name: "p-retry + zod by hand",
  kind: "peer",
  validates: true,
  events: 0,
  notes: ["no events, records, signal, timeout"],
  prepare: () => async (text) => {
    const parsed = zodSchema.safeParse(JSON.parse(text));
    if (!parsed.success) throw new AbortError(parsed.error.message);
    return pRetry(() => handler(parsed.data), { retries: 2 });
  },
};

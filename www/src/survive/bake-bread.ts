import type { ToolDefinition } from "ag-ui-lit";
import { notRun, type ReloadedCall } from "ag-ui-lit/durable";
import { bakery } from "./bakery.js";

const BREADS = ["rye", "wheat", "spelt"] as const;

// #region shown
/** A call that takes eight seconds and must not run twice: that would be two loaves. */
export const bakeBread: ToolDefinition<{ bread: (typeof BREADS)[number] }> = {
  name: "bake_bread",
  description: "Switches the oven on for one loaf, and waits until it is baked. Takes seconds.",
  schema: {
    type: "object",
    properties: { bread: { type: "string", enum: [...BREADS] } },
    required: ["bread"],
    additionalProperties: false,
  },
  metadata: {
    category: "bakery",
    estimatedDuration: 8_000,
    // After a reload the handler is not started again: the bakery is asked about this very call.
    afterReload: async ({ idempotencyKey, signal }: ReloadedCall) => {
      if (!bakery.loafOf(idempotencyKey)) return notRun();
      bakery.note("The call was found again. The oven is not switched on a second time");
      return baked(idempotencyKey, signal);
    },
  },
  handler({ bread }, { idempotencyKey, signal, reportProgress }) {
    bakery.switchOn(idempotencyKey, bread);
    bakery.note("The handler began, and the oven was switched on");
    return baked(idempotencyKey, signal, reportProgress);
  },
};

async function baked(key: string, signal: AbortSignal, report?: (share: number) => void) {
  const { bread } = await bakery.taken(key, signal, report);
  bakery.note(`A ${bread} loaf was taken out`);
  return { bread, loaves: 1 };
}
// #endregion

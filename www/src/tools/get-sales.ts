import type { ToolDefinition } from "ag-ui-lit";
import { pause } from "./pause.js";
import { seededRandom } from "./seeded-random.js";

/** Sales in thousands of dollars. */
export interface SalesReport {
  by: "region" | "month";
  year: number;
  rows: { label: string; value: number }[];
}

const LABELS = {
  region: ["North", "South", "East", "West", "Online"],
  month: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
};

const THIS_YEAR = new Date().getFullYear();

export const getSales: ToolDefinition<{ by: SalesReport["by"]; year?: number }> = {
  name: "get_sales",
  description: "Gets a year's sales by region or by month; the page charts them.",
  // A plain JSON Schema: the Rust core checks the arguments against it.
  schema: {
    type: "object",
    properties: {
      by: { type: "string", enum: ["region", "month"] },
      year: { type: "integer", minimum: 2020, maximum: THIS_YEAR },
    },
    required: ["by"],
    additionalProperties: false,
  },
  metadata: { category: "data", idempotent: true },
  async handler({ by, year = THIS_YEAR }, { signal }): Promise<SalesReport> {
    const random = seededRandom(`${by} ${year}`);
    await pause(400 + random() * 400, signal);
    const scale = by === "region" ? 1150 : 480;
    return {
      by,
      year,
      rows: LABELS[by].map((label) => ({ label, value: Math.round(scale * (0.35 + random())) })),
    };
  },
};

// Made from the tools in crates/toolbox: `UPDATE_CONSTANTS=1 cargo test -p ag-ui-lit-toolbox --test main catalogue` writes it.

import type { CatalogueEntry } from "./catalogue-entry.js";

/** The tools of `agentTools`. */
export const agentToolsCatalogue: readonly CatalogueEntry[] = [
  {
    description:
      "Writes a thought down, and does nothing else: it reads and changes nothing. Use it to plan before several steps, or to weigh what a result means.",
    metadata: {
      category: "agents",
      idempotent: true,
    },
    name: "thinking",
    parameters: {
      additionalProperties: false,
      properties: {
        thought: {
          description: "The thought.",
          type: "string",
        },
      },
      required: ["thought"],
      type: "object",
    },
  },
];

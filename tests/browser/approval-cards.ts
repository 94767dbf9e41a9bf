import type { Page } from "@playwright/test";
import type { ToolDefinition, ToolMetadata } from "ag-ui-lit";
import type { AgUiAgent } from "ag-ui-lit/element";

declare global {
  var cardAgent: AgUiAgent;
  var cardRuns: unknown[];
  var cardSending: Promise<unknown>;
}

/** What differs from the tool `pay` that waits for approval. */
export interface CardTool {
  readonly schema?: Record<string, unknown>;
  readonly annotations?: ToolMetadata["annotations"];
  readonly execution?: ToolMetadata["execution"];
  /** What its preview gives; `"late"` for one that comes when the test calls `givePreview()`. */
  readonly preview?: unknown;
}

/**
 * Opens a page in which each request for approval, and each interrupt, has its card, below a space that is so high.
 */
export async function openCards(page: Page, url: string, tool: CardTool = {}, space = 0) {
  await page.evaluate(
    async ([url, { schema, annotations, execution, preview }, space]) => {
      await load("approvals");
      const agent = openAgent(url);
      const runs: unknown[] = [];
      const late = new Promise((resolve) => Object.assign(globalThis, { givePreview: resolve }));
      const definition: ToolDefinition = {
        name: "pay",
        description: "Pays an amount.",
        schema: schema ?? {
          title: "Payment",
          type: "object",
          properties: { amount: { type: "number", maximum: 100 }, to: { type: "string" } },
          required: ["amount"],
        },
        handler: (args) => {
          runs.push(args);
          return "paid";
        },
        metadata: {
          approval: "always",
          ...(annotations && { annotations }),
          ...(execution && { execution }),
          ...(preview !== undefined && {
            preview: () => (preview === "late" ? late : preview) as never,
          }),
        },
      };
      await agent.registerTool(definition);
      const main = document.createElement("main");
      main.style.paddingBlockStart = `${space}px`;
      document.body.append(main);
      agent.addEventListener("ag-ui-approval-request", ({ detail }) => {
        const card = document.createElement("ag-ui-approval-card");
        main.append(Object.assign(card, { agent, request: detail }));
      });
      agent.addEventListener("ag-ui-interrupt", () => {
        const card = document.createElement("ag-ui-interrupt-card");
        main.append(Object.assign(card, { agent, interrupts: agent.pendingInterrupts }));
      });
      Object.assign(globalThis, { cardAgent: agent, cardRuns: runs });
      globalThis.cardSending = agent.sendMessage("Go");
    },
    [url, tool, space] as const,
  );
}

/** Waits until the loop has ended. Returns the arguments that the tool ran with. */
export function ranWith(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    await cardSending;
    return cardRuns;
  });
}

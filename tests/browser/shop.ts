import type { Page } from "@playwright/test";
import type { ToolMetadata } from "ag-ui-lit";
import type { AgUiAgent, ApprovalRequest, SendResult } from "ag-ui-lit/element";

type Recorded = ReturnType<typeof record>;

/** A page with the tools `pay`, which may need approval, and `look`, which never does. */
export interface Shop {
  readonly element: AgUiAgent;
  readonly events: Recorded;
  /** The arguments of each run of `pay`. */
  readonly ran: unknown[];
  /** Resolves with the last of so many requests for approval to come. */
  asked(count?: number): Promise<ApprovalRequest>;
  /** Sends a message and waits for so many requests. */
  order(
    count?: number,
  ): Promise<{ readonly sending: Promise<SendResult>; readonly request: ApprovalRequest }>;
}

declare global {
  function openShop(url: string, approval?: ToolMetadata["approval"], more?: object): Promise<Shop>;
}

/** Puts `openShop` into the page. */
export async function offerShop(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(globalThis, {
      async openShop(url: string, approval: unknown = "always", more: object = {}) {
        const element = openAgent(url);
        const events = record(element, "ag-ui-", eventTypes.agent);
        const ran: unknown[] = [];
        await element.registerTool({
          name: "pay",
          description: "Pays an amount.",
          schema: {
            title: "Payment",
            type: "object",
            properties: { amount: { type: "number", maximum: 100 } },
            required: ["amount"],
          },
          handler: (args) => {
            ran.push(args);
            return `paid ${args.amount}`;
          },
          metadata: { approval: approval as never },
          ...more,
        });
        await element.registerTool({
          name: "look",
          description: "Looks.",
          schema: {},
          handler: () => "seen",
        });
        const asked = (count = 1) =>
          new Promise((resolve) => {
            let left = count;
            element.addEventListener("ag-ui-approval-request", (event) => {
              left -= 1;
              if (left === 0) resolve(event.detail);
            });
          });
        const order = async (count = 1) => {
          const request = asked(count);
          const sending = element.sendMessage("Go");
          return { sending, request: await request };
        };
        return { element, events, ran, asked, order };
      },
    });
  });
}

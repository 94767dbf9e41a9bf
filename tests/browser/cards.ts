import type { Page } from "@playwright/test";

/** A page with an agent, and a card for each of its calls, as a chat would show them. */
export async function openCards(page: Page, url: string): Promise<void> {
  await page.evaluate(async (url) => {
    await load("views");
    document.documentElement.lang = "en";
    const list = document.body.appendChild(document.createElement("main"));
    const agent = openAgent(url);
    const known = new Set<string>();
    agent.addEventListener("ag-ui-messages-changed", ({ detail }) => {
      for (const message of detail.messages) {
        if (message.role !== "assistant") continue;
        const seen = new Map<string, number>();
        for (const { id } of message.toolCalls ?? []) {
          const index = seen.get(id) ?? 0;
          seen.set(id, index + 1);
          const key = JSON.stringify([message.id, id, index]);
          if (known.has(key)) continue;
          known.add(key);
          const card = document.createElement("ag-ui-tool-card");
          list.append(Object.assign(card, { agent, messageId: message.id, toolCallId: id, index }));
        }
      }
    });
    Object.assign(globalThis, { agent });
  }, url);
}

declare global {
  /** The agent of `openCards()`. */
  var agent: ReturnType<typeof openAgent>;
}

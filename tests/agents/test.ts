import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { test as base } from "../support/test.js";
import { AgentServer } from "./agent-server.js";
import { Chat } from "./chat.js";

interface Fixtures {
  /** An element of the page on a thread of its own. */
  readonly chat: Chat;
  /** Puts another one into the page. */
  readonly openChat: () => Promise<Chat>;
}

/** `test` with a page that talks to a real AG-UI server. */
export const test = base.extend<Fixtures, { server: AgentServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const server = await AgentServer.start(process.env.PYTHON);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  openChat: async ({ harness, server }, use) => {
    await harness.evaluate(installLog);
    await use(() => Chat.open(harness, server, randomUUID()));
  },
  chat: async ({ openChat }, use) => use(await openChat()),
});

/** Where handlers of a test's page note what reached them. */
function installLog(): void {
  globalThis.handled = [];
}

declare global {
  /** In the page: what reached handlers, in the order it did. */
  var handled: unknown[];
}

export { expect } from "../support/test.js";
export type { Page };

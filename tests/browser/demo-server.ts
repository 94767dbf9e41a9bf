import { fileURLToPath } from "node:url";
import { test as base, expect as playwrightExpect } from "@playwright/test";
import { createServer, type ViteDevServer } from "vite";

/** An answer of the agent may take several requests, and the first one loads modules. */
export const expect = playwrightExpect.configure({ timeout: 60_000 });

/** `test` with the demo as `npm start` serves it, its scripted agent in a hurry; a page that complains fails. */
export const test = base.extend<{ complaints: string[] }, { demo: string }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      process.env.DEMO_PACE = "0";
      const server: ViteDevServer = await createServer({
        configFile: fileURLToPath(new URL("../../www/vite.config.ts", import.meta.url)),
        server: { port: 0, host: "127.0.0.1" },
        logLevel: "error",
      });
      await server.listen();
      const address = server.httpServer?.address();
      if (!address || typeof address === "string") throw new Error("The demo has no port.");
      await use(`http://127.0.0.1:${address.port}/`);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await use(complaints);
    expect(complaints).toEqual([]);
  },
});

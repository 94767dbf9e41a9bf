import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { build, createServer, preview } from "vite";
import { oncePerRun } from "../support/once-per-run.js";
import { test as base, expect as plainExpect } from "../support/page.js";

/** An answer of the agent may take several requests, and the first one loads modules. */
export const expect = plainExpect.configure({ timeout: 60_000 });

/** The demo's configuration of Vite. */
export const config = fileURLToPath(new URL("../../www/vite.config.ts", import.meta.url));
export const host = "127.0.0.1";

/** `test` with the built demo, its scripted agent in a hurry; a page that complains fails. */
export const test = base.extend<{ complaints: string[] }, { demo: string }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      process.env.DEMO_PACE = "0";
      const outDir = await builtDemo();
      const server = await preview({
        configFile: config,
        build: { outDir },
        preview: { port: 0, host },
        logLevel: "error",
      });
      await use(addressOf(server.httpServer.address()));
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // Files and a list of to-dos.
  usesStorage: true,
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

/** Stops the clock that the demo's pictures are painted by: a tool that draws goes on until it is stopped. */
export async function keepDrawing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
}

/** Builds the demo as `vite build` does. Returns its folder. */
function builtDemo(): Promise<string> {
  return oncePerRun("demo", async (outDir) => {
    const options = { outDir, emptyOutDir: true, manifest: true };
    await build({ configFile: config, build: options, logLevel: "error" });
  });
}

/** The path at which the built demo has a module of its sources that it loads when it is needed. */
export async function builtFile(source: string): Promise<string> {
  const manifest = join(await builtDemo(), ".vite", "manifest.json");
  const files: Record<string, { file: string }> = JSON.parse(readFileSync(manifest, "utf8"));
  const entry = files[source];
  if (!entry) throw new Error(`The built demo has no file of its own for ${source}.`);
  return `/${entry.file}`;
}

/** Serves the demo's sources as `npm start` does, until it is disposed. */
export async function startDemo(cacheDir: string) {
  const server = await createServer({
    configFile: config,
    cacheDir,
    server: { port: 0, host },
    logLevel: "error",
  });
  await server.listen();
  return {
    url: addressOf(server.httpServer?.address() ?? null),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The address of a server that listens. */
export function addressOf(address: AddressInfo | string | null): string {
  if (!address || typeof address === "string") throw new Error("The demo has no port.");
  return `http://${host}:${address.port}/`;
}

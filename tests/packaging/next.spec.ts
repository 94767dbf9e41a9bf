/** The README's React component in Next.js, by both of its bundlers, under a base path. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { run, text, toolCall } from "../support/backend.js";
import { blockNamed, readBlocks } from "../support/readme/blocks.js";
import { type Consumer, expect, testOf } from "./consumer.js";
import { npmEnv } from "./pack.js";
import { serve } from "./static-server.js";

const test = testOf("next");

test.describe.configure({ mode: "default", timeout: 480_000 }); // one installation serves the whole file

test.beforeAll(async ({ consumer }) => {
  const { code } = blockNamed(readBlocks(), "react-page");
  await consumer.write("app/react-page.tsx", `"use client";\n${code}`);
});

for (const bundler of ["turbopack", "webpack"]) {
  const tag = bundler === "webpack" ? "@all" : []; // Next's older bundler
  const title = `Next.js by ${bundler} prerenders the README's component, and the browser runs its tool`;
  test(title, { tag }, async ({ consumer, page }) => {
    await using next = await started(consumer, bundler);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    const wasm: string[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith(".wasm")) wasm.push(`${response.status()} ${pathname}`);
    });
    await using agent = await serve(consumer.path("public"), [
      run(...toolCall("call-1", "set_background", '{"colour":"teal"}')),
      run(...text("answer", "It is teal now.")),
    ]);
    await page.route("**/agent", async (route) => {
      const response = await route.fetch({ url: `${agent.origin}/agent` });
      await route.fulfill({ response });
    });

    await page.goto(`${next.origin}/base`);
    await expect(page.locator("ag-ui-agent")).toHaveCount(1);
    await page.getByRole("button", { name: "Paint it teal" }).click();

    await expect(page.locator("p.assistant").last()).toHaveText("It is teal now.");
    await expect(page.locator("main")).toHaveCSS("background-color", "rgb(0, 128, 128)");
    const core = expect.stringMatching(/^200 \/base\/_next\/static\/media\/core_bg\./);
    expect(wasm, "its tool brings zod").toEqual([core]);
    await page.evaluate(() => {
      const detail = { name: "noop", description: "Nothing.", schema: {}, handler: () => {} };
      document.dispatchEvent(new CustomEvent("ag-ui-tool-register", { detail }));
    });
    const module = expect.stringMatching(/^200 \/base\/_next\/static\/media\/json_schema_bg\./);
    await expect.poll(() => wasm).toEqual([core, module]);
    expect(complaints).toEqual([]);
  });
}

/** Builds the app by one of the bundlers, and starts what was built. */
async function started(
  consumer: Consumer,
  bundler: string,
): Promise<AsyncDisposable & { origin: string }> {
  const env = { ...npmEnv(), NEXT_DIST: `.next-${bundler}`, NEXT_TELEMETRY_DISABLED: "1" };
  const next = (...args: string[]) =>
    spawn(process.execPath, [consumer.path("node_modules/next/dist/bin/next"), ...args], {
      cwd: consumer.folder,
      env,
    });
  const build = next("build", `--${bundler}`);
  let said = "";
  for (const stream of [build.stdout, build.stderr]) {
    stream.on("data", (text) => {
      said += text;
    });
  }
  const [code] = await once(build, "close");
  expect(code, said).toBe(0);

  const server = next("start", "--port", "0", "--hostname", "127.0.0.1");
  const port = await new Promise<string>((resolve, reject) => {
    let heard = "";
    const hear = (text: Buffer): void => {
      heard += text;
      const [, port] = /http:\/\/127\.0\.0\.1:(\d+)[\s\S]*Ready/.exec(heard) ?? [];
      if (port) resolve(port);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.once("close", () => reject(new Error(`Next.js did not start: ${heard}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}

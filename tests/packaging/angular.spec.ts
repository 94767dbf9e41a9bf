/** The README's lines for Angular, in what `ng new` makes: within its budgets, under a base path. */
import { cp, readFile } from "node:fs/promises";
import { run, text, toolCall } from "../support/backend.js";
import { blockNamed, readBlocks } from "../support/readme/blocks.js";
import { expect, testOf } from "./consumer.js";
import { serve } from "./static-server.js";

const test = testOf("angular");

test("angular-assets, angular-main: an app keeps to its budgets, finds the file and runs a tool", async ({
  consumer,
  page,
}) => {
  test.setTimeout(480_000);
  const blocks = readBlocks();
  await consumer.write("src/agent.ts", blockNamed(blocks, "angular-main").code);
  const config = JSON.parse(await readFile(consumer.path("angular.json"), "utf8"));
  const { options } = config.projects.app.architect.build;
  options.assets.push(JSON.parse(blockNamed(blocks, "angular-assets").code));
  await consumer.write("angular.json", JSON.stringify(config));

  const { code, stdout, stderr } = await consumer.node(
    "node_modules/@angular/cli/bin/ng.js",
    "build",
  );
  expect(code, stdout + stderr).toBe(0);
  expect(stdout + stderr).not.toMatch(/WARNING|budget/);

  await cp(consumer.path("out/browser"), consumer.path("site/base"), { recursive: true });
  await using server = await serve(consumer.path("site"), [
    run(...toolCall("call-1", "set_background", '{"colour":"teal"}')),
    run(...text("answer", "It is teal now.")),
  ]);
  const wasm: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".wasm")) wasm.push(`${response.status()} ${pathname}`);
  });
  await page.goto(`${server.origin}/base/index.html`);
  await page.evaluate(() => customElements.whenDefined("ag-ui-agent"));
  await page.getByRole("button", { name: "Paint it teal" }).click();

  await expect(page.locator("output")).toHaveText("teal true");
  expect(server.agentRequests[0]?.tools.map(({ name }) => name)).toEqual(["set_background"]);
  expect(wasm.sort()).toEqual(["200 /base/core_bg.wasm", "200 /base/json_schema_bg.wasm"]);
});

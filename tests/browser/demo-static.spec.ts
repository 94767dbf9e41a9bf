import { join } from "node:path";
import { build, preview } from "vite";
import { oncePerRun } from "../support/once-per-run.js";
import { addressOf, config, expect, host, test as withDemo } from "./demo-server.js";

/** `test` with the demo as a static site, below a path of a file server. */
const test = withDemo.extend<object, { demo: string }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      process.env.DEMO_PACE = "0";
      const root = await oncePerRun("demo-static", async (folder) => {
        const outDir = join(folder, "some", "folder");
        const options = { outDir, emptyOutDir: true };
        await build({ configFile: config, mode: "static", build: options, logLevel: "error" });
      });
      const server = await preview({
        ...{ configFile: false, root, logLevel: "error" },
        ...{ build: { outDir: root }, preview: { port: 0, host } },
      });
      await use(`${addressOf(server.httpServer.address())}some/folder/`);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.beforeEach(async ({ page, complaints }) => {
  void complaints;
  // Files of the site are all that its server is asked for.
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isFile = /\/(some\/folder\/(assets\/.*|favicon\.svg)?)$/.test(pathname);
    if (!isFile || request.method() !== "GET") complaints.push(`asked for ${request.url()}`);
  });
});

test("without a server the agent answers inside the page, and its tools run", async ({
  page,
  demo,
}) => {
  await page.goto(demo);
  await expect(page.getByTestId("agent-info")).toHaveText("Scripted agent");
  await page.getByTestId("prompt-weather").click();
  const card = page.getByTestId("execution-card").first();
  await expect(card).toHaveAttribute("data-phase", "succeeded");
  await expect(page.getByTestId("message-agent").last()).not.toBeEmpty();
  await expect(page.getByTestId("send")).toBeVisible();
});

test("a model that only writes text and its stand-ins answer inside the page", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo}#travel`);
  await expect(page.getByTestId("tool-count")).toHaveText("2");
  await page.getByRole("textbox").fill("Fly to São Paulo, and what is in my calendar?");
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-testid="execution-card"][data-phase="succeeded"]')).toHaveCount(
    2,
  );
});

for (const protocol of ["ag-ui", "a2a"]) {
  test(`over ${protocol}: the shop inside the page prepares a payment, and takes it`, async ({
    page,
    demo,
  }) => {
    await page.goto(`${demo}#orders`);
    await expect(page.getByTestId("tool-count")).toHaveText("2");
    await page.getByTestId(`protocol-${protocol}`).check();
    await page.getByTestId("prompt-order").click();
    await page.getByRole("button", { name: /^Pay €/ }).click();
    await expect(page.getByTestId("message-agent").last()).toContainText("Your receipt is R-");
  });
}

test("an answer is stopped in the middle", async ({ page, demo }) => {
  await page.goto(demo);
  await page.getByRole("textbox").fill("Render a Julia fractal");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("send")).toBeVisible();
});

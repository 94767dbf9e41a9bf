import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";
import { createServer, type ViteDevServer } from "vite";

/** The demo as `npm start` serves it, with its scripted agent in a hurry. */
const test = base.extend<{ complaints: string[] }, { demo: string }>({
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

/** The first visit makes Vite bundle the dependencies. */
test.describe.configure({ timeout: 90_000 });

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await page.goto(demo);
  await expect(page.getByTestId("tool-count")).toHaveText("7", { timeout: 60_000 });
});

const prompts: [string, string, string][] = [
  ["prompt-theme", "set_theme", "succeeded"],
  ["prompt-weather", "get_weather", "succeeded"],
  ["prompt-failure", "book_table", "failed"],
];

for (const [prompt, tool, phase] of prompts) {
  test(`${prompt} runs ${tool}, and the agent goes on with what came of it`, async ({ page }) => {
    await page.getByTestId(prompt).click();
    const card = page.getByTestId("execution-card").first();
    await expect(card).toHaveAttribute("data-tool", tool);
    await expect(card).toHaveAttribute("data-phase", phase);
    await expect(page.getByTestId("message-agent").last()).not.toBeEmpty();
    await expect(page.getByTestId("send")).toBeVisible();
  });
}

test("two tools at once, and refused arguments that are corrected", async ({ page }) => {
  await page.getByTestId("prompt-parallel").click();
  await expect(page.getByTestId("execution-card")).toHaveCount(2);
  await expect(page.getByTestId("send")).toBeVisible();
  await page.getByTestId("new-conversation").click();
  await page.getByTestId("prompt-correction").click();
  await expect(page.locator('[data-testid="execution-card"][data-phase="failed"]')).toHaveCount(1);
  await expect(page.locator('[data-testid="execution-card"][data-phase="succeeded"]')).toHaveCount(
    1,
  );
});

test("a slow tool is stopped from the keyboard, and the composer has the focus again", async ({
  page,
}) => {
  await page.getByRole("textbox").fill("Render a Julia fractal");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("stop-tool")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("execution-card").first()).toHaveAttribute(
    "data-phase",
    "cancelled",
  );
  await expect(page.getByTestId("send")).toBeVisible();
  await expect(page.getByRole("textbox")).toBeFocused();
});

test("a tool that asks first runs when the visitor allows it", async ({ page }) => {
  await page.getByTestId("prompt-approval").click();
  const dialog = page.getByRole("dialog", { name: "May the agent run save_file?" });
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveAccessibleDescription("Saves a text file on the visitor's computer.");
  await expect(dialog.getByLabel("Arguments")).toContainText("packing-list.txt");
  const card = page.getByTestId("execution-card").first();
  await expect(card).toHaveAttribute("data-phase", "asking");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Run it", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("packing-list.txt");
  await expect(dialog).toBeHidden();
  await expect(card).toHaveAttribute("data-phase", "succeeded");
  await expect(page.getByTestId("message-agent").last()).toContainText("Saved as packing-list.txt");
});

test("the dialog is for the keyboard too: the focus moves in, Escape is a no, and comes back", async ({
  page,
}) => {
  await page.getByRole("textbox").fill("Save a packing list as a file");
  await page.keyboard.press("Enter");
  const dialog = page.getByTestId("approval-dialog");
  await expect(dialog.getByRole("button", { name: "Don't run it" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId("message-agent").last()).toContainText("nothing is saved");
  await expect(page.getByTestId("execution-card").first()).toHaveAttribute("data-phase", "failed");
  await expect(page.getByTestId("send")).toBeVisible();
  await expect(page.getByRole("textbox")).toBeFocused();
});

test("a new conversation takes the dialog away", async ({ page }) => {
  await page.getByTestId("prompt-approval").click();
  await expect(page.getByTestId("approval-dialog")).toBeVisible();
  await page.evaluate(() => {
    const agent = document.querySelector("ag-ui-agent");
    if (agent) agent.threadId = "another";
  });
  await expect(page.getByTestId("approval-dialog")).toBeHidden();
});

test("nothing is wider than a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByTestId("prompt-weather").click();
  await expect(page.getByTestId("weather-chart")).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

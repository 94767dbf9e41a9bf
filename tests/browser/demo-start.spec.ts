/** The demo as `npm start` serves it: Vite compiles its sources as the browser asks for them. */
import { expect, startDemo, test } from "./demo-server.js";

test("every scene opens from the sources, and the agent uses its tools", async ({
  page,
  complaints,
}, testInfo) => {
  void complaints;
  process.env.DEMO_PACE = "0";
  await using started = await startDemo(testInfo.outputPath("vite"));
  for (const [scene, prompt, tool] of [
    ["tools", "theme", "set_theme"],
    ["workspace", "look", "glob_tool"],
    ["travel", "trip", "search_flights"],
    ["orders", "stock", "check_stock"],
  ] as const) {
    await page.goto(`${started.url}#${scene}`);
    await expect(page.getByTestId(`scene-${scene}`)).toHaveAttribute("aria-current", "page");
    await expect(page.getByTestId("tool-count")).not.toHaveText("0");
    await page.getByTestId(`prompt-${prompt}`).click();
    const line = page.getByTestId("tool-line").filter({ hasText: tool }).first();
    await expect(line).toHaveAttribute("data-phase", "succeeded");
  }
});

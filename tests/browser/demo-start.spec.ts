/** The demo as `npm start` serves it: Vite compiles its sources as the browser asks for them. */
import { answerTo, cards, openScene } from "./demo-page.js";
import { expect, startDemo, test } from "./demo-server.js";

test("every scene opens from the sources, and the agent uses its tools", async ({
  page,
  complaints,
}, testInfo) => {
  void complaints;
  process.env.DEMO_PACE = "0";
  await using started = await startDemo(testInfo.outputPath("vite"));
  for (const [scene, prompt, tool] of [
    ["tools", "Make the page teal", "set_theme"],
    ["workspace", "What is in the workspace?", "glob_tool"],
    ["travel", "Fly to Paris", "search_flights"],
    ["orders", "What teas do you have?", "check_stock"],
    ["survive", "Bake a loaf of rye bread", "bake_bread"],
    ["build", "Draw the table and look at it", "draw_table"],
  ] as const) {
    await openScene(page, started.url, scene);
    await answerTo(page, prompt);
    await expect(cards(page, tool).first()).toBeVisible();
  }
  const guide = await page.request.get(`${started.url}guides/views.html`);
  expect(await guide.text()).toContain("<h1");
});

/** The demo's first scene, and what all scenes have in common. */
import {
  answered,
  answerTo,
  ask,
  cards,
  decide,
  field,
  ofAgent,
  openScene,
  questions,
  sendButton,
} from "./demo-page.js";
import { expect, keepDrawing, test } from "./demo-server.js";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await openScene(page, demo, "tools");
});

for (const [prompt, tool] of [
  ["Make the page teal", "set_theme"],
  ["What's the weather in Lisbon?", "get_weather"],
] as const) {
  test(`${tool} runs in the page, is drawn, and the agent goes on`, async ({ page }) => {
    await expect(await answerTo(page, prompt)).not.toBeEmpty();
    const view = page.getByTestId("tool-view");
    await expect(view).toHaveAttribute("data-tool", tool);
    await expect(view).toContainText("ran in this page");
  });
}

test("a suggestion is put into the text field, for the visitor to send", async ({ page }) => {
  await page.getByRole("button", { name: "Make the page teal" }).click();
  await expect(field(page)).toHaveValue("Make the page teal");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(await answered(page)).toContainText("teal");
});

test("the act: arguments are refused while they are written, then corrected", async ({ page }) => {
  const invalid = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener(
          "ag-ui-tool-call-invalid",
          ({ detail }) => resolve(detail.reason),
          { once: true },
        );
      }),
  );
  await page.getByTestId("act").click();
  expect(await invalid).toBe("schema");
  await expect(await answered(page)).toContainText("Pinned for today at 09:30");
  const both = page.locator("ag-ui-tool-card");
  await expect(both.first()).toContainText('received "half past nine"');
  await expect(page.getByTestId("reminder-note")).toContainText("09:30");
});

test("a tool that fails says why", async ({ page }) => {
  const answer = await answerTo(page, "Book a table for two at Osteria Luce");
  await expect(answer).toContainText("closed this week");
  await expect(cards(page, "book_table")).toContainText("Failed");
});

test("two tools at once", async ({ page }) => {
  await answerTo(page, "Go violet and chart sales by region");
  await expect(page.getByTestId("tool-view")).toHaveCount(2);
  await expect(page.getByTestId("sales-chart")).toBeVisible();
});

test("a slow tool is stopped midway: the picture stays, and the agent is told", async ({
  page,
}) => {
  await keepDrawing(page);
  await ask(page, "Render a Julia fractal");
  await page.getByTestId("stop-tool").click();
  await expect(await answered(page)).toContainText("You stopped the rendering");
  await expect(page.getByTestId("fractal-view")).toContainText("Stopped at");
});

test("the whole answer is stopped from the keyboard, and the text field has the focus", async ({
  page,
}) => {
  await keepDrawing(page);
  await ask(page, "Render a Julia fractal");
  await expect(page.getByTestId("stop-tool")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sendButton(page)).toBeVisible();
  await expect(page.getByText("You stopped the agent.")).toBeVisible();
  await expect(field(page)).toBeFocused();
});

test("a tool that asks first runs when the visitor allows it, and not otherwise", async ({
  page,
}) => {
  await ask(page, "Save a packing list as a file");
  await expect(questions(page)).toContainText("Save a file?");
  await expect(questions(page)).toContainText("It would save packing-list.txt");
  await decide(page, "Decline");
  await expect(await answered(page)).toContainText("nothing is saved");
  await ask(page, "Save a packing list as a file");
  const download = page.waitForEvent("download");
  await decide(page, "Allow", questions(page).last());
  expect((await download).suggestedFilename()).toBe("packing-list.txt");
  await expect(await answered(page)).toContainText("Saved as packing-list.txt");
});

test("a new conversation begins with the act again", async ({ page }) => {
  await answerTo(page, "Make the page teal");
  await expect(page.getByTestId("act")).toBeHidden();
  await page.getByTestId("new-conversation").click();
  await expect(page.getByTestId("act")).toBeVisible();
  await expect(ofAgent(page)).toHaveCount(0);
  await expect(page.getByTestId("new-conversation")).toBeHidden();
});

test("the three views of a scene are tabs, and have addresses", async ({ page, demo }) => {
  const tab = (name: string) => page.getByRole("tab", { name });
  await answerTo(page, "Make the page teal");
  await tab("Preview").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab("Code")).toBeFocused();
  await expect(tab("Code")).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(`${demo}#tools/code`);
  await expect(page.getByRole("tabpanel", { name: "Code" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(`${demo}#tools/docs`);
  await expect(page.getByTestId("guide")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  // The conversation is still there.
  await expect(ofAgent(page).last()).toContainText("teal");
  await page.goBack();
  await expect(tab("Docs")).toHaveAttribute("aria-selected", "true");
});

test("the command that installs the package is copied", async ({ page, context, demo }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], {
    origin: new URL(demo).origin,
  });
  await page.getByTestId("copy-install").first().click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("npm install ag-ui-lit");
  await context.clearPermissions();
});

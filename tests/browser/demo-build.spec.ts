/** The demo's scene "Build with it": state from both sides, a tool that a person answers, pictures, suggestions. */
import { answered, answerTo, field, ofUser, openScene, sendButton } from "./demo-page.js";
import { expect, test } from "./demo-server.js";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await openScene(page, demo, "build");
});

test("the state is written from both sides, and a new conversation has its own", async ({
  page,
}) => {
  await page.getByRole("button", { name: "One guest more" }).click();
  await expect(page.getByTestId("guests")).toHaveText("5");
  await expect(page.getByTestId("wine")).toHaveText("3 bottles");
  await page.getByTestId("act").click();
  await expect(await answered(page)).toContainText("Dinner is for 6 now, with 3 bottles");
  await expect(page.getByTestId("guests")).toHaveText("6");
  await page.getByRole("button", { name: "One guest less" }).click();
  await expect(page.getByTestId("guests")).toHaveText("5");
  await page.getByTestId("new-conversation").click();
  await expect(page.getByTestId("guests")).toHaveText("4");
});

test("the menu is predicted while it is written, then confirmed", async ({ page }) => {
  const states = page.evaluate(
    () =>
      new Promise<[menu: string, isPredicted: boolean][]>((resolve) => {
        const seen: [string, boolean][] = [];
        const agent = document.querySelector("#agent") as HTMLElementTagNameMap["ag-ui-agent"];
        agent.addEventListener("ag-ui-state-changed", ({ detail }) =>
          seen.push([String(detail.state.menu), detail.isPredicted ?? false]),
        );
        agent.addEventListener("ag-ui-run-finalized", () => resolve(seen), { once: true });
      }),
  );
  await page.getByTestId("try-it").filter({ hasText: "Write the menu" }).click();
  const seen = await states;
  const predicted = seen.filter(([, isPredicted]) => isPredicted).map(([menu]) => menu);
  expect(predicted).not.toEqual([]);
  expect(predicted).toEqual(predicted.toSorted((one, other) => one.length - other.length));
  const [menu, isPredicted] = seen.at(-1) ?? [];
  expect(isPredicted).toBe(false);
  expect(menu).toContain("coffee.");
  await expect(page.getByTestId("menu")).toHaveText(String(menu));
});

test("a tool waits for the visitor's answer, which gets into the state", async ({ page }) => {
  await page.getByTestId("try-it").filter({ hasText: "dessert" }).click();
  await page.getByRole("button", { name: "Chocolate tart" }).click();
  await expect(await answered(page)).toContainText("Chocolate tart it is.");
  await expect(page.getByTestId("dessert")).toHaveText("Chocolate tart");
});

test("the picture that a tool returns reaches the agent, and so does one of the visitor's", async ({
  page,
}) => {
  await page.getByTestId("try-it").filter({ hasText: "Draw the table" }).click();
  await expect(await answered(page)).toContainText("a PNG of 480 × 300 pixels");
  await expect(page.getByRole("img", { name: "What the tool has drawn" })).toBeVisible();
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR4nGP4z8DwH4QZ4AwAR9wF+xq8PTYAAAAASUVORK5CYII=";
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  const file = { name: "mine.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") };
  await (await chosen).setFiles(file);
  await field(page).fill("What is this?");
  await expect(sendButton(page)).toHaveAttribute("aria-disabled", "false");
  await page.keyboard.press("Enter");
  await expect(ofUser(page)).toHaveCount(2);
  await expect(await answered(page)).toContainText("You sent a PNG of 2 × 3 pixels.");
});

test("the agent suggests what to ask next", async ({ page }) => {
  await answerTo(page, "Suggest what to ask next");
  const suggestions = page.getByRole("list", { name: "Suggestions" }).getByRole("button");
  await expect(suggestions).toHaveText([
    "Make it a dinner for eight",
    "Write the menu",
    "Let me choose a dessert",
  ]);
});

test("each part stands beside its source, as it runs", async ({ page }) => {
  const parts = [
    "Shared state",
    "Predicted state",
    "A tool that you answer",
    "Pictures",
    "Suggestions",
  ];
  const words = ["patchState", "PredictState", "respond(", "toolResult(", "suggestions"];
  for (const [index, part] of parts.entries()) {
    const source = page.getByRole("region", { name: part }).getByTestId("source");
    await expect(source).toContainText(words[index] ?? "");
  }
});

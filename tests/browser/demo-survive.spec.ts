/** The demo's scene Survive: threads that are kept, a call that goes on after a reload, and streams that come back. */
import type { Page } from "@playwright/test";
import {
  answered,
  answerTo,
  ask,
  cards,
  field,
  ofAgent,
  ofUser,
  openScene,
  sendButton,
} from "./demo-page.js";
import { expect, test } from "./demo-server.js";

const BAKE = "Bake a loaf of rye bread";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await openScene(page, demo, "survive");
  await expect(page.getByTestId("acting")).toContainText("This tab runs the calls");
});

/** Changes when the loaves are ready: the bakery looks at what is stored, as it would after another tab's change. */
const setReady = (page: Page, readyAt: number): Promise<void> =>
  page.evaluate((readyAt) => {
    const key = "ag-ui-lit-demo-bakery";
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}");
    for (const loaf of stored.loaves) loaf.readyAt = Math.max(readyAt, loaf.begunAt + 1);
    localStorage.setItem(key, JSON.stringify(stored));
  }, readyAt);

const NEVER = 8e15;

/** Presses the act, and waits until the loaf is in the oven, where it stays until `setReady()`. */
async function bake(page: Page): Promise<void> {
  await page.getByTestId("act").click();
  await expect(page.getByTestId("begun")).toHaveText("1");
  await setReady(page, NEVER);
  await expect(cards(page, "bake_bread")).toBeVisible();
}

test("the act: the page is reloaded midway, the call goes on, and its handler began once", async ({
  page,
}) => {
  await bake(page);
  await page.getByTestId("reload").click();
  await expect(page.getByTestId("diary")).toContainText("The call was found again");
  await expect(ofUser(page)).toContainText([BAKE]);
  await expect(cards(page, "bake_bread")).toHaveCount(1);
  await setReady(page, 0);
  await expect(await answered(page)).toContainText("Your rye loaf is ready");
  await expect(page.getByTestId("begun")).toHaveText("1");
  await expect(page.getByTestId("loaf")).toHaveCount(1);
  await expect(cards(page, "bake_bread")).toHaveCount(1);
});

test("a loaf that got ready while no page was open is handed over by the next one", async ({
  page,
  demo,
}) => {
  await bake(page);
  await page.goto("about:blank");
  await page.goto(`${demo}favicon.svg`);
  await setReady(page, 0);
  await openScene(page, demo, "survive");
  await expect(ofAgent(page).last()).toContainText("Your rye loaf is ready");
  await expect(page.getByTestId("begun")).toHaveText("1");
});

test("a second tab shows it live, and goes on when the first one is closed", async ({
  page,
  context,
}) => {
  await bake(page);
  const opened = context.waitForEvent("page");
  await page.getByTestId("second-tab").click();
  await using other = await opened;
  await expect(other.getByTestId("acting")).toContainText("Another tab runs the calls");
  await expect(ofUser(other)).toContainText([BAKE]);
  await page.close();
  await expect(other.getByTestId("acting")).toContainText("This tab runs the calls");
  await expect(other.getByTestId("diary")).toContainText("The call was found again");
  await setReady(other, 0);
  await expect(ofAgent(other).last()).toContainText("Your rye loaf is ready");
  await expect(other.getByTestId("begun")).toHaveText("1");
});

test("the answers of the first tab appear in the second one", async ({ page, context, demo }) => {
  await answerTo(page, "Write me a long letter");
  await using other = await context.newPage();
  await openScene(other, demo, "survive");
  await expect(ofAgent(other).last()).toContainText("Dear visitor");
  await ask(page, "hello");
  await expect(ofUser(other).last()).toContainText("hello");
});

test("earlier threads are in the drawer, after a reload and a change of scenes, too", async ({
  page,
}) => {
  await answerTo(page, "Write me a long letter");
  await page.getByTestId("new-conversation").click();
  await expect(page.getByTestId("act")).toBeVisible();
  await expect(ofUser(page)).toHaveCount(0);
  await answerTo(page, "hello");
  await expect(ofAgent(page).last()).toContainText("With the tools of this page");
  await expect(sendButton(page)).toBeVisible();
  await page.reload();
  await expect(ofUser(page)).toContainText(["hello"]);
  await page.getByTestId("scene-tools").click();
  await expect(page.getByTestId("tool-count")).toHaveText("7");
  await expect(ofUser(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Conversations" })).toHaveCount(0);
  await page.getByTestId("scene-survive").click();
  await expect(ofUser(page)).toContainText(["hello"]);
  await page.getByRole("button", { name: "Conversations" }).click();
  const drawer = page.getByRole("region", { name: "Conversations" });
  await drawer.getByRole("button", { name: "Write me a long letter" }).first().click();
  await expect(ofUser(page)).toContainText(["Write me a long letter"]);
  await expect(ofAgent(page)).toContainText(["Dear visitor"]);
});

test("a change of scenes midway stops the call, and the next scene's agent hears of its own thread alone", async ({
  page,
}) => {
  await bake(page);
  await page.getByTestId("scene-tools").click();
  await expect(page.getByTestId("tool-count")).toHaveText("7");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await ask(page, "Make the page teal");
  expect((await sent).postDataJSON().messages).toHaveLength(1);
  await expect(await answered(page)).toContainText("teal");
  await page.getByTestId("scene-survive").click();
  await expect(ofUser(page)).toContainText([BAKE]);
  await expect(page.getByTestId("begun")).toHaveText("1");
});

test("the server keeps the stream: a run of this scene can be asked for again", async ({
  page,
}) => {
  const begun = page.waitForResponse((response) => response.request().method() === "POST");
  await field(page).fill("Write me a long letter");
  await page.keyboard.press("Enter");
  const response = await begun;
  expect(response.headers()["ag-ui-lit-resumable"]).toBe("get");
  await answered(page);
  const { threadId, runId } = response.request().postDataJSON();
  const again = await page.request.get(
    `${response.url()}?${new URLSearchParams({ threadId, runId })}`,
  );
  expect(await again.text()).toContain("Dear");
});

test("what is stored of the bakery is bounded, and garbage is ignored", async ({ page, demo }) => {
  await page.evaluate(() => {
    const line = { at: 1, text: "old" };
    const loaf = { key: "k", bread: "rye", begunAt: 1, readyAt: 2 };
    const bad = [
      null,
      7,
      { at: "x" },
      { ...loaf, readyAt: 9e99 },
      { ...loaf, bread: "x".repeat(999) },
    ];
    const stored = {
      loaves: [...bad, ...Array.from({ length: 40 }, () => loaf)],
      diary: [...bad, ...Array.from({ length: 90 }, () => line)],
    };
    localStorage.setItem("ag-ui-lit-demo-bakery", JSON.stringify(stored));
  });
  await page.reload();
  await expect(page.getByTestId("loaf")).toHaveCount(12);
  await expect(page.getByTestId("diary").getByRole("listitem")).toHaveCount(24);
  await page.getByTestId("clear-bakery").click();
  await expect(page.getByTestId("loaf")).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem("ag-ui-lit-demo-bakery", "{"));
  await openScene(page, demo, "survive");
  await expect(page.getByTestId("begun")).toHaveText("0");
});

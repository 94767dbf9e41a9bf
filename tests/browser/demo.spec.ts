import type { Page } from "@playwright/test";
import type { AgUiAgent } from "ag-ui-lit/element";
import { stopTime } from "../support/clock.js";
import { expect, keepDrawing, test } from "./demo-server.js";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await page.goto(demo);
  await expect(page.getByTestId("tool-count")).toHaveText("7");
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
  await keepDrawing(page);
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
  const dialog = page.getByRole("alertdialog", { name: "Save a file?" });
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveAccessibleDescription(
    "It would save packing-list.txt, 65 characters long, in your downloads.",
  );
  await expect(dialog.getByLabel("Arguments")).toContainText("packing-list.txt");
  const card = page.getByTestId("execution-card").first();
  await expect(card).toHaveAttribute("data-phase", "asking");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save a file", exact: true }).click();
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
  await expect(dialog.getByRole("button", { name: "No, don't" })).toBeFocused();
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
    Object.assign(document.querySelector("#agent") ?? {}, { threadId: "another" });
  });
  await expect(page.getByTestId("approval-dialog")).toBeHidden();
});

/** Has `save_file` called with these arguments, all at once: as a thread that was restored has them. */
async function callSaveFile(page: Page, ...calls: object[]): Promise<void> {
  await page.evaluate(
    (texts) => {
      const agent = document.querySelector("#agent") as AgUiAgent;
      const toolCalls = texts.map((text, index) => ({
        id: `c${index}`,
        type: "function" as const,
        function: { name: "save_file", arguments: text },
      }));
      agent.openCalls = "run";
      agent.messages = [{ id: "m1", role: "assistant", toolCalls }];
    },
    calls.map((args) => JSON.stringify(args)),
  );
  await page.getByRole("textbox").fill("Go on");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("approval-dialog")).toBeVisible();
}

/** How many requests wait. */
const waiting = (page: Page): Promise<number> =>
  page.evaluate(() => (document.querySelector("#agent") as AgUiAgent).pendingApprovals.length);

test("the dialog shows all arguments, however long one is, and whatever comes after it", async ({
  page,
}) => {
  const long = `${"a line\n".repeat(2_000)}${" ".repeat(4_000)}THE END`;
  await callSaveFile(page, {
    text: long,
    name: "a.txt",
    more: { deep: [{ later: "LATER" }], none: [], nothing: "" },
    zero: 0,
  });
  const shown = page.getByTestId("approval-args");
  for (const words of ["THE END", "a.txt", "LATER", "4,000 spaces", "18,007 characters", "zero"]) {
    await expect(shown).toContainText(words);
  }
  // What comes after the long text is in view without unfolding anything.
  await shown.getByText("a.txt").scrollIntoViewIfNeeded();
  await expect(shown.getByText("LATER", { exact: true })).toBeInViewport();
  const box = shown.locator(".box");
  const folded = await box.evaluate(({ clientHeight }) => clientHeight);
  await shown.getByLabel(/full height/).check();
  const full = await box.evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight]);
  expect(full[0]).toBe(full[1]);
  expect(full[0]).toBeGreaterThan(folded);
});

for (const width of [320, 1280]) {
  test(`a value has room to be seen however deep it lies, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    let deep: object = { innermost: "Eve" };
    for (let level = 0; level < 5; level += 1) deep = level % 2 ? { level: deep } : [deep];
    await callSaveFile(page, { name: "a.txt", text: "x", deep });
    const value = page.getByTestId("approval-args").getByText("Eve", { exact: true });
    await value.scrollIntoViewIfNeeded();
    await expect(value).toBeInViewport({ ratio: 1 });
    expect((await value.boundingBox())?.width).toBeGreaterThan(60);
  });
}

test("values that lie deeper than are laid out are shown as one text", async ({ page }) => {
  let deep: object = { innermost: "Eve" };
  for (let level = 0; level < 40; level += 1) deep = [deep];
  await callSaveFile(page, { name: "a.txt", text: "x", deep });
  await expect(page.getByTestId("approval-args")).toContainText('"innermost": "Eve"');
});

test("what could not be seen in an argument is marked: directions, zero widths, line breaks, blanks", async ({
  page,
}) => {
  const text = "to \u202eada\u202c\u200b at\u00a0x\u3164\r\nname: b.txt\u2028 👩‍💻 ☀️ שלום";
  await callSaveFile(page, { name: "a.txt", text, "na\u200bme": "other" });
  const marks = page.getByTestId("approval-args").locator(".mark");
  await expect(marks).toHaveText(
    ["U+202E", "U+202C", "U+200B", "U+00A0", "U+3164", "\\r", "\\n", "U+2028", "U+200B"],
    { useInnerText: true },
  );
});

test("more values than are laid out are shown as one text, to the last", async ({ page }) => {
  const rows = Array.from({ length: 3_000 }, (_none, index) => `row ${index}\u202e`);
  await callSaveFile(page, { name: "a.txt", text: "x", rows });
  const shown = page.getByTestId("approval-args");
  await expect(shown).toContainText('"row 2999⟨U+202E⟩"');
  await expect(shown).toContainText('"name": "a.txt"');
  await expect(shown.locator(".box")).not.toContainText(/\\n|spaces⟩/);
});

const two = [
  { name: "first.txt", text: "1" },
  { name: "second.txt", text: "2" },
];

test("the second click of a double click answers nothing: the next request waits on", async ({
  page,
}) => {
  await callSaveFile(page, ...two);
  await expect(page.getByTestId("approval-queue")).toHaveText("1 more waits: save_file.");
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  const shown = page.getByTestId("approval-args");
  await expect(shown).toContainText("first.txt");
  await expect(page.getByTestId("approval-approve")).toBeEnabled();
  // However long the machine takes between the two clicks, to the page they are one after the other.
  await stopTime(page);
  await page.getByTestId("approval-approve").dblclick();
  await expect(shown).toContainText("second.txt");
  await expect(page.getByTestId("approval-queue")).toHaveText("");
  await expect(page.getByTestId("approval-decline")).toBeFocused();
  expect(await waiting(page)).toBe(1);
  await page.clock.resume();
  await page.getByTestId("approval-decline").click();
  await expect(page.getByTestId("send")).toBeVisible();
  expect(downloads).toEqual(["first.txt"]);
});

test("a click on what has just appeared, and a key that is held, answer nothing", async ({
  page,
}) => {
  await callSaveFile(page, ...two);
  const shown = page.getByTestId("approval-args");
  await page.getByTestId("approval-approve").focus();
  await expect(page.getByTestId("approval-approve")).toBeEnabled();
  // The dialog stays new as long as the test wants.
  await stopTime(page);
  // Held down, a key clicks over and over.
  await page.keyboard.down("Enter");
  await expect(shown).toContainText("second.txt");
  await page.evaluate(() => {
    const dialog = document.querySelector("demo-app")?.shadowRoot?.querySelector("approval-dialog");
    const button = dialog?.shadowRoot?.querySelector('[data-testid="approval-approve"]');
    (button as HTMLElement).click();
  });
  await page.getByTestId("approval-approve").focus();
  for (let times = 0; times < 5; times += 1) await page.keyboard.down("Enter");
  await page.clock.resume();
  await expect(page.getByTestId("approval-approve")).toBeEnabled();
  for (let times = 0; times < 5; times += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(shown).toContainText("second.txt");
  expect(await waiting(page)).toBe(1);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("send")).toBeVisible();
});

test("the answers to the next request are off from its first rendering on", async ({ page }) => {
  await callSaveFile(page, ...two);
  await expect(page.getByTestId("approval-approve")).toBeEnabled();
  await stopTime(page);
  await page.evaluate(() => {
    const dialog = document.querySelector("demo-app")?.shadowRoot?.querySelector("approval-dialog");
    const root = dialog?.shadowRoot as ShadowRoot;
    const rendered: unknown[] = [];
    Object.assign(globalThis, { rendered });
    new MutationObserver(() => {
      if (!root.textContent?.includes("second.txt")) return;
      const buttons = root.querySelectorAll("[data-testid^=approval-][aria-disabled]");
      rendered.push(...[...buttons].map(({ ariaDisabled }) => ariaDisabled));
    }).observe(root, { subtree: true, childList: true, attributes: true });
  });
  await page.getByTestId("approval-approve").press("Enter");
  await expect(page.getByTestId("approval-args")).toContainText("second.txt");
  const rendered = await page.evaluate(
    () => (globalThis as never as { rendered: unknown[] }).rendered,
  );
  expect(rendered.length).toBeGreaterThan(0);
  expect(new Set(rendered)).toEqual(new Set(["true"]));
  await page.clock.resume();
});

test("a held Escape declines one request, and no more", async ({ page }) => {
  await callSaveFile(page, ...two);
  for (let times = 0; times < 5; times += 1) await page.keyboard.down("Escape");
  await page.keyboard.up("Escape");
  await expect(page.getByTestId("approval-dialog")).toBeVisible();
  await expect(page.getByTestId("approval-args")).toContainText("second.txt");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("approval-dialog")).toBeHidden();
});

test("Tab stays in the dialog, and reaches both answers and the arguments", async ({ page }) => {
  await callSaveFile(page, { name: "a.txt", text: "x" });
  const reached = new Set<string>();
  for (let times = 0; times < 8; times += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute("data-testid") ?? active?.localName ?? "none";
    });
    reached.add(name);
  }
  for (const name of ["approval-args", "approval-decline", "approval-approve"]) {
    expect([...reached]).toContain(name);
  }
  expect([...reached].filter((name) => /send|prompt|textarea/.test(name))).toEqual([]);
  await page.keyboard.press("Escape");
});

test("nothing is wider than a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByTestId("prompt-weather").click();
  await expect(page.getByTestId("weather-chart")).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

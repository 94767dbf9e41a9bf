import type { Page } from "@playwright/test";
import { axeFindings, layoutFaults } from "./demo-page-checks.js";
import { expect, keepDrawing, test } from "./demo-server.js";

/** What each scene is asked for: the first of them has the agent ask the visitor, where one does. */
const SCENES = {
  tools: ["approval", "correction", "weather", "parallel"],
  workspace: ["replace", "form"],
  travel: ["trip", "shown"],
  orders: ["order", "stock"],
} as const;
const AGENTS = /\/(agent|text-model\/.*|shop\/(ag-ui|a2a)\/?)$/;

/** Rules of axe whose outcome depends on the colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
/** Rules of axe whose outcome depends on the room that a layout has. */
const OF_ROOM = [...OF_COLOURS, "scrollable-region-focusable", "target-size"];

/**
 * Windows in pixels of CSS; one of 1,280 × 800 has half of them at 200 %, and a quarter at 400 %. Both have the layout
 * of a phone, so the rules that are about its structure alone are checked there.
 */
const WINDOWS = [
  { name: "a phone", width: 390, height: 844, rules: undefined, hasDark: true },
  { name: "a laptop", width: 1280, height: 800, rules: undefined, hasDark: true },
  { name: "200 %", width: 640, height: 400, rules: OF_ROOM, hasDark: false },
  { name: "400 %", width: 320, height: 256, rules: OF_ROOM, hasDark: false },
] as const;

for (const [scene, prompts] of Object.entries(SCENES)) {
  for (const { name, width, height, rules, hasDark } of WINDOWS) {
    const schemes = hasDark ? "light and dark" : "light";
    test(`${scene} on ${name}, ${schemes}: axe finds nothing, empty, running, asking and done`, async ({
      page,
      demo,
      complaints,
    }) => {
      void complaints;
      const check = async (state: string): Promise<void> => {
        await expectNoFaults(page, state, rules);
        if (!hasDark) return;
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await axeFindings(page, OF_COLOURS), `${state}, dark`).toEqual([]);
        await page.emulateMedia({ colorScheme: "light" });
      };
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await page.goto(`${demo}#${scene}`);
      await expect(page.getByTestId("tool-count")).not.toHaveText("0");
      await check("empty");
      const release = await holdAgent(page);
      for (const prompt of prompts) {
        await page.getByTestId(`prompt-${prompt}`).click();
        if (prompt === prompts[0]) {
          await expect(page.getByTestId("thinking")).toBeVisible();
          await check("running");
          release();
        }
        await answerAll(page, () => check(`${prompt} asks`));
      }
      await check("done");
      for (const toggle of ["panel-toggle", `${scene}-toggle`]) {
        if (!(await page.getByTestId(toggle).isVisible())) continue;
        await page.getByTestId(toggle).click();
        await check(toggle);
      }
    });
  }
}

for (const width of [390, 1280]) {
  test(`a tool that runs, one that was stopped, a run that failed, and what opens, ${width} wide`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(demo);
    await expect(page.getByTestId("tool-count")).not.toHaveText("0");
    const toggle = async (id: string) => {
      if (await page.getByTestId(id).isVisible()) await page.getByTestId(id).click();
    };
    await keepDrawing(page);
    await page.getByTestId("prompt-slow").click();
    await toggle("panel-toggle");
    await expect(page.getByTestId("stop-tool")).toBeVisible();
    await expectNoFaults(page, "running");
    await page.getByTestId("stop-tool").click();
    await expect(page.getByTestId("send")).toBeVisible();
    for (const summary of await page.getByTestId("tool-list").locator("summary").all())
      await summary.click();
    await expectNoFaults(page, "schemas");
    await toggle("panel-toggle");
    await page.route(AGENTS, (route) => route.fulfill({ status: 500, body: "x ".repeat(2_000) }));
    await page.getByRole("textbox").fill("a line\n".repeat(40));
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("run-error")).toBeVisible();
    await expectNoFaults(page, "failed");
    await page.unroute(AGENTS);

    await page.goto(`${demo}#workspace`);
    await expect(page.getByTestId("file-count")).toHaveText("6");
    await toggle("workspace-toggle");
    await page.getByRole("button", { name: /agenda/ }).click();
    await expect(page.getByTestId("file-content")).toBeVisible();
    await expectNoFaults(page, "a file");
    await page.getByRole("textbox", { name: "Message to the agent" }).fill("Write an invitation");
    await page.keyboard.press("Enter");
    await page.getByText("The arguments, as the agent wrote them").click();
    await expectNoFaults(page, "arguments");
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("send")).toBeVisible();
    await expectNoFaults(page, "declined");

    await page.goto(`${demo}#travel`);
    await page.getByTestId("prompt-colleague").click();
    await expect(page.getByTestId("send")).toBeVisible();
    await toggle("travel-toggle");
    await page.getByTestId("log-line").last().locator("summary").click();
    await expectNoFaults(page, "a line of the log");
  });
}

test("the dialog that shows a tool's code", async ({ page, demo }) => {
  await page.goto(demo);
  await page.getByTestId("show-code").click();
  await expect(page.getByTestId("code-dialog")).toBeVisible();
  await expectNoFaults(page, "code");
});

async function expectNoFaults(page: Page, state: string, rules?: readonly string[]): Promise<void> {
  expect(await axeFindings(page, rules), state).toEqual([]);
  expect(await layoutFaults(page), state).toEqual([]);
}

/** Keeps the agent from answering until it is released. */
async function holdAgent(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(AGENTS, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Allows whatever the agent asks for, until it has answered; looks at the page when it asks first. */
async function answerAll(page: Page, look: () => Promise<void>): Promise<void> {
  const approve = page.getByTestId("approval-approve");
  const send = page.getByTestId("send");
  for (let asked = 0; ; asked += 1) {
    await expect(approve.or(send).first()).toBeVisible();
    if (!(await approve.isVisible())) return;
    await expect(approve).toHaveAttribute("aria-disabled", "false");
    if (asked === 0) await look();
    const question = page.getByTestId("approval-summary");
    const shown = await question.elementHandle();
    await approve.click();
    await page.waitForFunction((element) => !element?.isConnected, shown);
  }
}

import type { Locator, Page } from "@playwright/test";
import { layoutFaults } from "./demo-page-checks.js";
import { builtFile, expect, test } from "./demo-server.js";

const SCENES = ["tools", "workspace", "travel", "orders"] as const;
/** The module with a scene's tools. */
const TOOLS = {
  tools: "src/tools/index.ts",
  workspace: "src/workspace/workspace-tools.ts",
  travel: "src/travel/travel-tools.ts",
  orders: "src/orders/order-tools.ts",
} as const;
/** A prompt of a scene that calls a tool without asking, and the tool. */
const PROMPTS = {
  tools: ["theme", "set_theme"],
  workspace: ["look", "glob_tool"],
  travel: ["trip", "search_flights"],
  orders: ["stock", "check_stock"],
} as const;

test.beforeEach(({ complaints }) => {
  void complaints;
});

async function open(page: Page, demo: string, scene: (typeof SCENES)[number]): Promise<void> {
  await page.goto(`${demo}#${scene}`);
  await expect(page.getByTestId("tool-count")).not.toHaveText("0");
}

async function answered(page: Page): Promise<Locator> {
  await expect(page.getByTestId("send")).toBeVisible();
  return page.getByTestId("message-agent").last();
}

test("after every prompt of the workspace the page is where it was", async ({ page, demo }) => {
  await open(page, demo, "workspace");
  for (const prompt of ["look", "replace", "plan", "left", "invitation", "form"]) {
    await page.getByTestId(`prompt-${prompt}`).click();
    const approve = page.getByTestId("approval-approve");
    const send = page.getByTestId("send");
    await expect(send.or(approve).first()).toBeVisible();
    while (!(await send.isVisible())) {
      await expect(approve).toHaveAttribute("aria-disabled", "false");
      const summary = await page.getByTestId("approval-summary").elementHandle();
      await approve.click();
      await page.waitForFunction((element) => !element?.isConnected, summary);
      await expect(send.or(approve).first()).toBeVisible();
    }
    expect(await layoutFaults(page), prompt).toEqual([]);
    await expect(page.getByTestId("scene-workspace")).toBeInViewport({ ratio: 1 });
  }
});

for (const [width, height] of [
  [390, 844],
  [320, 256],
  [640, 400],
  [844, 390],
] as const) {
  test(`every scene opens at its beginning, and so does a new conversation, ${width} × ${height}`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, demo, "tools");
    const log = page.getByRole("group", { name: "Conversation" });
    const scrolled = () => log.evaluate(({ scrollTop }) => scrollTop);
    for (const scene of [...SCENES, "tools"]) {
      await page.getByTestId(`scene-${scene}`).click();
      await expect(page.getByTestId(`scene-${scene}`)).toHaveAttribute("aria-current", "page");
      await expect(page.getByTestId("tool-count")).not.toHaveText("0");
      await expect(page.getByTestId("welcome")).toBeVisible();
      expect(await scrolled(), scene).toBe(0);
      // Where somebody has scrolled is no place for the next scene to begin.
      await log.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    }
    await page.getByTestId("prompt-theme").click();
    await answered(page);
    await page.getByTestId("new-conversation").click();
    await expect(page.getByTestId("welcome")).toBeVisible();
    expect(await scrolled()).toBe(0);
  });
}

for (const scene of SCENES) {
  const [prompt, tool] = PROMPTS[scene];
  const other = scene === "tools" ? "orders" : "tools";

  test(`${scene}: a prompt that is clicked before the tools are there waits for them`, async ({
    page,
    demo,
  }) => {
    await open(page, demo, other);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") asked.push(request.url());
    });
    const release = await holdTools(page, scene);
    await page.getByTestId(`scene-${scene}`).click();
    await page.getByTestId(`prompt-${prompt}`).click();
    await expect(page.getByTestId("message-user")).toBeVisible();
    await expect(page.getByTestId("thinking")).toBeVisible();
    expect(asked).toEqual([]);
    release();
    await answered(page);
    const line = page.getByTestId("tool-line").filter({ hasText: tool }).first();
    await expect(line).toHaveAttribute("data-phase", "succeeded");
    await expect(page.getByTestId("message-user")).toHaveCount(1);
  });
}

test("a prompt that waits can be stopped, and is forgotten with its scene", async ({
  page,
  demo,
}) => {
  await open(page, demo, "tools");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") asked.push(new URL(request.url()).pathname);
  });
  const release = await holdTools(page, "orders");
  await page.getByTestId("scene-orders").click();
  await page.getByTestId("prompt-order").click();
  await page.getByTestId("stop").click();
  await expect(page.getByTestId("run-stopped")).toBeVisible();
  await page.getByTestId("prompt-stock").click();
  await expect(page.getByTestId("thinking")).toBeVisible();
  await page.getByTestId("scene-tools").click();
  await expect(page.getByTestId("welcome")).toBeVisible();
  release();
  await page.getByTestId("prompt-theme").click();
  await expect(await answered(page)).toContainText("teal");
  await expect(page.getByTestId("message-user")).toHaveCount(1);
  expect(asked.filter((path) => path !== "/agent")).toEqual([]);
});

/** Keeps the tools of a scene from being loaded until they are released. */
async function holdTools(page: Page, scene: (typeof SCENES)[number]): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const file = await builtFile(TOOLS[scene]);
  await page.route(
    (url) => url.pathname === file,
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

for (const scene of SCENES) {
  test(`${scene}: every prompt can be clicked after the first message, at any width`, async ({
    page,
    demo,
  }) => {
    await open(page, demo, scene);
    const [prompt] = PROMPTS[scene];
    await page.getByTestId(`prompt-${prompt}`).click();
    await answered(page);
    const list = page.getByRole("list", { name: "Suggested prompts" });
    const chips = list.getByRole("button");
    for (const chip of await chips.all()) await expect(chip).toBeInViewport({ ratio: 1 });
    for (const width of [390, 640]) {
      await page.setViewportSize({ width, height: 844 });
      await list.evaluate((row) => row.scrollTo(0, 0));
      await list.hover();
      const seen = new Set<number>();
      const count = await chips.count();
      for (;;) {
        for (const chip of await chipsInside(list)) seen.add(chip);
        if (seen.size === count) break;
        await turnWheel(page, list);
      }
    }
  });
}

/**
 * Turns the wheel of a mouse over a row, one way only, and waits until the row has moved: turns that have yet to arrive would carry it
 * past what is looked for.
 */
async function turnWheel(page: Page, row: Locator): Promise<void> {
  const at = () => row.evaluate(({ scrollLeft }) => scrollLeft);
  const before = await at();
  await page.mouse.wheel(0, 120);
  await expect.poll(at, "a turn of the wheel moves the row").toBeGreaterThan(before);
}

test("another scene and a new conversation are seen, whatever panel covered the last", async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, demo, "travel");
  for (const toggle of ["travel-toggle", "panel-toggle"]) {
    await page.getByTestId("scene-travel").click();
    await page.getByTestId(toggle).click();
    await page.getByTestId("scene-tools").click();
    await page.getByTestId("prompt-theme").click();
    await expect(await answered(page)).toContainText("teal");
    await page.getByTestId("panel-toggle").click();
    await page.getByTestId("new-conversation").click();
    await expect(page.getByTestId("prompt-theme")).toBeInViewport();
    await page.getByTestId("prompt-theme").click({ trial: true });
  }
});

/** The numbers of the chips that lie inside of the row; of one that is wider than the row, its middle does. */
function chipsInside(row: Locator): Promise<number[]> {
  return row.evaluate((row) => {
    const outer = row.getBoundingClientRect();
    return [...row.querySelectorAll("button")].flatMap((chip, at) => {
      const { left, width } = chip.getBoundingClientRect();
      const middle = left + width / 2;
      return middle >= outer.left && middle <= outer.right ? [at] : [];
    });
  });
}

for (const [width, height] of [
  [640, 400],
  [640, 360],
  [320, 256],
  [390, 844],
] as const) {
  test(`what is paid is in view before anything is scrolled, ${width} × ${height}`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, demo, "orders");
    await page.getByTestId("prompt-order").click();
    const dialog = page.getByRole("alertdialog", { name: "Pay €64.27 to the shop?" });
    await expect(dialog.getByRole("heading", { level: 2 })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: "Pay €64.27" })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: "Don't pay" })).toBeInViewport({ ratio: 1 });
    // At 400 % the bill begins below the question: there the heading and the button say the total.
    if (height < 350) return;
    await expect(dialog.getByRole("row", { name: "Total" })).toBeInViewport({ ratio: 0.9 });
  });
}

test("a long bill scrolls below its total", async ({ page, demo }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await open(page, demo, "orders");
  await page
    .getByRole("textbox")
    .fill("Order an assam, a sencha, a rooibos, a glass teapot and a copper kettle");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("row", { name: "Total" })).toBeInViewport({ ratio: 0.9 });
});

test("code blocks are shown as such: no fence is left in the text", async ({ page, demo }) => {
  await open(page, demo, "travel");
  await page.getByTestId("prompt-shown").click();
  const answer = await answered(page);
  await expect(answer).toContainText("nothing runs:");
  await expect(answer).not.toContainText("```");
  await expect(answer.getByTestId("code-block")).toHaveText(
    /^<tool_call name="search_flights".*>$/,
  );
});

test("a text is not coloured as JSON, and JSON is", async ({ page, demo }) => {
  await open(page, demo, "workspace");
  await page.getByTestId("prompt-plan").click();
  await answered(page);
  const card = page.locator('[data-testid="execution-card"][data-tool="todo_write"]').first();
  await expect(card.getByRole("group", { name: "Result" })).toContainText("3 items");
  await expect(card.getByRole("group", { name: "Result" }).locator("span")).toHaveCount(0);
  await expect(card.getByRole("group", { name: "Arguments" }).locator(".key")).not.toHaveCount(0);
});

for (const width of [320, 390, 640, 960, 1280, 1440]) {
  test(`no name is cut, ${width} wide`, async ({ page, demo }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, demo, "tools");
    const name = `a_tool_with_the_longest_name_${"that_a_registry_takes_".repeat(2)}`.slice(0, 64);
    await page.evaluate((name) => {
      const agent = document.querySelector("#agent") as HTMLElementTagNameMap["ag-ui-agent"];
      const schema = { type: "object" } as const;
      agent.registry.register({ name, description: "A tool.", schema, handler: () => "done" });
    }, name);
    await page.getByRole("textbox").fill(`call ${name} {}`);
    await page.keyboard.press("Enter");
    await answered(page);
    const toggle = page.getByTestId("panel-toggle");
    const places = [page.getByTestId("tool-line").getByText(name)];
    if (await toggle.isVisible()) places.push(toggle.getByText(name));
    for (const place of places) await expectWhole(place);
    if (await toggle.isVisible()) await toggle.click();
    await expectWhole(page.getByTestId("execution-card").getByText(name));
    await expectWhole(page.getByTestId("tool-list").locator("summary").getByText(name));
    expect(await layoutFaults(page)).toEqual([]);
  });
}

/** All of it is drawn, and nothing around it hides a part. */
async function expectWhole(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  await expect(element).toBeInViewport({ ratio: 1 });
  const cut = await element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
}

/** The demo's page in windows of all sizes, and messages that come before the tools of their scene. */
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
  SCENES,
  type Scene,
  sendButton,
} from "./demo-page.js";
import { layoutFaults } from "./demo-page-checks.js";
import { builtFile, expect, test } from "./demo-server.js";

/** The module with a scene's tools. */
const TOOLS: Readonly<Record<Scene, string>> = {
  tools: "src/tools/index.ts",
  workspace: "src/workspace/workspace-tools.ts",
  travel: "src/travel/travel-tools.ts",
  orders: "src/orders/order-tools.ts",
  survive: "src/survive/open-survive.ts",
  build: "src/build/build-scene.ts",
};

/** A prompt of a scene that calls a tool without asking, and the tool. */
const PROMPTS: Readonly<Record<Scene, readonly [prompt: string, tool: string]>> = {
  tools: ["Make the page teal", "set_theme"],
  workspace: ["What is in the workspace?", "glob_tool"],
  travel: ["Fly to Paris", "search_flights"],
  orders: ["What teas do you have?", "check_stock"],
  survive: ["Bake a loaf of rye bread", "bake_bread"],
  build: ["Draw the table and look at it", "draw_table"],
};

test.beforeEach(({ complaints }) => {
  void complaints;
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
  [320, 256],
  [640, 400],
] as const) {
  test(`every scene opens with its act in reach, and nothing is wider or cut, ${width} × ${height}`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize({ width, height });
    for (const scene of SCENES) {
      await openScene(page, demo, scene);
      const act = page.getByTestId("act");
      if (height > 600) await expect(act).toBeInViewport({ ratio: 1 });
      await act.scrollIntoViewIfNeeded();
      await expect(act).toBeInViewport({ ratio: 0.9 });
      expect(await layoutFaults(page), scene).toEqual([]);
      for (const view of ["code", "docs"]) {
        await page.goto(`${demo}#${scene}/${view}`);
        await expect(page.getByRole("tabpanel")).toHaveAttribute("id", view);
        expect(await layoutFaults(page), `${scene}, ${view}`).toEqual([]);
      }
    }
  });
}

for (const scene of SCENES) {
  const [prompt, tool] = PROMPTS[scene];
  const other = scene === "tools" ? "orders" : "tools";

  test(`${scene}: a message that is sent before the tools are there waits for them`, async ({
    page,
    demo,
  }) => {
    await openScene(page, demo, other);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") asked.push(request.url());
    });
    const release = await holdTools(page, scene);
    await page.getByTestId(`scene-${scene}`).click();
    await expect(page.getByTestId(`scene-${scene}`)).toHaveAttribute("aria-current", "page");
    await field(page).fill(prompt);
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("waiting")).toContainText("Your message is sent");
    await expect(field(page)).toHaveValue("");
    expect(asked).toEqual([]);
    release();
    await expect(ofUser(page)).toHaveCount(1);
    await answered(page);
    await expect(cards(page, tool).first()).toBeVisible();
    await expect(page.getByTestId("waiting")).toBeEmpty();
  });
}

test("the act waits, too, and is forgotten with its scene", async ({ page, demo }) => {
  await openScene(page, demo, "tools");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") asked.push(new URL(request.url()).pathname);
  });
  const release = await holdTools(page, "orders");
  await page.getByTestId("scene-orders").click();
  await page.getByRole("button", { name: "Pay one cent for a teapot" }).click();
  await expect(page.getByTestId("act")).toBeDisabled();
  await page.getByTestId("scene-tools").click();
  await expect(page.getByTestId("act")).toBeEnabled();
  release();
  await expect(await answerTo(page, "Make the page teal")).toContainText("teal");
  await expect(ofUser(page)).toHaveCount(1);
  expect(asked.filter((path) => path !== "/agent")).toEqual([]);
});

/** Keeps the tools of a scene from being loaded until they are released. */
async function holdTools(page: Page, scene: Scene): Promise<() => void> {
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

test("a run that fails says why, and is tried again", async ({ page, demo, complaints }) => {
  await openScene(page, demo, "tools");
  await page.route("**/agent", (route) => route.fulfill({ status: 500, body: "no" }));
  await ask(page, "Make the page teal");
  const failure = page.getByRole("log").getByText("The agent refused the request (HTTP 500).");
  await expect(failure).toBeVisible();
  await page.unroute("**/agent");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(ofAgent(page).last()).toContainText("teal");
  await expect(sendButton(page)).toBeVisible();
  // Chromium says of each refusal that it is one.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("500")]);
});

test("without its core the page says so", async ({ page, demo, complaints }) => {
  await page.route("**/core_bg*.wasm", (route) => route.abort());
  await page.goto(demo);
  await expect(page.getByTestId("core-error")).toBeVisible();
  complaints.length = 0;
});

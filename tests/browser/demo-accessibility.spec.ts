/** The demo by axe, in all its states, and by what no axe sees of a layout. */
import type { Page } from "@playwright/test";
import { answered, ask, decide, openScene, pending, questions } from "./demo-page.js";
import { axeFindings, layoutFaults } from "./demo-page-checks.js";
import { expect, keepDrawing, test } from "./demo-server.js";

/** What each scene is asked for: the first of them has the agent ask the visitor, where one does. */
const SCENES = {
  tools: ["Save a packing list as a file", "What's the weather in Lisbon?"],
  workspace: ["Move the meetup from Thursday to Friday", "What is in the workspace?"],
  travel: [
    "Find a flight to São Paulo, and what is in my calendar that week",
    "How do you call a tool?",
  ],
  orders: ["Pay one cent for a glass teapot", "What teas do you have?"],
  survive: ["Bake a loaf of rye bread", "Write me a long letter"],
  build: ["Write the menu", "Draw the table and look at it"],
} as const;

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
  { name: "400 %", width: 320, height: 256, rules: OF_ROOM, hasDark: false },
] as const;

for (const [scene, prompts] of Object.entries(SCENES)) {
  for (const { name, width, height, rules, hasDark } of WINDOWS) {
    const schemes = hasDark ? "light and dark" : "light";
    test(`${scene} on ${name}, ${schemes}: axe finds nothing, empty, asking, done, code and docs`, async ({
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
      await openScene(page, demo, scene as keyof typeof SCENES);
      await check("empty");
      for (const prompt of prompts) {
        await ask(page, prompt);
        await allowAll(page, () => check(`${prompt} asks`));
      }
      await check("done");
      if (await page.getByTestId("panel-toggle").isVisible()) {
        await page.getByTestId("panel-toggle").click();
        await check("panel");
      }
      for (const view of ["Code", "Docs"]) {
        await page.getByRole("tab", { name: view }).click();
        await expect(page.getByRole("tabpanel", { name: view })).toBeVisible();
        if (view === "Docs") await expect(page.frameLocator("iframe").locator("h1")).toBeVisible();
        await check(view);
      }
    });
  }
}

test("a picture that is painted, a file and a line of the log that are open", async ({
  page,
  demo,
  complaints,
}) => {
  void complaints;
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openScene(page, demo, "tools");
  await keepDrawing(page);
  await ask(page, "Render a Julia fractal");
  await expect(page.getByTestId("stop-tool")).toBeVisible();
  await expectNoFaults(page, "running");
  await page.getByTestId("stop-tool").click();
  await answered(page);
  await openScene(page, demo, "workspace");
  await page.locator('[data-path="notes/agenda.md"]').click();
  await expect(page.getByLabel("Content of notes/agenda.md")).toBeVisible();
  await expectNoFaults(page, "a file");
  await openScene(page, demo, "travel");
  await ask(page, "Is grace@example.com free that week?");
  await answered(page);
  await page.getByTestId("log-line").last().locator("summary").click();
  await expectNoFaults(page, "a line of the log");
});

async function expectNoFaults(page: Page, state: string, rules?: readonly string[]): Promise<void> {
  expect(await axeFindings(page, rules), state).toEqual([]);
  expect(await layoutFaults(page), state).toEqual([]);
}

/** Allows whatever the agent asks for, until it has answered; looks at the page when it asks first. */
async function allowAll(page: Page, look: () => Promise<void>): Promise<void> {
  const send = page.getByRole("button", { name: "Send", exact: true });
  const allow = questions(page).getByRole("button", { name: "Allow", exact: true });
  for (let asked = 0; ; asked += 1) {
    await expect(allow.or(send).first()).toBeVisible();
    if ((await pending(page)).length === 0) break;
    if (asked === 0) await look();
    await decide(page, "Allow");
  }
  await answered(page);
}

/** axe finds nothing in the list of threads, however it is looked at; and its layout holds. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";
import { axeFindings } from "./demo-page-checks.js";
import { openThreads } from "./thread-views.js";

const looks = [
  { name: "light", width: 1440, height: 900 },
  { name: "dark", width: 1440, height: 900, scheme: "dark" },
  { name: "dark on a phone", width: 390, height: 844, scheme: "dark" },
  { name: "right to left", width: 390, height: 844, dir: "rtl" },
  { name: "400 %", width: 320, height: 256 },
  { name: "forced colours", width: 768, height: 900, forced: true },
] as const;

const given = [
  {
    id: "a",
    title: "Tea for two, and a very long title that does not fit in any list at all",
    isRunning: true,
  },
  { id: "b", text: "מה זול יותר?", answer: "Needle in a haystack." },
  { id: "c", text: "x".repeat(100), answer: "y" },
];

for (const { name, width, height, ...look } of looks) {
  test(`${name}: list, search, rename, question, menu, failure`, async ({ harness }) => {
    await harness.setViewportSize({ width, height });
    const colorScheme = "scheme" in look ? look.scheme : "light";
    const forcedColors = "forced" in look ? "active" : "none";
    await harness.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" });
    await openThreads(harness, given, { current: "b", width: "min(20rem, 100%)" });
    await harness.evaluate(
      ([scheme, dir]) => {
        document.documentElement.style.colorScheme = scheme;
        document.documentElement.dir = dir;
      },
      [colorScheme, "dir" in look ? look.dir : "ltr"] as const,
    );
    await check(harness, "list");
    const [first] = [harness.getByRole("listitem").first()];
    await first.getByRole("button").first().focus();
    await check(harness, "a row has the keyboard");
    await harness.keyboard.press("F2");
    await check(harness, "renaming");
    await harness.keyboard.press("Escape");
    await harness.keyboard.press("Delete");
    await check(harness, "asking");
    await harness.keyboard.press("Escape");
    await harness.locator("summary").click();
    await check(harness, "menu");
    await harness.keyboard.press("Escape");
    await harness.getByRole("searchbox").fill("needle");
    await expect(harness.locator("mark")).toHaveText("Needle");
    await check(harness, "found");
    await harness.evaluate(() => {
      heldThreads.abort();
      threadStore.list = () => Promise.reject(new Error("gone"));
      return threadStore.update("a", { title: "x" });
    });
    await expect(harness.getByRole("button", { name: "Try again" })).toBeVisible();
    await check(harness, "failure");
  });
}

async function check(page: Page, state: string): Promise<void> {
  // Regions and headings of the page are not the list's.
  const findings = await axeFindings(page);
  expect(
    findings.filter((one) => !/^(page-has-heading-one|region)/.test(one)),
    state,
  ).toEqual([]);
  const wide = await page.evaluate(() => {
    const all = [...(threadsView.shadowRoot?.querySelectorAll<HTMLElement>("*") ?? [])];
    const isHidden = (each: HTMLElement) => each.closest(".visually-hidden, svg, mark") !== null;
    return all
      .filter((each) => !isHidden(each))
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return right > innerWidth + 1 || left < -1;
      })
      .map(({ className, localName }) => `${localName}.${className}`);
  });
  expect(wide, `${state}: wider than the window`).toEqual([]);
}

import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./demo-server.js";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await page.goto(`${demo}#orders`);
  await expect(page.getByTestId("tool-count")).toHaveText("2");
});

/** Waits until the agent has answered. */
async function answered(page: Page): Promise<Locator> {
  await expect(page.getByTestId("send")).toBeVisible();
  return page.getByTestId("message-agent").last();
}

/** Who did what, as the bar shows it: `place text tool`. */
async function steps(page: Page): Promise<string[]> {
  const items = await page.getByTestId("step").allInnerTexts();
  return items.map((text) => text.replace(/\s+/g, " ").trim());
}

const dialogOf = (page: Page): Locator =>
  page.getByRole("alertdialog", { name: /^Pay €\d+\.\d\d to the shop\?$/ });

for (const protocol of ["ag-ui", "a2a"]) {
  test(`over ${protocol}: the server looks, the page fills, the server prepares, the visitor confirms, the page pays`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByTestId(`protocol-${protocol}`).check();
    await page.getByTestId("prompt-order").click();
    const dialog = dialogOf(page);
    await expect(dialog).toBeVisible();
    // What the server made of it, and what the agent asked for.
    await expect(dialog.getByTestId("bill").getByRole("row", { name: "Total" })).toContainText(
      "€64.27",
    );
    await expect(dialog.getByTestId("approval-summary")).toContainText("It would pay €64.27");
    await expect(dialog.getByTestId("approval-asked")).toContainText("assam");
    await expect(dialog.getByTestId("approval-asked")).not.toContainText("890");
    await expect(page.getByTestId("basket")).toContainText("Glass teapot");
    await expect(page.getByTestId("basket-count")).toHaveText("3");
    expect(asked).not.toContain("/shop/payments");
    await dialog.getByRole("button", { name: /^Pay €/ }).click();
    await expect(await answered(page)).toContainText("Paid: €64.27. Your receipt is R-");
    await expect(page.getByTestId("receipt-ticket")).toContainText("€64.27");
    await expect(page.getByTestId("receipts")).toContainText("€64.27");
    await expect(page.getByTestId("basket-count")).toHaveText("0");
    expect(await steps(page)).toEqual([
      "Server ran check_stock",
      "Page ran fill_basket",
      "Server prepared pay_order",
      "You said yes",
      "Page ran pay_order",
    ]);
    const stock = page.locator('[data-testid="execution-card"][data-tool="check_stock"]');
    await expect(stock.getByTestId("execution-where")).toHaveText("Server");
    // The whole conversation went to the one endpoint.
    const other = protocol === "a2a" ? "/shop/ag-ui/" : "/shop/a2a/";
    expect(asked.filter((path) => path.startsWith(other) || path === "/agent")).toEqual([]);
    expect(asked.filter((path) => path === "/shop/payments")).toHaveLength(1);
  });

  test(`over ${protocol}: above the limit the server refuses, and nobody is asked`, async ({
    page,
  }) => {
    await page.getByTestId(`protocol-${protocol}`).check();
    await page.getByTestId("prompt-limit").click();
    await expect(await answered(page)).toContainText(
      "Nothing is paid: The order comes to €307.02 with tax, and your limit is €250.00",
    );
    await expect(dialogOf(page)).toBeHidden();
    const refused = page.locator('[data-testid="execution-card"][data-tool="pay_order"]');
    await expect(refused).toHaveAttribute("data-phase", "failed");
    expect((await steps(page)).at(-1)).toBe("Server refuses pay_order");
  });
}

test("by keyboard alone: a no is told, nothing is paid, and the next order goes on from there", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("textbox", { name: "Message to the agent" }).fill("Buy a Sencha");
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("button", { name: "Don't pay" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(await answered(page)).toContainText("All right, nothing is paid.");
  expect(asked).not.toContain("/shop/payments");
  await expect(page.getByTestId("basket-count")).toHaveText("1");
  expect((await steps(page)).at(-1)).toBe("You said no");
  // And a yes.
  await expect(page.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Order two rooibos");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Don't pay" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: /^Pay €/ })).toBeFocused();
  await expect(dialog.getByRole("button", { name: /^Pay €/ })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(await answered(page)).toContainText("Paid: €13.70.");
});

test("what the agent says it costs counts for nothing", async ({ page }) => {
  await page.getByTestId("prompt-cent").click();
  const dialog = dialogOf(page);
  await expect(dialog.getByTestId("approval-asked")).toContainText("total");
  await expect(dialog.getByTestId("bill").getByRole("row", { name: "Total" })).toContainText(
    "€45.22",
  );
  await dialog.getByRole("button", { name: /^Pay €/ }).click();
  await expect(await answered(page)).toContainText("Paid: €45.22.");
});

test("the page refuses a payment that is not what is in its basket", async ({ page }) => {
  await page
    .getByRole("textbox")
    .fill('call pay_order {"items": [{"sku": "kettle", "quantity": 1}]}');
  await page.keyboard.press("Enter");
  await dialogOf(page)
    .getByRole("button", { name: /^Pay €/ })
    .click();
  await expect(await answered(page)).toContainText("the basket holds nothing");
  expect((await steps(page)).at(-1)).toBe("Page failed pay_order");
});

test("on a phone nothing is wider, the bill is in view, and the basket is one press away", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByTestId("prompt-order").click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("row", { name: "Total" })).toBeInViewport();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await answered(page);
  await expect(page.getByTestId("basket")).toBeHidden();
  await page.getByTestId("orders-toggle").click();
  await expect(page.getByTestId("basket")).toContainText("Assam");
  expect(await overflow()).toBeLessThanOrEqual(0);
});

test("another protocol is another conversation", async ({ page }) => {
  await page.getByTestId("prompt-stock").click();
  await expect(await answered(page)).toContainText("The shop has Assam");
  await page.getByTestId("protocol-ag-ui").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByTestId("protocol-a2a")).toBeChecked();
  await expect(page.getByTestId("protocol-a2a")).toBeFocused();
  await expect(page.getByTestId("message-agent")).toHaveCount(0);
  await expect(page.getByTestId("step")).toHaveCount(0);
});

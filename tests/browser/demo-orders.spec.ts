/** The demo's scene Orders: server, page and person have a part each. */
import type { Page } from "@playwright/test";
import {
  answered,
  answerTo,
  ask,
  cards,
  decide,
  ofAgent,
  openScene,
  questions,
} from "./demo-page.js";
import { expect, test } from "./demo-server.js";

const ORDER = "Two Assam and a glass teapot, please";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await openScene(page, demo, "orders");
});

/** Who did what, as the bar shows it: `place text tool`. */
async function steps(page: Page): Promise<string[]> {
  const items = await page.getByTestId("step").allInnerTexts();
  return items.map((text) => text.replace(/\s+/g, " ").trim());
}

/** The paths that the page asks its server for. */
function askedPaths(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

for (const protocol of ["ag-ui", "a2a"]) {
  test(`over ${protocol}: the server looks, the page fills, the server prepares, the visitor confirms, the page pays`, async ({
    page,
  }) => {
    const asked = askedPaths(page);
    await page.getByTestId(`protocol-${protocol}`).check();
    await ask(page, ORDER);
    await expect(questions(page)).toContainText("It would pay €64.27");
    await expect(questions(page).getByRole("group", { name: "The agent asked for" })).toContainText(
      "assam",
    );
    await expect(page.getByTestId("basket")).toContainText("Glass teapot");
    await expect(page.getByTestId("basket-count")).toHaveText("3");
    expect(asked).not.toContain("/shop/payments");
    await decide(page, "Allow");
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
    await expect(cards(page, "check_stock")).toContainText("ran on the server");
    // The whole conversation went to the one endpoint.
    const other = protocol === "a2a" ? "/shop/ag-ui/" : "/shop/a2a/";
    expect(asked.filter((path) => path.startsWith(other) || path === "/agent")).toEqual([]);
    expect(asked.filter((path) => path === "/shop/payments")).toHaveLength(1);
  });

  test(`over ${protocol}: above the limit the server refuses, and nobody is asked`, async ({
    page,
  }) => {
    await page.getByTestId(`protocol-${protocol}`).check();
    await expect(await answerTo(page, "Order two copper kettles")).toContainText(
      "Nothing is paid: The order comes to €307.02 with tax, and your limit is €250.00",
    );
    await expect(questions(page)).toHaveCount(0);
    expect((await steps(page)).at(-1)).toBe("Server refuses pay_order");
  });
}

test("the act: the agent's one cent counts for nothing, the shop's price is what is asked", async ({
  page,
}) => {
  await page.getByTestId("act").click();
  await expect(cards(page, "pay_order").last()).toContainText(
    "The agent asked for €0.01. The shop's price is €45.22.",
  );
  await decide(page, "Allow");
  await expect(await answered(page)).toContainText("Paid: €45.22.");
});

test("a no is told, nothing is paid, and the next order goes on from there", async ({ page }) => {
  const asked = askedPaths(page);
  await ask(page, "Buy a Sencha");
  await decide(page, "Decline");
  await expect(await answered(page)).toContainText("All right, nothing is paid.");
  expect(asked).not.toContain("/shop/payments");
  await expect(page.getByTestId("basket-count")).toHaveText("1");
  expect((await steps(page)).at(-1)).toBe("You said no");
  await ask(page, "Order two rooibos");
  await decide(page, "Allow", questions(page).last());
  await expect(await answered(page)).toContainText("Paid: €13.70.");
});

test("the page refuses a payment that is not what is in its basket", async ({ page }) => {
  await ask(page, 'call pay_order {"items": [{"sku": "kettle", "quantity": 1}]}');
  await decide(page, "Allow");
  await expect(await answered(page)).toContainText("the basket holds nothing");
  expect((await steps(page)).at(-1)).toBe("Page failed pay_order");
});

test("on a phone the question is in view, and the basket is one press away", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByTestId("act").click();
  await expect(questions(page).getByText("Pay the shop?")).toBeInViewport();
  await expect(questions(page).getByText("It would pay €45.22")).toBeInViewport();
  await decide(page, "Decline");
  await answered(page);
  await expect(page.getByTestId("basket")).toBeHidden();
  await page.getByTestId("panel-toggle").click();
  await expect(page.getByTestId("basket")).toContainText("Glass teapot");
});

test("another protocol is another conversation", async ({ page }) => {
  await expect(await answerTo(page, "What teas do you have?")).toContainText("The shop has Assam");
  await page.getByTestId("protocol-ag-ui").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByTestId("protocol-a2a")).toBeChecked();
  await expect(ofAgent(page)).toHaveCount(0);
  await expect(page.getByTestId("step")).toHaveCount(0);
});

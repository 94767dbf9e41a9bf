/** A document that the tests of a file share: what is undone after each, and what makes the next one open another. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";

const undo = (page: Page) => page.evaluate(async () => (await globalThis.undoing)?.undo());

async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/shared.html`);
  await page.evaluate(() => globalThis.undoing);
}

test("nodes, globals and the elements of the package are removed, and nothing is left", async ({
  page,
  backend,
}) => {
  await open(page, backend.origin);
  const seen = () =>
    page.evaluate(() => [
      Object.keys(globalThis).length,
      document.querySelectorAll("*").length,
      document.body.childNodes.length,
    ]);
  const before = await seen();
  await page.evaluate(async () => {
    Object.assign(globalThis, { mine: 1 });
    document.body.append("A text", document.createElement("p"));
    document.head.append(document.createElement("style"));
    const agent = openAgent("/nowhere");
    agent.formTools = "all";
    await agent.registerTool({ name: "it", description: "It.", schema: {}, handler: () => 1 });
    const form = document.createElement("form");
    form.setAttribute("toolname", "form");
    form.setAttribute("tooldescription", "It.");
    document.body.append(form);
    await turn();
  });
  expect(await undo(page)).toEqual([]);
  expect(await seen()).toEqual(before);
  expect(await undo(page)).toEqual([]);
});

const changes: [string, () => unknown, string][] = [
  ["a listener", () => document.addEventListener("left", () => {}), "listeners"],
  ["a timer", () => void setTimeout(() => {}, 1_000_000), "timers"],
  ["an interval", () => void setInterval(() => {}, 1_000_000), "timers"],
  ["a replaced function", () => Object.assign(globalThis, { fetch: () => {} }), "global.fetch"],
  [
    "a replaced method",
    () => Object.assign(Array.prototype, { at: () => {} }),
    "Array.prototype.at",
  ],
  [
    "a replaced getter",
    () => Object.defineProperty(document, "hidden", { get: () => true }),
    "document.hidden",
  ],
  [
    "a global for good",
    () => Object.defineProperty(globalThis, "left", { value: 1 }),
    "global.left",
  ],
  [
    "an element's definition",
    () => customElements.define("a-b", class extends HTMLElement {}),
    "made",
  ],
  ["a channel", () => void new BroadcastChannel("left"), "made"],
  ["an attribute", () => document.body.setAttribute("left", ""), "attributes"],
  ["a node that is missing", () => document.querySelector("meta")?.remove(), "nodes"],
  ["a shadow root", () => void document.body.attachShadow({ mode: "open" }), "shadow roots"],
  ["an address", () => history.replaceState(null, "", "/left"), "address"],
  ["a handler of errors", () => void Object.assign(window, { onerror: () => {} }), "onerror"],
];

for (const [what, change, fact] of changes) {
  test(`${what} can't be undone, and is reported`, async ({ page, backend }) => {
    await open(page, backend.origin);
    await page.evaluate(change);
    expect(await undo(page)).toContain(fact);
  });
}

test.describe("tests of one file", () => {
  test.describe.configure({ mode: "serial" });
  test.use({ sharesPage: true });
  const opened: number[] = [];

  test.beforeEach(async ({ harness }) => {
    opened.push(await harness.evaluate(() => performance.timeOrigin));
  });

  test("begin with a document", async ({ harness }) => {
    await harness.evaluate(() => document.body.append("A text"));
  });

  test("go on with it, as it was", async ({ harness }) => {
    expect(opened[1]).toBe(opened[0]);
    expect(await harness.evaluate(() => document.body.textContent?.trim())).toBe("");
    await harness.evaluate(() => document.addEventListener("left", () => {}));
  });

  test("have another one after what can't be undone", () => {
    expect(opened[2]).not.toBe(opened[1]);
  });
});

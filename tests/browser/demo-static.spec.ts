/** The demo as a static site, below a path of a file server that answers nothing but files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, preview } from "vite";
import { oncePerRun } from "../support/once-per-run.js";
import {
  answered,
  answerTo,
  ask,
  cards,
  decide,
  field,
  openScene,
  SCENES,
  sendButton,
} from "./demo-page.js";
import { addressOf, config, expect, host, keepDrawing, test as withDemo } from "./demo-server.js";

/** The built site: a folder below the root of its server. */
const siteRoot = () =>
  oncePerRun("demo-static", async (folder) => {
    const options = { outDir: join(folder, "some", "folder"), emptyOutDir: true };
    await build({ configFile: config, mode: "static", build: options, logLevel: "error" });
  });

const test = withDemo.extend<object, { demo: string }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      process.env.DEMO_PACE = "0";
      const root = await siteRoot();
      const server = await preview({
        ...{ configFile: false, root, logLevel: "error" },
        ...{ build: { outDir: root }, preview: { port: 0, host } },
      });
      await use(`${addressOf(server.httpServer.address())}some/folder/`);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.beforeEach(async ({ page, complaints }) => {
  void complaints;
  // Files of the site are all that its server is asked for.
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isFile = /\/(some\/folder\/(assets\/.*|guides\/[\w-]+\.html|favicon\.svg)?)$/.test(
      pathname,
    );
    if (!isFile || request.method() !== "GET") complaints.push(`asked for ${request.url()}`);
  });
});

test("without a server the agent answers inside the page, and its tools run", async ({
  page,
  demo,
}) => {
  await openScene(page, demo, "tools");
  await expect(page.getByTestId("agent-info")).toHaveText("Scripted agent");
  await expect(await answerTo(page, "What's the weather in Lisbon?")).not.toBeEmpty();
  await expect(cards(page, "get_weather")).toBeVisible();
});

test("a model that only writes text and its stand-ins answer inside the page", async ({
  page,
  demo,
}) => {
  await openScene(page, demo, "travel");
  await answerTo(page, "Fly to São Paulo, and what is in my calendar?");
  await expect(page.getByRole("list", { name: "Flights" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Events" })).toBeVisible();
});

test("the agent that shares its state answers inside the page", async ({ page, demo }) => {
  await openScene(page, demo, "build");
  await page.getByTestId("act").click();
  await answered(page);
  await expect(page.getByTestId("guests")).toHaveText("6");
});

test("the scene Survive says that its server is the page, and the thread and its call outlive a reload", async ({
  page,
  demo,
}) => {
  await openScene(page, demo, "survive");
  await expect(page.getByTestId("welcome")).toContainText(
    "This site has no server: the page itself answers, so a reload ends an answer that is being written.",
  );
  await page.getByTestId("act").click();
  await expect(page.getByTestId("begun")).toHaveText("1");
  await page.getByTestId("reload").click();
  await expect(await answered(page)).toContainText("Your rye loaf is ready");
  await expect(page.getByTestId("begun")).toHaveText("1");
});

for (const protocol of ["ag-ui", "a2a"]) {
  test(`over ${protocol}: the shop inside the page prepares a payment, and takes it`, async ({
    page,
    demo,
  }) => {
    await openScene(page, demo, "orders");
    await page.getByTestId(`protocol-${protocol}`).check();
    await ask(page, "Two Assam and a glass teapot, please");
    await decide(page, "Allow");
    await expect(await answered(page)).toContainText("Your receipt is R-");
  });
}

test("an answer is stopped in the middle", async ({ page, demo }) => {
  await openScene(page, demo, "tools");
  await keepDrawing(page);
  await ask(page, "Render a Julia fractal");
  await field(page).press("Escape");
  await expect(sendButton(page)).toBeVisible();
});

test("no link of the page or of its guides is dead", async ({ page, demo }) => {
  const folder = join(await siteRoot(), "some", "folder");
  const guides = readdirSync(join(folder, "guides"));
  const texts = new Map(
    guides.map((name) => [name, readFileSync(join(folder, "guides", name), "utf8")]),
  );
  const isThere = (link: string, from: string): boolean => {
    const { pathname, hash } = new URL(link, `${demo}guides/${from}`);
    const text = texts.get(pathname.slice(new URL(demo).pathname.length).replace("guides/", ""));
    return (
      text?.includes(`id="${decodeURIComponent(hash.slice(1))}"`) ||
      (text !== undefined && hash === "")
    );
  };
  const dead: string[] = [];
  let count = 0;
  for (const [name, text] of texts) {
    for (const [, link = ""] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      count += 1;
      if (!/^https:\/\//.test(link) && !isThere(link, name)) dead.push(`${name}: ${link}`);
    }
  }
  expect(count).toBeGreaterThan(200);
  for (const scene of SCENES) {
    await page.goto(`${demo}#${scene}/docs`);
    await expect(page.getByTestId("guide")).toBeVisible();
    await expect(
      page.frameLocator('[data-testid="guide"]').getByRole("heading", { level: 1 }),
    ).toBeVisible();
    const links = await page.getByRole("tabpanel", { name: "Docs" }).getByRole("link").all();
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      const href = (await link.getAttribute("href")) ?? "";
      if (!isThere(new URL(href, demo).href, "README.html")) dead.push(`${scene}: ${href}`);
    }
  }
  expect(dead).toEqual([]);
});

test("a guide opens in its place when its link is pressed, and its code is the scene's own file", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo}#orders/docs`);
  const guide = page.frameLocator('[data-testid="guide"]');
  await expect(guide.getByRole("heading", { level: 1 })).toHaveText("Server and client");
  await page.getByRole("link", { name: "A2A" }).click();
  await expect(guide.getByRole("heading", { level: 1 })).toContainText("A2A");
  await page.getByRole("tab", { name: "Code" }).click();
  const source = page.getByTestId("source").first();
  await expect(source).toContainText('name: "pay_order"');
  const file = readFileSync(new URL("../../www/src/orders/pay-order.ts", import.meta.url), "utf8");
  expect(file).toContain(await source.textContent());
});

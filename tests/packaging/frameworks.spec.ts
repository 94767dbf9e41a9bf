/** The packed package in React 19, Vue 3 and Svelte 5: the guide's components, and one of each that sets everything. */
import type { AgUiAgent } from "ag-ui-lit/element";
import { run, text, toolCall } from "../support/backend.js";
import { blockNamed, readBlocks } from "../support/readme/blocks.js";
import { type Consumer, expect, testOf } from "./consumer.js";
import { type StaticServer, serve, withFrameworks } from "./static-server.js";

const test = testOf("frameworks");

test.describe.configure({ mode: "default" }); // one installation serves the whole file

/** A message of the README's page: the agent paints the background. */
const paint = [
  run(...toolCall("call-1", "set_background", '{"colour":"teal"}')),
  run(...text("answer", "It is teal now.")),
];

const booking = { city: "Rome", meal: true, seat: "window", fare: "biz" };

/** The agent fills in the page's form, then says what came of it. */
const book = [
  run(...toolCall("call-1", "book", JSON.stringify(booking))),
  run(...text("answer", "Booked.")),
  run(...text("answer-2", "Again.")),
];

test.beforeAll(async ({ consumer }) => {
  for (const [name, file] of [
    ["react-page", "react-page.tsx"],
    ["vue-page", "vue-page.vue"],
    ["vue-config", "vite.config.ts"],
    ["svelte-page", "svelte-page.svelte"],
  ] as const) {
    await consumer.write(file, blockNamed(readBlocks(), name).code);
  }
});

for (const framework of ["react", "vue", "svelte"] as const) {
  const from = framework;

  test(`${framework}: properties reach the element, events the page, and a call fills in its form`, async ({
    consumer,
    page,
  }) => {
    const complaints = complaintsOf(page);
    await using server = await built(consumer, framework, book);
    await page.goto(`${server.origin}/${framework}.html#properties`);
    const agent = page.locator("ag-ui-agent");
    await expect.poll(() => agent.evaluate((element) => Reflect.get(element, "maxRounds"))).toBe(2);
    const sent = await agent.evaluate((element: AgUiAgent) => element.sendMessage("Book Rome"));

    expect(sent).toEqual({ outcome: "finished" });
    await expect(page.locator("output")).toHaveText("Rome, true, window, biz");
    expect(server.agentRequests[0]).toMatchObject({
      threadId: "thread-1",
      headers: { "x-from": from },
      tools: [{ name: "book", parameters: { properties: { city: { description: "Where to." } } } }],
    });
    expect(server.agentRequests[1]?.messages.at(-1)?.content).toBe("Rome, true, window, biz");
    expect(
      await agent.evaluate(
        (element: AgUiAgent) => element.manager === Reflect.get(globalThis, "manager"),
      ),
    ).toBe(true);

    await page.getByRole("button", { name: "Take back" }).click();
    await agent.evaluate((element: AgUiAgent) => element.sendMessage("Once more"));
    expect(server.agentRequests[2]?.headers["x-from"]).toBeUndefined();
    expect(server.agentRequests[2]?.tools.map(({ name }) => name)).toEqual(["book"]);
    expect(complaints).toEqual([]);
  });
}

test("react-page: a component's tool is there once in StrictMode, works, and goes with it", async ({
  consumer,
  page,
}) => {
  const complaints = complaintsOf(page);
  // Only React's development build mounts twice.
  await using server = await built(consumer, "react", paint, "development");
  await page.goto(`${server.origin}/react.html#properties`);
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, "effects"))).toBe(2);

  await page.getByRole("button", { name: "Mount", exact: true }).click();
  await paintsAndLeaves(page, server);
  expect(complaints).toEqual([]);
});

test("react-page: what a server rendered is taken over, and hears the first failure", async ({
  consumer,
  page,
}) => {
  await using server = await built(consumer, "react-hydrated", []);
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404 }));
  await page.goto(`${server.origin}/react-hydrated.html`);
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "rendered")))
    .toContain("main");
  await expect(page.locator("ag-ui-agent")).toHaveCount(1);

  const heard = page.waitForEvent("dialog");
  page.getByRole("button", { name: "Paint it teal" }).click();
  const dialog = await heard;
  expect(dialog.message()).toContain("HTTP status 404");
  await dialog.dismiss();
});

test("vue-page, vue-config: a component's tool is there once, works, and goes with it", async ({
  consumer,
  page,
}) => {
  const complaints = complaintsOf(page);
  await using server = await built(consumer, "vue", paint);
  await page.goto(`${server.origin}/vue.html`);
  await paintsAndLeaves(page, server);
  expect(complaints).toEqual([]);
});

test("svelte-page: a component's tool is there once, works, and goes with it", async ({
  consumer,
  page,
}) => {
  const complaints = complaintsOf(page);
  await using server = await built(consumer, "svelte", paint);
  await page.goto(`${server.origin}/svelte.html`);
  await paintsAndLeaves(page, server);
  expect(complaints).toEqual([]);
});

test("the types of React's JSX are right: the README's page and a strict one compile", async ({
  consumer,
}) => {
  const tsc = consumer.path("node_modules", "typescript", "bin", "tsc");
  expect(await consumer.node(tsc, "-p", ".")).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("the types of Vue's templates are right: the README's page and a strict one compile", async ({
  consumer,
}) => {
  const vueTsc = consumer.path("node_modules", "vue-tsc", "bin", "vue-tsc.js");
  expect(await consumer.node(vueTsc, "-p", ".")).toEqual({ code: 0, stdout: "", stderr: "" });
});

type Page = Parameters<Parameters<typeof test>[2]>[0]["page"];

/** Sends the README's message, looks at what it painted, then takes the component away and back. */
async function paintsAndLeaves(page: Page, server: StaticServer): Promise<void> {
  const names = () =>
    page.evaluate(() => (Reflect.get(globalThis, "registry") as { names: string[] }).names);
  await expect.poll(() => names().catch(() => [])).toEqual(["set_background"]);
  await page.getByRole("button", { name: "Paint it teal" }).click();

  await expect(page.locator("p.assistant").last()).toHaveText("It is teal now.");
  await expect(page.locator("main")).toHaveCSS("background-color", "rgb(0, 128, 128)");
  expect(server.agentRequests[0]?.tools.map(({ name }) => name)).toEqual(["set_background"]);
  expect(server.agentRequests[1]?.messages.at(-1)?.content).toBe("The background is teal now.");

  await page.getByRole("button", { name: "Unmount" }).click();
  await expect(page.locator("ag-ui-agent")).toHaveCount(0);
  expect(await names()).toEqual([]);
  await page.getByRole("button", { name: "Mount", exact: true }).click();
  await expect.poll(names).toEqual(["set_background"]);
}

/** Builds a page as its user would, and serves it. */
async function built(
  consumer: Consumer,
  framework: string,
  replies: Parameters<typeof serve>[1],
  mode = "production",
): Promise<StaticServer> {
  const folder = `out-${framework}-${mode}`;
  const script = `
    process.env.NODE_ENV = "${mode}";
    const { build } = await import("vite");
    const { svelte } = await import("@sveltejs/vite-plugin-svelte");
    await build({
      ${framework === "svelte" ? "configFile: false, plugins: [svelte()]," : ""}
      mode: "${mode}",
      build: { outDir: "${folder}", rolldownOptions: { input: "${framework}.html" } },
    });
  `;
  await consumer.build(folder, "--input-type=module", "-e", script);
  return serve(consumer.path(folder), replies, withFrameworks);
}

/** Uncaught errors, and errors in the page's console; what a development build says of itself is none. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

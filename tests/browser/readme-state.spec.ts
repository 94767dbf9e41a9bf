/** Runs the examples of the guide about state and context, and of media in results. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/readme/test.js";

const done = run(...text("answer", "Done."));

test("shared-state: the state is sent, and reported whoever changes it", async ({
  site,
  prints,
}) => {
  const delta = [{ op: "replace", path: "/days", value: 3 }];
  site.script(run({ type: "STATE_DELTA", delta }, ...text("answer", "Done.")));
  await prints("shared-state");
  expect(site.requests[0]?.state).toEqual({ city: "Lima", days: 2 });
});

test("patch-state: operations and a draft change a part of the state", async ({ prints }) => {
  await prints("patch-state");
});

test("predicted-state: an argument is shown while it is written, and the old state is back without a confirmation", async ({
  site,
  open,
}) => {
  const value = [{ state_key: "document", tool: "write", tool_argument: "document" }];
  const [start, ...pieces] = toolCall("c1", "write", '{"document":"Once upon a time."}');
  const end = pieces.pop() as object;
  let goOn: () => void = () => {};
  const isRead = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  site.script(async (response, { threadId, runId }) => {
    const write = (events: readonly object[]): void => {
      for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    };
    response.writeHead(200, { "content-type": "text/event-stream" });
    write([{ type: "RUN_STARTED", threadId, runId }]);
    write([{ type: "CUSTOM", name: "PredictState", value }, start as object, ...pieces]);
    await isRead;
    const result = { type: "TOOL_CALL_RESULT", messageId: "r", toolCallId: "c1", content: "ok" };
    write([end, result, { type: "RUN_FINISHED", threadId, runId }]);
    response.end();
  });
  const page = await open("predicted-state");
  const article = page.locator("article");
  await expect(article).toHaveText("Once upon a time.");
  await expect(article).toHaveClass("draft");
  goOn();
  await expect(article).toHaveText("");
  await expect(article).not.toHaveClass("draft");
});

test("page-context: entries are sent with each run until they are removed", async ({
  site,
  open,
}) => {
  site.script(done, done);
  await open("page-context");
  await expect.poll(() => site.requests.length).toBe(2);
  const always = [
    { description: "The open page", value: "/page-context.html" },
    { description: "The user", value: '{"name":"Ada","language":"en"}' },
  ];
  expect(site.requests.map(({ context }) => context)).toEqual([
    [...always, { description: "The selected row", value: "7" }],
    always,
  ]);
});

test("context-event: a script without an import tells every agent of the document", async ({
  site,
  open,
  examples,
}) => {
  site.script(done, done, done);
  const page = await open("shared-state");
  await expect.poll(() => site.requests.length).toBe(1);
  await page.evaluate((code) => {
    document.body.insertAdjacentHTML("beforeend", '<button id="leave">Leave</button>');
    new Function(code)();
  }, examples.block("context-event").code);
  const send = () => page.evaluate(() => document.querySelector("ag-ui-agent")?.sendMessage("Go"));
  await send();
  await page.getByRole("button", { name: "Leave" }).click();
  await send();
  expect(site.requests.map(({ context }) => context)).toEqual([
    [],
    [{ description: "The basket", value: '["tea","milk"]' }],
    [],
  ]);
});

test("forwarded-props: go to the backend as they are", async ({ site, open }) => {
  site.script(done);
  await open("forwarded-props");
  await expect
    .poll(() => site.requests[0]?.forwardedProps)
    .toEqual({
      model: "fast",
      tenant: "acme",
    });
});

test("capabilities: what the agent does not take is not sent", async ({ site, prints }) => {
  site.script(done);
  await prints("capabilities");
  expect(site.requests).toEqual([]);
});

test("usage: what a message cost is reported", async ({ site, prints }) => {
  site.script((response, { threadId, runId }) => {
    const usage = [{ inputTokens: 10, outputTokens: 2 }];
    const events = [
      { type: "RUN_STARTED", threadId, runId },
      { type: "RUN_FINISHED", threadId, runId, usage },
    ];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  });
  await prints("usage");
});

test("media-result: an image goes to a backend that takes it", async ({ site, open }) => {
  site.script(run(...toolCall("c1", "show_chart", "{}")), done);
  const page = await open("media-result");
  await page.evaluate(async () => {
    document.body.append(document.createElement("canvas"));
    await customElements.whenDefined("ag-ui-agent");
    const agent = document.querySelector("ag-ui-agent");
    if (!agent) return;
    agent.capabilities = { multimodal: { input: { image: true } } };
    await agent.sendMessage("Show me the chart");
  });
  const value = expect.stringMatching(/^[A-Za-z0-9+/]+=*$/);
  expect(site.requests[1]?.messages.at(-1)?.content).toEqual([
    { type: "text", text: "The chart of this week:" },
    { type: "image", source: { type: "data", mimeType: "image/png", value } },
  ]);
});

test("web-mcp-annotations: the browser is given a title and hints", async ({ page, open }) => {
  await page.addInitScript(() => {
    const shown: unknown[] = [];
    const registerTool = (tool: object): void => void shown.push(tool);
    Object.assign(globalThis, { shown });
    Object.defineProperty(document, "modelContext", { value: { registerTool } });
  });
  await open("web-mcp-annotations");
  await page.evaluate(() => {
    document.querySelector("ag-ui-agent")?.setAttribute("expose-webmcp", "");
  });
  const shown = () => page.evaluate(() => JSON.stringify(Reflect.get(globalThis, "shown")));
  await expect.poll(shown).toContain("pay_invoice");
  const [tool] = JSON.parse(await shown());
  expect(tool).toMatchObject({
    name: "pay_invoice",
    title: "Pay the invoice",
    annotations: { readOnlyHint: false, idempotentHint: false, consequentialHint: true },
  });
});

test("frame-tools: without the browser's list nothing happens", async ({ prints }) => {
  await prints("frame-tools");
});

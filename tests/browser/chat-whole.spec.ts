/** `<ag-ui-chat>` with all its real parts and a real backend, under a strict policy: what people and strangers do in the middle of it. */
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import type { AgUiChat } from "ag-ui-lit/chat";
import { type Backend, eventsOnly, type Reply, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { LiveReply, longThread, openChat } from "./chats.js";
import { axeFindings } from "./demo-page-checks.js";

test.use({ ownContext: "its document has a policy, which can't be taken away again" });

const AXE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));

const POLICY = [
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html",
].join("; ");

declare global {
  var strangers: () => string[];
}

/** Opens a chat under the policy. What it returns checks that nothing but the chat has changed, and that axe finds nothing. */
async function open(
  page: Page,
  backend: Backend,
  complaints: string[],
  options: Parameters<typeof openChat>[1] = {},
): Promise<(what?: string) => Promise<void>> {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.addInitScript({ path: AXE });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      violations.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  await page.route(`${backend.origin}/`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": POLICY };
    await route.fulfill({ response, headers });
  });
  await page.goto(`${backend.origin}/`);
  await page.evaluate(async () => {
    document.documentElement.lang = "en";
    document.title = "A chat";
    // The test page has an icon in its address, and one of its libraries or axe tries whether it may evaluate text.
    await turn();
    (globalThis as unknown as { violations: string[] }).violations.length = 0;
  });
  complaints.length = 0;
  await page.evaluate(async () => {
    await agUi.init();
    await load("views");
  });
  await openChat(page, options);
  await page.evaluate(() => {
    const outside = () => [...document.querySelectorAll("*")].filter((one) => one !== view);
    const known = new Set(outside());
    globalThis.strangers = () =>
      outside()
        // Vite's own, for the files of an import.
        .filter((one) => !one.matches("ag-ui-chat, link[rel=modulepreload]") && !known.has(one))
        .map((one) => one.outerHTML.slice(0, 200));
  });
  return async (what = "at the end") => {
    await page.evaluate(() => rendered());
    const found = await page.evaluate(() => ({
      strangers: strangers(),
      violations: (globalThis as unknown as { violations: string[] }).violations,
    }));
    expect(found, what).toEqual({ strangers: [], violations: [] });
    expect(
      requests.filter((url) => new URL(url).origin !== backend.origin),
      what,
    ).toEqual([]);
    expect(await axeFindings(page), what).toEqual([]);
  };
}

const rows = (page: Page): Locator => page.getByRole("article");

async function press(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await expect(button).not.toHaveAttribute("aria-disabled", "true");
  await button.click();
}

/** Types a message and sends it, as a person does. */
async function say(page: Page, message: string): Promise<void> {
  const box = page.locator("ag-ui-composer").getByRole("textbox");
  await box.fill(message);
  await box.press("Enter");
}

const interrupted = (...interrupts: object[]): Reply =>
  run({
    type: "RUN_FINISHED",
    threadId: "t",
    runId: "r",
    outcome: { type: "interrupt", interrupts },
  });

const failing = eventsOnly([
  { type: "RUN_STARTED", threadId: "t", runId: "r" },
  { type: "RUN_ERROR", message: "Out of quota." },
]);

const MARKDOWN =
  "# A plan\n\nIt has **two** parts:\n\n- tea\n- [milk](https://milk.test/)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1;\n```\n\n![a](https://evil.test/pixel.png)";

test("a conversation: Markdown, a view, an approval, a question, a form, a failure", async ({
  page,
  backend,
  complaints,
}) => {
  const trip = {
    type: "object",
    properties: { city: { type: "string" }, nights: { type: "integer" } },
    required: ["city"],
  };
  const script = backend.script(
    run(...text("m1", MARKDOWN)),
    run(...toolCall("call_0", "get_weather", '{"city":"Rome"}', "m2")),
    run(...text("m3", "It is warm.")),
    run(...toolCall("call_0", "pay", '{"amount":5,"to":"Ada"}', "m4")),
    run(...text("m5", "I paid.")),
    run(...toolCall("call_0", "ask_colour", '{"colours":["red","blue"]}', "m6")),
    run(...text("m7", "A fine colour.")),
    interrupted({ id: "i1", reason: "trip", message: "Where to?", responseSchema: trip }),
    run(...text("m8", "I booked it.")),
    failing,
    run(...text("m9", "Here it is.")),
  );
  const check = await open(page, backend, complaints, { url: script.url });
  await page.evaluate(async () => {
    views.registerToolView<{ city: string }, { degrees: number }>(
      "get_weather",
      ({ args, status, output }) => lit.html`<p>${args.city}: ${output?.degrees ?? status}</p>`,
    );
    await agent.registerTool({
      name: "get_weather",
      description: "The weather of a city.",
      schema: { type: "object", properties: { city: { type: "string" } } },
      handler: () => ({ degrees: 21 }),
    });
    await agent.registerTool({
      name: "pay",
      description: "Pays an amount.",
      schema: {
        type: "object",
        title: "Payment",
        properties: { amount: { type: "number" }, to: { type: "string" } },
      },
      handler: ({ amount }) => `Paid ${amount}.`,
      metadata: { approval: "always" },
    });
    await agent.registerTool(
      views.humanTool({
        name: "ask_colour",
        description: "Asks for a colour.",
        schema: { type: "object", properties: { colours: { type: "array" } } },
        resultSchema: { type: "string", enum: ["red", "blue"] },
        view: ({ args, status, respond, refusal }) =>
          status === "asking"
            ? lit.html`<p>${refusal?.message}</p>
                ${["green", ...(args as { colours: string[] }).colours].map(
                  (colour) =>
                    lit.html`<button type="button" @click=${() => respond(colour)}>${colour}</button>`,
                )}`
            : undefined,
      }),
    );
  });
  await say(page, "Plan");
  await expect(rows(page).last()).toContainText("let x = 1;");
  await check("Markdown");
  await say(page, "Weather?");
  await expect(page.locator("ag-ui-tool-card p")).toHaveText("Rome: 21");
  await expect(rows(page).last()).toContainText("It is warm.");
  await check("a view");
  await say(page, "Pay");
  const approval = page.locator("ag-ui-approval-card");
  await expect(approval.getByRole("group", { name: "Payment?" })).toBeVisible();
  await check("an approval is open");
  await press(approval.getByRole("button", { name: /^Allow/ }));
  await expect(rows(page).last()).toContainText("I paid.");
  await check("an approval is answered");
  await say(page, "Colour?");
  const asking = page.locator("ag-ui-tool-card").last();
  await press(asking.getByRole("button", { name: "green" }));
  await expect(asking.locator("[part=card-refusal]")).toContainText("green");
  await check("a person is asked");
  await press(asking.getByRole("button", { name: "blue" }));
  await expect(rows(page).last()).toContainText("A fine colour.");
  await say(page, "Trip");
  const asked = page.locator("ag-ui-interrupt-card");
  await asked.getByRole("textbox", { name: "City" }).fill("Rome");
  await check("an interrupt is open");
  await press(asked.getByRole("button", { name: "Confirm" }));
  await expect(rows(page).last()).toContainText("I booked it.");
  await say(page, "More");
  await press(page.getByRole("button", { name: "Try again" }));
  await expect(rows(page).last()).toContainText("Here it is.");
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await check();
  expect(complaints.filter((what) => !what.includes("Out of quota."))).toEqual([]);
  complaints.splice(0);
  const ids = script.requests.at(-1)?.messages.map(({ id }) => id) ?? [];
  expect(new Set(ids).size, "ids of messages are unique").toBe(ids.length);
});

test("stopped midway, by the composer: what had come stays, and the next message is answered", async ({
  page,
  backend,
  complaints,
}) => {
  const live = new LiveReply();
  const script = backend.script(live.reply, run(...text("b", "Again.")));
  const check = await open(page, backend, complaints, { url: script.url });
  await say(page, "Hello");
  await live.text("a", "Half an **answ", true);
  await expect(rows(page).last()).toContainText("Half an");
  await press(page.locator("ag-ui-composer").getByRole("button", { name: "Stop" }));
  await expect(page.getByText("You stopped the agent.")).toBeVisible();
  await live.text("a", "er** that comes too late.");
  await check("stopped");
  await say(page, "Go on");
  await expect(rows(page).last()).toContainText("Again.");
  await expect(page.getByText("too late")).toHaveCount(0);
  await expect(rows(page).nth(1)).toContainText("Half an");
  await check();
});

test("another thread in the middle of a stream shows nothing of the first one", async ({
  page,
  backend,
  complaints,
}) => {
  const live = new LiveReply();
  const script = backend.script(live.reply, run(...text("b", "Good evening.")));
  const check = await open(page, backend, complaints, { url: script.url });
  await say(page, "Hello");
  await live.text("a", "Secret ", true);
  await expect(rows(page).last()).toContainText("Secret");
  await page.evaluate(() => {
    agent.threadId = "other";
  });
  await live.text("a", "words.");
  await expect(rows(page)).toHaveCount(0);
  await check("switched");
  await say(page, "Good day");
  await expect(rows(page).last()).toContainText("Good evening.");
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText("Secret")).toHaveCount(0);
  expect(script.requests[1]?.messages.map(({ content }) => content)).toEqual(["Good day"]);
  expect(script.requests[1]?.threadId).toBe("other");
  await check();
});

test("another agent in the middle of a stream: its thread is shown, and the first one goes on unseen", async ({
  page,
  backend,
  complaints,
}) => {
  const live = new LiveReply();
  const other = backend.script(run(...text("z", "Other answer.")));
  const check = await open(page, backend, complaints, { url: backend.script(live.reply).url });
  await say(page, "Hello");
  await live.text("a", "First ", true);
  await expect(rows(page).last()).toContainText("First");
  await page.evaluate((url) => {
    const second = document.createElement("ag-ui-agent");
    second.url = url;
    second.registry = new agUi.ToolRegistry();
    second.messages = [{ id: "x", role: "assistant", content: "Second agent." }];
    Object.assign(globalThis, { second });
    view.agent = second;
  }, other.url);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Second agent.");
  await live.text("a", "goes on.");
  await say(page, "To the second");
  await expect(rows(page).last()).toContainText("Other answer.");
  await check("the second");
  await live.finish({ type: "TEXT_MESSAGE_END", messageId: "a" });
  await page.evaluate(async () => {
    await until("the first has ended", () => !agent.isRunning);
    view.agent = agent;
  });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).last()).toContainText("First goes on.");
  expect(other.requests).toHaveLength(1);
  await check();
});

test("removed and put back while an answer streams: nothing is missing, and the stream goes on", async ({
  page,
  backend,
  complaints,
}) => {
  const live = new LiveReply();
  const check = await open(page, backend, complaints, {
    url: backend.script(live.reply).url,
    messages: longThread(3),
  });
  await say(page, "Hello");
  await live.text("a", "One. ", true);
  await expect(rows(page).last()).toContainText("One.");
  await page.evaluate(() => view.remove());
  await live.text("a", "Two. ");
  await page.evaluate(async () => {
    await until("the second piece has come", () =>
      JSON.stringify(agent.messages.at(-1)).includes("Two."),
    );
    document.querySelector("main")?.append(view);
  });
  await expect(rows(page).last()).toContainText("One. Two.");
  await live.text("a", "Three.");
  await expect(rows(page).last()).toContainText("One. Two. Three.");
  await page.evaluate(() => view.remove());
  await live.finish({ type: "TEXT_MESSAGE_END", messageId: "a" });
  await page.evaluate(async () => {
    await until("the run has ended", () => !agent.isRunning);
    document.querySelector("main")?.append(view);
  });
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(8);
  await check();
});

test("two chats on one agent show the same, and one approval is answered once", async ({
  page,
  backend,
  complaints,
}) => {
  const script = backend.script(
    run(...text("m0", "I shall."), ...toolCall("c1", "pay", '{"amount":5}', "m0")),
    run(...text("m1", "Done.")),
  );
  const check = await open(page, backend, complaints, { url: script.url });
  await page.evaluate(async () => {
    const second = document.createElement("ag-ui-chat") as AgUiChat;
    second.for = "agent";
    const main = document.querySelector("main") as HTMLElement;
    main.style.display = "grid";
    main.style.gridTemplateColumns = "1fr 1fr";
    main.append(second);
    const runs: unknown[] = [];
    Object.assign(globalThis, { runs });
    await agent.registerTool({
      name: "pay",
      description: "Pays.",
      schema: { type: "object", title: "Payment", properties: { amount: { type: "number" } } },
      handler: (args) => {
        runs.push(args);
        return "paid";
      },
      metadata: { approval: "always" },
    });
  });
  const chats = page.locator("ag-ui-chat");
  const box = chats.first().locator("ag-ui-composer").getByRole("textbox");
  await box.fill("Pay");
  await box.press("Enter");
  const cards = page.locator("ag-ui-approval-card");
  await expect(cards).toHaveCount(2);
  await press(cards.last().getByRole("button", { name: /^Allow/ }));
  for (const at of [0, 1]) {
    const articles = chats.nth(at).getByRole("article");
    await expect(articles.last()).toContainText("Done.");
    await expect(articles).toHaveCount(3);
    await expect(
      chats
        .nth(at)
        .locator("ag-ui-approval-card")
        .getByRole("button", { name: /^Allow/ }),
    ).toHaveCount(0);
  }
  expect(await page.evaluate(() => (globalThis as unknown as { runs: unknown[] }).runs)).toEqual([
    { amount: 5 },
  ]);
  await check();
});

test("a thread that is restored with an open call asks what to do, and goes on", async ({
  page,
  backend,
  complaints,
}) => {
  const script = backend.script(run(...text("m9", "Went on.")));
  const call = { name: "pay", arguments: '{"amount":5}' };
  const check = await open(page, backend, complaints, {
    url: script.url,
    messages: [
      { id: "1", role: "user", content: "Pay 5" },
      { id: "2", role: "assistant", toolCalls: [{ id: "c", type: "function", function: call }] },
    ],
  });
  await expect(page.locator("ag-ui-tool-card")).toHaveCount(1);
  await check("restored");
  await say(page, "And now?");
  await expect(rows(page).last()).toContainText("Went on.");
  const { messages = [] } = script.requests[0] ?? {};
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  await check();
});

const HOSTILE = {
  bidi: "a\u202edrowssap\u2066\u200b",
  html: "<img src=x onerror=alert(1)><script>alert(2)</script>",
  proto: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
};

test("tools with hostile names, arguments, results and errors are shown as text", async ({
  page,
  backend,
  complaints,
}) => {
  const long = "x".repeat(1_000_000);
  const names = ["__proto__", "constructor", HOSTILE.bidi, HOSTILE.html, "n".repeat(5_000)];
  const args = JSON.stringify({ a: HOSTILE.html, b: HOSTILE.bidi, "\u202ekey": 1 });
  const script = backend.script(
    run(
      ...names.flatMap((name, at) => [
        ...toolCall(`s${at}`, name, at % 2 ? args : HOSTILE.proto, "m1"),
        {
          type: "TOOL_CALL_RESULT",
          messageId: `r${at}`,
          toolCallId: `s${at}`,
          content: at % 2 ? HOSTILE.html : HOSTILE.proto,
        },
      ]),
      ...toolCall("__proto__", "fine", JSON.stringify({ text: long }), "m2"),
      ...toolCall("toString", "broken", args, "m2"),
    ),
    run(...text("__proto__", HOSTILE.html), ...text("constructor", HOSTILE.bidi)),
  );
  const check = await open(page, backend, complaints, { url: script.url });
  await page.evaluate(
    async ([bidi, html]) => {
      const schema = { type: "object" } as const;
      await agent.registerTool({
        name: "fine",
        description: "Echoes.",
        schema,
        handler: ({ text }) => ({ text, html, "\u202e": bidi, nested: { __proto__: null } }),
      });
      await agent.registerTool({
        name: "broken",
        description: "Fails.",
        schema,
        handler: () => {
          throw new Error(`${html} ${bidi} ${"y".repeat(1_000_000)}`);
        },
      });
    },
    [HOSTILE.bidi, HOSTILE.html] as const,
  );
  await say(page, "Go");
  await expect(rows(page).last()).toContainText("U+202E");
  await expect(page.locator("ag-ui-tool-card")).toHaveCount(7);
  for (const summary of await page.locator("ag-ui-tool-card summary").all()) {
    if (await summary.isVisible()) await summary.click();
  }
  const seen = await page.evaluate(() => {
    const all: Element[] = [];
    const visit = (root: ParentNode): void => {
      for (const one of root.querySelectorAll("*")) {
        all.push(one);
        if (one.shadowRoot) visit(one.shadowRoot);
      }
    };
    visit(view.shadowRoot as ShadowRoot);
    const shown = all.map((one) => one.shadowRoot?.textContent ?? "").join("");
    return {
      bad: all.filter((one) => one.matches("script, img, iframe, [onerror]")).length,
      bidi: /[\u202e\u2066]/.test(shown),
      polluted: "polluted" in {},
      length: shown.length < 500_000,
      nodes: all.length < 5_000,
    };
  });
  expect(seen).toEqual({ bad: 0, bidi: false, polluted: false, length: true, nodes: true });
  await check();
});

test("state and predicted state that change while a form is open leave what a person has typed", async ({
  page,
  backend,
  complaints,
}) => {
  const form = {
    type: "object",
    properties: { city: { type: "string" }, nights: { type: "integer" } },
    required: ["city"],
  };
  const live = new LiveReply();
  const script = backend.script(live.reply, run(...text("m5", "Booked.")));
  const check = await open(page, backend, complaints, { url: script.url });
  await page.evaluate(async (resultSchema) => {
    await agent.registerTool(
      views.humanTool({
        name: "ask_trip",
        description: "Asks where to.",
        schema: { type: "object", properties: {} },
        resultSchema,
        view: ({ status, respond }) =>
          status === "asking"
            ? lit.html`<form
                @submit=${(event: SubmitEvent) => {
                  event.preventDefault();
                  const form = event.target as HTMLFormElement;
                  respond({ city: (form.elements[0] as HTMLInputElement).value });
                }}
              ><label>City <input></label><button>Answer</button></form>`
            : undefined,
      }),
    );
  }, form);
  await say(page, "Trip");
  await live.send({
    type: "CUSTOM",
    name: "PredictState",
    value: [{ state_key: "document", tool: "ask_trip", tool_argument: "text" }],
  });
  await live.send(...toolCall("c1", "ask_trip", '{"text":"Once upon a time"}', "m1"));
  await live.send({ type: "STATE_SNAPSHOT", snapshot: { n: 1 } });
  await live.finish({ type: "STATE_DELTA", delta: [{ op: "replace", path: "/n", value: 2 }] });
  const card = page.locator("ag-ui-tool-card");
  const city = card.getByRole("textbox", { name: "City" });
  await city.fill("Ro");
  await page.evaluate(async () => {
    agent.state = { n: 3 };
    agent.patchState([{ op: "add", path: "/m", value: "x" }]);
    view.requestUpdate();
    await rendered();
    agent.state = { n: 4 };
    await rendered();
  });
  await expect(city).toBeFocused();
  await page.keyboard.type("me");
  await expect(city).toHaveValue("Rome");
  await check("the form is open");
  await press(card.getByRole("button", { name: /send|answer|submit/i }));
  await expect(rows(page).last()).toContainText("Booked.");
  expect(JSON.stringify(script.requests[1]?.messages)).toContain("Rome");
  await check();
});

const question = {
  type: "object",
  properties: { city: { type: "string" }, nights: { type: "integer" } },
  required: ["city"],
};

test("a form that is half filled and a draft outlive another language, another place and what streams meanwhile", async ({
  page,
  backend,
  complaints,
}) => {
  const script = backend.script(
    interrupted({ id: "i1", reason: "trip", message: "Where to?", responseSchema: question }),
    run(...text("m8", "Gebucht.")),
  );
  const check = await open(page, backend, complaints, { url: script.url });
  await say(page, "Trip");
  const card = page.locator("ag-ui-interrupt-card");
  const city = card.getByRole("textbox", { name: "City" });
  await city.fill("Rome");
  await page.locator("ag-ui-composer").getByRole("textbox").fill("A draft");
  await page.evaluate(async () => {
    view.strings = chat.german;
    await rendered();
    const section = document.createElement("section");
    document.querySelector("main")?.append(section);
    section.style.blockSize = "100%";
    section.append(view);
    agent.state = { n: 1 };
    await rendered();
    document.querySelector("main")?.append(view);
    section.remove();
  });
  await expect(city).toHaveValue("Rome");
  await expect(page.locator("ag-ui-composer").getByRole("textbox")).toHaveValue("A draft");
  await check("in German");
  await press(card.getByRole("button", { name: "Bestätigen" }));
  await expect(rows(page).last()).toContainText("Gebucht.");
  expect(script.requests[1]?.resume).toMatchObject([{ payload: { city: "Rome" } }]);
  await check();
});

test("an approval that is open when the thread is switched is not shown in the other one, and its call does not run", async ({
  page,
  backend,
  complaints,
}) => {
  const script = backend.script(
    run(...toolCall("c1", "pay", '{"amount":5}', "m1")),
    run(...text("m2", "A new thread.")),
  );
  const check = await open(page, backend, complaints, { url: script.url });
  await page.evaluate(async () => {
    Object.assign(globalThis, { ran: 0 });
    await agent.registerTool({
      name: "pay",
      description: "Pays.",
      schema: { type: "object", properties: { amount: { type: "number" } } },
      handler: () => {
        (globalThis as unknown as { ran: number }).ran += 1;
        return "paid";
      },
      metadata: { approval: "always" },
    });
  });
  await say(page, "Pay");
  await expect(page.locator("ag-ui-approval-card")).toHaveCount(1);
  // Removed and put back, it still asks.
  await page.evaluate(async () => {
    view.remove();
    await turn();
    document.querySelector("main")?.append(view);
    await rendered();
  });
  const allow = page.locator("ag-ui-approval-card").getByRole("button", { name: /^Allow/ });
  await expect(allow).toHaveAttribute("aria-disabled", "false");
  await page.evaluate(() => {
    agent.threadId = "other";
  });
  await expect(page.locator("ag-ui-approval-card")).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
  await say(page, "Hello");
  await expect(rows(page).last()).toContainText("A new thread.");
  await expect(rows(page)).toHaveCount(2);
  expect(await page.evaluate(() => (globalThis as unknown as { ran: number }).ran)).toBe(0);
  expect(script.requests).toHaveLength(2);
  await check();
});

test("an answer goes on, and is given again, while the agent itself is taken out and put back", async ({
  page,
  backend,
  complaints,
}) => {
  const live = new LiveReply();
  const script = backend.script(
    live.reply,
    run(...text("b", "Second.")),
    run(...text("c", "Third.")),
  );
  const check = await open(page, backend, complaints, { url: script.url });
  await say(page, "Hello");
  await live.text("a", "Half", true);
  await expect(rows(page).last()).toContainText("Half");
  await page.evaluate(async () => {
    agent.remove();
    await turn();
    document.body.append(agent);
    await rendered();
  });
  await expect(rows(page).first()).toContainText("Hello");
  await live.text("a", " of it.");
  await expect(rows(page).last()).toContainText("Half of it.");
  await check("the agent is back");
  await live.finish({ type: "TEXT_MESSAGE_END", messageId: "a" });
  await page.evaluate(() => until("it has ended", () => !agent.isRunning));
  await say(page, "Again");
  await expect(rows(page).last()).toContainText("Second.");
  await page.getByRole("button", { name: "Answer again" }).last().click();
  await expect(rows(page).last()).toContainText("Third.");
  await expect(rows(page).filter({ hasText: "Second." })).toHaveCount(0);
  await check();
});

test('an attempt that is waited for begins in the chat when a person presses "Try now"', async ({
  page,
  backend,
  complaints,
}) => {
  const script = backend.script(
    run(...toolCall("c1", "load", "{}", "m1")),
    run(...text("m2", "Loaded.")),
  );
  const check = await open(page, backend, complaints, { url: script.url });
  await page.evaluate(() =>
    agent.registerTool({
      name: "load",
      description: "Loads.",
      schema: {},
      metadata: { retryConfig: { baseDelay: 600_000, maxDelay: 600_000 } },
      handler: (_, { attemptNumber }) => {
        if (attemptNumber < 2) throw new agUi.ToolFailure("busy", { category: "transient" });
        return "loaded";
      },
    }),
  );
  await say(page, "Load");
  const tryNow = page.getByRole("button", { name: "Try now" });
  await expect(tryNow).toBeVisible();
  await check("it waits");
  await press(tryNow);
  await expect(rows(page).last()).toContainText("Loaded.");
  await expect(tryNow).toHaveCount(0);
  await check();
});

test("the arguments of the first call of a page are shown while they arrive, although its card comes late", async ({
  page,
  backend,
  complaints,
}) => {
  const live = new LiveReply();
  const check = await open(page, backend, complaints, { url: backend.script(live.reply).url });
  await page.evaluate(() =>
    views.registerToolView<{ note: string }>(
      "write_note",
      ({ args, status }) => lit.html`<p>${status}: ${args.note}</p>`,
    ),
  );
  await say(page, "Write");
  const piece = (delta: string) => live.send({ type: "TOOL_CALL_ARGS", toolCallId: "c", delta });
  await live.send({
    ...{ type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "write_note" },
    parentMessageId: "m",
  });
  await piece('{"note":"One');
  const note = page.locator("ag-ui-tool-card p");
  await expect(note).toHaveCount(1);
  await piece(" two");
  await expect(note).toHaveText("writing: One two");
  await piece(' three"}');
  await expect(note).toHaveText("waiting: One two three");
  await live.finish(
    { type: "TOOL_CALL_END", toolCallId: "c" },
    { type: "TOOL_CALL_RESULT", messageId: "r", toolCallId: "c", content: "written" },
    ...text("z", "Done."),
  );
  await expect(rows(page).last()).toContainText("Done.");
  await expect(note).toHaveText("succeeded: One two three");
  await check();
});

test("a stranger's stream: ids again and again, pieces of nothing, an end before the beginning, an open call", async ({
  page,
  backend,
  complaints,
}) => {
  const twice = text("same", "One.");
  const reply = eventsOnly([
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    { type: "TEXT_MESSAGE_END", messageId: "never" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "never", delta: "From nowhere." },
    ...twice,
    ...twice,
    { type: "TOOL_CALL_ARGS", toolCallId: "never", delta: "{}" },
    { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "open", parentMessageId: "same" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"a":' },
    { type: "ACTIVITY_SNAPSHOT", messageId: "same", activityType: "__proto__", content: { a: [] } },
    {
      type: "ACTIVITY_DELTA",
      messageId: "no",
      activityType: "x",
      patch: [{ op: "remove", path: "/z" }],
    },
    { type: "STEP_FINISHED", stepName: "never" },
    { type: "STEP_STARTED", stepName: `<b>${"s".repeat(100_000)}\u202e` },
    { type: "REASONING_MESSAGE_CONTENT", messageId: "never", delta: "?" },
    {
      type: "MESSAGES_SNAPSHOT",
      messages: [{ id: "same", role: "assistant", content: "Snapshot." }],
    },
    { type: "UNHEARD_OF", value: 1 },
    { type: "RUN_FINISHED", threadId: "t", runId: "r" },
  ]);
  const script = backend.script(reply, run(...text("z", "In order.")));
  const check = await open(page, backend, complaints, { url: script.url });
  await say(page, "Go");
  await page.evaluate(() => until("it has ended", () => !agent.isRunning));
  complaints.length = 0;
  await check("after the stranger");
  await say(page, "And now?");
  await expect(rows(page).last()).toContainText("In order.");
  await check();
});

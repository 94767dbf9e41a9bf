/** `<ag-ui-chat>`: what it shows of a thread and of a run, and what its buttons do. */
import { eventsOnly, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { LiveReply, longThread, openChat } from "./chats.js";

test.use({ sharesPage: true });

test("shows messages of the person and of the agent, each with its name", async ({ harness }) => {
  await openChat(harness, {
    messages: [
      { id: "0", role: "system", content: "Secret." },
      { id: "1", role: "user", content: "Hello" },
      { id: "2", role: "assistant", content: "Good day." },
    ],
  });
  const rows = harness.getByRole("article");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toHaveAccessibleName("You");
  await expect(rows.nth(0)).toContainText("Hello");
  await expect(rows.nth(1)).toHaveAccessibleName("Agent");
  await expect(rows.nth(1)).toContainText("Good day.");
  await expect(harness.getByText("Secret.")).toHaveCount(0);
});

test("without an agent it says so; one that is set later is shown", async ({ harness }) => {
  await harness.evaluate(async () => {
    await load("chat");
    document.body.append(document.createElement("ag-ui-chat"));
  });
  await expect(harness.getByText("This chat is not connected to an agent.")).toBeVisible();
  await harness.evaluate(() => {
    const element = openAgent("/nowhere");
    element.messages = [{ id: "1", role: "user", content: "Hello" }];
    Object.assign(document.querySelector("ag-ui-chat") as object, { agent: element });
  });
  await expect(harness.getByRole("article")).toContainText("Hello");
});

test("an agent that was set before the element was defined counts", async ({ harness }) => {
  await harness.evaluate(async () => {
    const element = openAgent("/nowhere");
    element.messages = [{ id: "1", role: "user", content: "Early" }];
    const early = document.body.appendChild(document.createElement("ag-ui-chat"));
    Object.assign(early, { agent: element });
    await load("chat");
    customElements.upgrade(early);
  });
  await expect(harness.getByRole("article")).toContainText("Early");
});

test("finds its agent by `for`, around it and inside it, also one that comes later", async ({
  harness,
}) => {
  const found = await harness.evaluate(async () => {
    await load("chat");
    const make = () => document.createElement("ag-ui-chat");
    const later = make();
    later.for = "later";
    const inside = make();
    const around = openAgent("/a");
    around.append(make());
    document.body.append(later, inside);
    await later.updateComplete;
    const before = [later.agent, inside.agent];
    const other = openAgent("/b");
    other.id = "later";
    inside.append(document.createElement("ag-ui-agent"));
    await turn();
    const seen = [
      ...before,
      later.agent === other,
      inside.agent === inside.firstElementChild,
      around.querySelector("ag-ui-chat")?.agent === around,
    ];
    other.removeAttribute("id");
    await turn();
    return [...seen, later.agent];
  });
  expect(found).toEqual([undefined, undefined, true, true, true, undefined]);
});

test("shows an answer while it streams, and a line while nothing has come", async ({
  harness,
  backend,
}) => {
  const live = new LiveReply();
  await openChat(harness, { url: backend.script(live.reply).url });
  await harness.evaluate(() => void agent.sendMessage("Hello"));
  await expect(harness.getByText("Working…")).toBeVisible();
  await live.text("a", "Good ", true);
  await expect(harness.getByRole("article").last()).toContainText("Good");
  await expect(harness.getByText("Working…")).toHaveCount(0);
  await expect(harness.getByRole("button", { name: "Answer again" })).toHaveCount(0);
  await live.text("a", "day.");
  await live.finish({ type: "TEXT_MESSAGE_END", messageId: "a" });
  await expect(harness.getByRole("article").last()).toContainText("Good day.");
  await expect(harness.getByRole("button", { name: "Answer again" })).toBeVisible();
});

test("a message that is complete is not touched while the next one streams", async ({
  harness,
  backend,
}) => {
  const live = new LiveReply();
  await openChat(harness, { url: backend.script(live.reply).url, messages: longThread(40) });
  await harness.evaluate(async () => {
    await until(
      "all rows are there",
      () => view.shadowRoot?.querySelectorAll("article").length === 80,
    );
    const changed: string[] = [];
    const list = view.shadowRoot?.querySelector(".list") as Element;
    new MutationObserver((records) => {
      for (const { target } of records) {
        const row =
          target instanceof Element
            ? target.closest("[data-row]")
            : target.parentElement?.closest("[data-row]");
        if (row instanceof HTMLElement) changed.push(row.dataset.row ?? "");
      }
    }).observe(list, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { changed });
    void agent.sendMessage("More");
  });
  for (const piece of ["One ", "two ", "three."]) await live.text("new", piece, piece === "One ");
  await live.finish({ type: "TEXT_MESSAGE_END", messageId: "new" });
  await expect(harness.getByRole("article").last()).toContainText("One two three.");
  const changed = await harness.evaluate(
    () => (globalThis as unknown as { changed: string[] }).changed,
  );
  expect(changed.filter((key) => !/new|user/.test(key))).toEqual([]);
});

test("reasoning is folded, with its heading, and opens", async ({ harness, backend }) => {
  const live = new LiveReply();
  await openChat(harness, { url: backend.script(live.reply).url });
  await harness.evaluate(() => void agent.sendMessage("Hello"));
  await live.send(
    { type: "REASONING_START", messageId: "r" },
    { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta: "A secret plan." },
  );
  await expect(harness.getByText("Thinking…")).toBeVisible();
  await expect(harness.getByText("A secret plan.")).toHaveCount(0);
  await harness.getByText("Thinking…").click();
  await expect(harness.getByText("A secret plan.")).toBeVisible();
  await live.send(
    { type: "REASONING_MESSAGE_END", messageId: "r" },
    { type: "REASONING_END", messageId: "r" },
  );
  await live.finish(...text("a", "Done."));
  await expect(harness.getByText(/Thought for \d+ s/)).toBeVisible();
  await expect(harness.getByText("A secret plan.")).toBeVisible();
});

test("tool calls, activities and interrupts are shown by their cards", async ({
  harness,
  backend,
}) => {
  const finished = {
    type: "RUN_FINISHED",
    ...{ threadId: "t", runId: "r" },
    outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "ask", message: "Go on?" }] },
  };
  const events = [
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    { type: "ACTIVITY_SNAPSHOT", messageId: "act", activityType: "PLAN", content: { done: 1 } },
    ...toolCall("c1", "find", "{}", "m"),
    { type: "TOOL_CALL_RESULT", messageId: "tr", toolCallId: "c1", content: "found" },
    finished,
  ];
  await openChat(harness, { url: backend.script(eventsOnly(events)).url });
  await harness.evaluate(() => agent.sendMessage("Go"));
  const cards = await harness.evaluate(async () => {
    await rendered();
    const root = view.shadowRoot as ShadowRoot;
    const call = root.querySelector("ag-ui-tool-card") as unknown as Record<string, unknown>;
    const activity = root.querySelector("ag-ui-activity-card") as unknown as {
      message: { activityType: string };
    };
    const interrupt = root.querySelector("ag-ui-interrupt-card") as unknown as {
      interrupts: { message: string }[];
    };
    return [
      call.toolCallId,
      call.messageId,
      call.agent === agent,
      activity.message.activityType,
      interrupt.interrupts[0]?.message,
    ];
  });
  expect(cards).toEqual(["c1", "m", true, "PLAN", "Go on?"]);
});

test("a run that fails says why and is tried again; one that is stopped says so", async ({
  harness,
  backend,
  complaints,
}) => {
  const live = new LiveReply();
  const failing = eventsOnly([
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    { type: "RUN_ERROR", message: "Out of quota." },
  ]);
  const script = backend.script(failing, run(...text("a", "Now it works.")), live.reply);
  await openChat(harness, { url: script.url });
  await harness.evaluate(() => agent.sendMessage("Hello"));
  await expect(harness.getByText("The agent reported an error.").first()).toBeVisible();
  await harness.getByText("Details of the error").click();
  await expect(harness.getByText("Out of quota.")).toBeVisible();
  await harness.getByRole("button", { name: "Try again" }).click();
  await expect(harness.getByRole("article").last()).toContainText("Now it works.");
  await expect(harness.getByRole("button", { name: "Try again" })).toHaveCount(0);
  expect(script.requests[1]?.messages.map(({ content }) => content)).toEqual(["Hello"]);
  await harness.evaluate(() => void agent.sendMessage("More"));
  await live.text("b", "Well", true);
  await expect(harness.getByRole("article").last()).toContainText("Well");
  await harness.evaluate(() => agent.abort());
  await expect(harness.getByText("You stopped the agent.")).toBeVisible();
  complaints.splice(0);
});

test("steps are listed while the run goes on, and folded afterwards", async ({
  harness,
  backend,
}) => {
  const live = new LiveReply();
  await openChat(harness, { url: backend.script(live.reply).url });
  await harness.evaluate(() => void agent.sendMessage("Hello"));
  await live.send({ type: "STEP_STARTED", stepName: "search" });
  await expect(harness.getByText("search", { exact: true })).toBeVisible();
  await live.finish({ type: "STEP_FINISHED", stepName: "search" }, ...text("a", "Found."));
  await expect(harness.getByText("1 step done")).toBeVisible();
  await expect(harness.getByText("search", { exact: true })).toBeHidden();
});

test("with show-usage it shows the tokens of the last run, all its models together", async ({
  harness,
  backend,
}) => {
  await openChat(harness, {
    url: backend.script(run(...text("a", "Answer."))).url,
    attributes: { "show-usage": "" },
  });
  await harness.evaluate(async () => {
    agent.addEventListener(
      "ag-ui-text-end",
      () => {
        const usage = [
          { inputTokens: 1_000, outputTokens: 20 },
          { inputTokens: 5, outputTokens: "x" },
        ];
        agent.dispatchEvent(new CustomEvent("ag-ui-usage", { detail: { usage } }));
      },
      { once: true },
    );
    await agent.sendMessage("Hello");
  });
  await expect(harness.getByText("1,005 tokens in, 20 out")).toBeVisible();
});

test("options that are refused are reported, and the messages are shown anyway", async ({
  harness,
  complaints,
}) => {
  await openChat(harness, { messages: longThread(1) });
  await harness.evaluate(async () => {
    view.linkSchemes = 5 as never;
    await rendered();
  });
  await expect(harness.getByRole("article").last()).toContainText("Answer 0.");
  complaints.splice(0);
});

test("answers again: the thread is cut at the question, and an event can prevent it", async ({
  harness,
  backend,
}) => {
  const script = backend.script(run(...text("b", "Second answer.")));
  await openChat(harness, {
    url: script.url,
    messages: [
      { id: "1", role: "user", content: "Hello" },
      { id: "2", role: "assistant", content: "First answer." },
    ],
  });
  await harness.evaluate(() => {
    view.addEventListener("ag-ui-chat-regenerate", (event) => event.preventDefault(), {
      once: true,
    });
  });
  await harness.getByRole("button", { name: "Answer again" }).click();
  expect(script.requests).toHaveLength(0);
  await harness.getByRole("button", { name: "Answer again" }).click();
  await expect(harness.getByRole("article").last()).toContainText("Second answer.");
  await expect(harness.getByRole("article")).toHaveCount(2);
  await expect(harness.getByText("First answer.")).toHaveCount(0);
  await expect(harness.getByRole("log")).toBeFocused();
});

test("answering again asks first when tools have run, and names them", async ({
  harness,
  backend,
}) => {
  const script = backend.script(run(...text("b", "Again.")));
  const order = { name: "order_tea", arguments: "{}" };
  await openChat(harness, {
    url: script.url,
    messages: [
      { id: "1", role: "user", content: "Order tea." },
      { id: "2", role: "assistant", toolCalls: [{ id: "c", type: "function", function: order }] },
      { id: "3", role: "tool", toolCallId: "c", content: "Ordered." },
      { id: "4", role: "assistant", content: "Tea is on its way." },
    ],
  });
  const again = harness.getByRole("button", { name: "Answer again" });
  await again.click();
  await expect(harness.getByText(/order_tea already ran/)).toBeVisible();
  await expect(harness.getByRole("button", { name: "Cancel" })).toBeFocused();
  await harness.getByRole("button", { name: "Cancel" }).click();
  await expect(harness.getByText(/order_tea already ran/)).toHaveCount(0);
  await again.click();
  await harness
    .getByRole("group", { name: "Answer again" })
    .getByRole("button", { name: "Answer again" })
    .click();
  await expect(harness.getByRole("article").last()).toContainText("Again.");
});

test("a message is edited by keyboard and sent again; Escape leaves it as it was", async ({
  harness,
  backend,
}) => {
  const script = backend.script(run(...text("b", "Good evening.")));
  await openChat(harness, {
    url: script.url,
    messages: [
      { id: "1", role: "user", content: "Good morning" },
      { id: "2", role: "assistant", content: "Hello." },
    ],
  });
  const row = harness.getByRole("article", { name: "You" });
  await row.hover();
  await row.getByRole("button", { name: "Edit" }).click();
  const field = harness.getByRole("textbox", { name: "Edit your message" });
  await expect(field).toBeFocused();
  await expect(harness.getByText("This replaces the message that follows.")).toBeVisible();
  await field.press("Escape");
  await expect(row).toBeFocused();
  await row.getByRole("button", { name: "Edit" }).click();
  await field.fill("Good evening");
  await field.press("Enter");
  await expect(harness.getByRole("article").last()).toContainText("Good evening.");
  expect(script.requests[0]?.messages.map(({ content }) => content)).toEqual(["Good evening"]);
});

test("an answer is rated, and the page is told", async ({ harness }) => {
  await openChat(harness, { messages: longThread(1), attributes: { feedback: "" } });
  await harness.evaluate(() => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    document.addEventListener("ag-ui-chat-feedback", ({ detail }) => void told.push(detail), {
      once: false,
    });
  });
  const good = harness.getByRole("button", { name: "Good answer" });
  await good.click();
  await expect(good).toHaveAttribute("aria-pressed", "true");
  await good.click();
  await expect(good).toHaveAttribute("aria-pressed", "false");
  const told = await harness.evaluate(() => (globalThis as unknown as { told: unknown[] }).told);
  expect(told).toEqual([{ messageId: "a0", value: "good" }, { messageId: "a0" }]);
});

test("long messages are folded and open; attachments are named, and nothing is requested", async ({
  harness,
}) => {
  const requests: string[] = [];
  harness.on("request", (request) => requests.push(request.url()));
  await openChat(harness, {
    messages: [
      { id: "1", role: "user", content: `start ${"word ".repeat(2_000)}end` },
      {
        id: "2",
        role: "user",
        content: [
          { type: "image", source: { type: "url", value: "https://evil.test/pixel.png" } },
          { type: "document", source: { type: "url", value: "javascript:alert(1)" } },
          {
            type: "document",
            source: { type: "data", value: "AA", mimeType: "text/plain" },
            metadata: { name: "a\u202egnp.txt" },
          },
        ],
      },
    ],
  });
  await expect(harness.getByText("end", { exact: false }).first()).not.toContainText("word end");
  await harness.getByRole("button", { name: "Show all" }).click();
  await expect(harness.getByRole("article").first()).toContainText("word end");
  await expect(harness.getByText("pixel.png")).toBeVisible();
  await expect(harness.getByText("a⟨U+202E⟩gnp.txt")).toBeVisible();
  expect(await harness.locator("a[href^=javascript]").count()).toBe(0);
  expect(requests.filter((url) => url.includes("evil"))).toEqual([]);
});

test("a picture inside a message is drawn without a request", async ({ harness }) => {
  const value =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==";
  const image = { type: "image", source: { type: "data", value, mimeType: "image/png" } };
  await openChat(harness, { messages: [{ id: "1", role: "user", content: [image] }] });
  await expect(harness.getByRole("img", { name: "Image" })).toHaveAttribute("width", "2");
});

test("another thread, and an empty one, are shown at once", async ({ harness }) => {
  await openChat(harness, { messages: longThread(3) });
  await expect(harness.getByRole("article")).toHaveCount(6);
  await harness.evaluate(() => {
    agent.threadId = "other";
  });
  await expect(harness.getByRole("article")).toHaveCount(0);
  await expect(harness.getByRole("heading", { name: "How can I help?" })).toBeVisible();
  await harness.evaluate(() => {
    agent.messages = [{ id: "1", role: "user", content: "New" }];
  });
  await expect(harness.getByRole("article")).toHaveCount(1);
});

test("moved in the document it keeps its messages, and two chats show one agent", async ({
  harness,
  backend,
}) => {
  await openChat(harness, { url: backend.script(run(...text("a", "Hello, both."))).url });
  await harness.evaluate(async () => {
    const other = document.createElement("ag-ui-chat");
    other.agent = agent;
    document.body.append(other);
    const place = document.body.appendChild(document.createElement("div"));
    place.append(view);
    await agent.sendMessage("Hello");
    document.body.prepend(place);
  });
  await expect(harness.getByRole("article").filter({ hasText: "Hello, both." })).toHaveCount(2);
});

test("texts are German with one property, and a page's own replace them", async ({ harness }) => {
  await openChat(harness);
  await harness.evaluate(() => {
    view.strings = chat.german;
  });
  await expect(harness.getByRole("heading", { name: "Was kann ich für Sie tun?" })).toBeVisible();
  await harness.evaluate(() => {
    view.strings = { chat: { emptyTitle: "Tea?", emptyText: 5 as never } };
  });
  await expect(harness.getByRole("heading", { name: "Tea?" })).toBeVisible();
  await expect(harness.getByText("Ask a question, or describe")).toBeVisible();
});

test("a thread of a careless or hostile page or backend is shown as text, and breaks nothing", async ({
  harness,
}) => {
  const long = "x".repeat(300_000);
  await openChat(harness, {
    messages: [
      { id: "a", role: "user", content: "<img src=x onerror=alert(1)>" },
      {
        id: "a",
        role: "user",
        content: [{ type: "image" }, { type: "other" }, { type: "text", text: "parts" }],
      },
      { id: "b", role: "assistant", name: "evil\u202ename", content: long },
      { id: "c", role: "reasoning", content: long },
      {
        id: "__proto__",
        role: "assistant",
        toolCalls: Array.from({ length: 50 }, () => ({
          id: "same",
          type: "function",
          function: { name: "n", arguments: "{}" },
        })),
      },
      { id: long, role: "assistant", content: "\u0000<script>" },
    ],
  });
  await expect(harness.getByRole("article")).toHaveCount(6);
  await expect(harness.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expect(harness.getByText("evil⟨U+202E⟩name")).toBeVisible();
  expect(await harness.locator("ag-ui-chat img, ag-ui-chat script").count()).toBe(0);
  const shown = await harness.evaluate(
    () => view.shadowRoot?.querySelector(".list")?.textContent?.length ?? 0,
  );
  expect(shown).toBeLessThan(250_000);
});

test("open calls of a restored thread are offered", async ({ harness, backend }) => {
  const script = backend.script(run(...text("b", "Understood.")));
  await openChat(harness, { url: script.url });
  await harness.evaluate(async () => {
    agent.openCalls = "offer";
    const order = { name: "order_tea", arguments: "{}" };
    agent.messages = [
      { id: "1", role: "user", content: "Order tea." },
      { id: "2", role: "assistant", toolCalls: [{ id: "c", type: "function", function: order }] },
    ];
    await rendered();
  });
  await expect(harness.getByText(/order_tea/).last()).toBeVisible();
  await harness.getByRole("button", { name: "Don’t run" }).click();
  await expect(harness.getByRole("article").last()).toContainText("Understood.");
});

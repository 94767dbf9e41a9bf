/** Runs every example of the README and the guides, and holds it to what the text around it promises. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HttpAgent } from "@ag-ui/client";
import { EventType } from "@ag-ui/core";
import type { Page } from "@playwright/test";
import { type ToolDefinition, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { serveA2a } from "ag-ui-lit/a2a";
import type { AgUiAgent } from "ag-ui-lit/element";
import { flightTools, type SearchFlightsMetadata } from "ag-ui-lit/toolbox";
import { answerBy } from "../support/a2a/http-host.js";
import {
  end,
  handedOver,
  handOver,
  ScriptedReasoner,
  saying,
} from "../support/a2a/scripted-reasoner.js";
import { eventsOnly, type Reply, run, text, toolCall } from "../support/backend.js";
import { stopTime } from "../support/clock.js";
import { listed, ScriptedServer } from "../support/mcp/scripted-server.js";
import { inTime } from "../support/observe.js";
import { openAiChat } from "../support/providers/conversations.js";
import { openAiChatFaults } from "../support/providers/rules.js";
import { modelServer } from "../support/providers/server.js";
import {
  blockNamed,
  documents,
  examplesOf,
  promisedOutput,
  readBlocks,
} from "../support/readme/blocks.js";
import type { Examples } from "../support/readme/examples.js";
import { brokenLinks } from "../support/readme/links.js";
import type { Site } from "../support/readme/site.js";
import { expect, test } from "../support/readme/test.js";
import { Duffel, flightOffer } from "../support/travel/duffel.js";
import { calendarEvent } from "../support/travel/google.js";

/** A backend that calls one tool and then says something. */
const calls = (name: string, args: object): Reply[] => [
  run(...toolCall("call-1", name, JSON.stringify(args))),
  run(...text("answer", "Done.")),
];

const busy: Reply = (response) => {
  response.writeHead(503).end("busy");
};

/** Sends a message as a script of the page would. */
const send = (page: Page, message: string): Promise<unknown> =>
  page.evaluate((message) => document.querySelector("ag-ui-agent")?.sendMessage(message), message);

/** The names of the tools on offer, once the core is loaded. */
const names = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    try {
      return document.querySelector("ag-ui-agent")?.registry.names ?? [];
    } catch {
      return [];
    }
  });

/** A resource that never answers: when it is asked for, and when the page lets go of it. */
function slowReport(site: Site) {
  const asked = new Promise<ServerResponse>((resolve) => {
    site.route("/slow-report", (_url, response) => resolve(response));
  });
  return { asked, left: asked.then((response) => once(response, "close")) };
}

/** Opens an example whose subject is time, with the page's clock stopped. */
async function openWithoutTime(page: Page, open: (name: string) => Promise<Page>, name: string) {
  await stopTime(page);
  await open(name);
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Answers `/prices` with a status each time, and with prices in the end. */
function prices(site: Site, ...statuses: number[]): void {
  site.route("/prices", (_url, response) => {
    const status = statuses.shift();
    if (status) response.writeHead(status).end();
    else response.writeHead(200, { "content-type": "application/json" }).end('{"tea":3}');
  });
}

/** Takes out what the browser itself notes of failed requests. */
const takeNotes = (complaints: string[]): number =>
  complaints.splice(0).filter((note) => note.includes("Failed to load resource")).length;

/** Runs an example in Node, and holds it to what it says it prints. */
async function printsInNode(examples: Examples, name: string): Promise<void> {
  const expected = promisedOutput(examples.block(name)).join("\n");
  expect(expected).not.toBe("");
  const said = await examples.runInNode(name);
  expect(said).toEqual({ code: 0, stdout: `${expected}\n`, stderr: "" });
}

/** The paths in CONTRIBUTING's layout: indented ones lie in the one above, and several names may share a line. */
function layoutPaths(layout: string): string[] {
  let parent = "";
  return layout
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const folders = /^\s*((?:[\w/-]+\/\s+)+)/.exec(line)?.[1]?.trim().split(/\s+/) ?? [];
      if (!line.startsWith(" ")) parent = folders[0] ?? "";
      return line.startsWith(" ") ? folders.map((folder) => parent + folder) : folders;
    });
}

test("lit-page: shows the conversation and a failure, and its tool paints the page", async ({
  site,
  open,
  complaints,
}) => {
  site.script(
    run(...toolCall("call-1", "set_background", '{"colour":"teal"}')),
    run(...text("answer", "It is teal now.")),
    busy,
  );
  const page = await open("lit-page");
  await page.getByLabel("Message").fill("Paint it teal");
  await page.getByRole("button", { name: "Send" }).click();

  await expect(page.locator("p.user")).toHaveText("Paint it teal");
  await expect(page.locator("p.assistant")).toHaveText("It is teal now.");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(0, 128, 128)");
  await expect(page.getByRole("textbox")).toHaveValue("");
  expect(site.requests[0]?.tools[0]?.parameters).toMatchObject({ required: ["colour"] });
  expect(site.requests[1]?.messages.at(-1)?.content).toBe("The background is teal now.");

  await page.getByLabel("Message").fill("And now?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toContainText("503: busy");
  expect(complaints.splice(0), "the browser itself notes the status").toHaveLength(1);
});

test("plain-page: works as it stands, with no build step", async ({ site, open }) => {
  site.script(
    run(...toolCall("call-1", "set_title", '{"title":"Changed"}')),
    run(...text("answer", "The title is changed.")),
  );
  const page = await open("plain-page");
  const chat = page.locator("ag-ui-chat");
  await chat.getByRole("textbox").fill("Change the title");
  await chat.getByRole("textbox").press("Enter");

  await expect(chat.getByRole("log").getByText("The title is changed.")).toBeVisible();
  await expect(page).toHaveTitle("Changed");
  expect(site.requests[1]?.messages.at(-1)?.content).toBe('The title is "Changed" now.');
  const example = readFileSync(join(repository, "examples/page/index.html"), "utf8");
  expect(blockNamed(readBlocks(), "plain-page").code.trim()).toBe(example.trim());
});

test("zod-tool: a default is optional for the model, and reaches the handler", async ({
  site,
  open,
}) => {
  const asked: string[] = [];
  site.route("/flights", (url, response) => {
    asked.push(url.search);
    response.writeHead(200, { "content-type": "application/json" }).end('[{"flight":"OS 505"}]');
  });
  site.script(...calls("find_flights", { city: "Rome", day: "2026-05-01" }));
  const page = await open("zod-tool");
  await expect.poll(() => names(page)).toEqual(["find_flights"]);
  await send(page, "Find me a flight to Rome");

  expect(site.requests[0]?.tools[0]?.parameters).toMatchObject({ required: ["city", "day"] });
  expect(asked).toEqual(["?city=Rome&day=2026-05-01&seats=1"]);
  expect(site.requests[1]?.messages.at(-1)?.content).toBe('[{"flight":"OS 505"}]');
});

test("json-schema-tool: the core validates, and nothing returned reads null", async ({
  site,
  open,
}) => {
  site.script(
    run(
      ...toolCall("call-1", "show_notice", '{"text":"Saved.","urgent":true}', "m1"),
      ...toolCall("call-2", "show_notice", '{"text":"Saved.","colour":"red"}', "m1"),
    ),
    run(...text("answer", "Done.")),
  );
  const page = await open("json-schema-tool");
  await expect.poll(() => names(page)).toEqual(["show_notice"]);
  await send(page, "Tell them");

  await expect(page.getByRole("alert")).toHaveText("Saved.");
  await expect(page.getByText("Saved.")).toHaveCount(1);
  const [shown, refused] = site.requests[1]?.messages.slice(-2) ?? [];
  expect(shown?.content).toBe("null");
  expect(refused?.error).toContain("colour: is not a known property");
});

test("parameters: the model is shown them, and the schema validates", async ({ site, open }) => {
  site.script(...calls("weekday", { date: "2026-05-01" }));
  const page = await open("parameters");
  await expect.poll(() => names(page)).toEqual(["weekday"]);
  await send(page, "Which day is it?");

  expect(site.requests[0]?.tools[0]?.parameters).toEqual({
    type: "object",
    properties: { date: { type: "string", format: "date" } },
    required: ["date"],
  });
  expect(site.requests[1]?.messages.at(-1)?.content).toBe("Friday");
});

test("big-integers: are refused, kept or rounded", ({ prints }) => prints("big-integers"));

test("document-events: register for the agent, and tell what was refused", async ({
  site,
  open,
  said,
}) => {
  site.script(...calls("page_title", {}));
  const page = await open("document-events");
  await expect.poll(() => names(page)).toEqual(["page_title"]);
  await send(page, "What is this page?");

  expect(site.requests[1]?.messages.at(-1)?.content).toBe("A script that imports nothing");
  await expect.poll(() => said).toEqual([expect.stringMatching(/^half_a_tool .*: is missing/)]);
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent("ag-ui-tool-unregister", { detail: "page_title" })),
  );
  await expect.poll(() => names(page)).toEqual([]);
});

test("registry: replaces, ends by signal, and tells", async ({ examples, open, said }) => {
  await open("registry");
  await expect.poll(() => said).toHaveLength(7);

  expect(said.slice(0, 4)).toEqual([
    "registered: one",
    "registered: one, two",
    "registered: one, two",
    "unregistered: one",
  ]);
  expect(said.slice(4)).toEqual(promisedOutput(examples.block("registry")));
});

test("statistics: count each end, and keep the last error", ({ prints }) => prints("statistics"));

test("run-by-hand: tells each life in order, and what came of it", async ({
  examples,
  open,
  said,
}) => {
  await open("run-by-hand");
  await expect.poll(() => said.at(-1)).toBe("succeeded");

  const [good, thrown, refused, status] = promisedOutput(examples.block("run-by-hand"));
  expect(said).toEqual([
    ...["started", 'validating {"a": 6, "b": 3}', "executing", 'succeeded: {"quotient":2}', good],
    ...["started", 'validating {"a":6,"b":0}', "executing", "failed: execution", thrown],
    ...["started", 'validating {"a":6}', "failed: validation", refused],
    status,
  ]);
});

test("limits: bound the text, the depth and what is kept", ({ prints }) => prints("limits"));

test("step-audit: notes each call and its end", ({ prints }) => prints("step-audit"));

test("step-redaction: changes what the model reads", ({ prints }) => prints("step-redaction"));

test("step-quota: refuses calls above the quota", ({ prints }) => prints("step-quota"));

test("retries, retries-output: tells each before its delay, and succeeds in the end", async ({
  site,
  examples,
  open,
  said,
  complaints,
}) => {
  prices(site, 503, 503);
  await open("retries");

  const printed = examples.block("retries-output").code.trimEnd();
  await expect.poll(() => said.join("\n")).toBe(printed);
  expect(promisedOutput(examples.block("retries"))).toEqual([said.at(-1)]);
  expect(takeNotes(complaints)).toBe(2);
});

test("retry-now: begins the waiting attempt, and says so", async ({
  site,
  examples,
  open,
  said,
  complaints,
}) => {
  prices(site, 503);
  const page = await open("retry-now");
  await page.getByRole("button", { name: "Try now" }).click();
  await expect.poll(() => said).toEqual(promisedOutput(examples.block("retry-now")));
  expect(takeNotes(complaints)).toBe(1);
});

test("idempotency-key: is the same for each attempt, and another for another execution", async ({
  site,
  examples,
  open,
  said,
  complaints,
}) => {
  const keys: unknown[] = [];
  site.route("/pay", (_url, response, { method, headers }) => {
    expect(method).toBe("POST");
    const isFirst = keys.push(headers["idempotency-key"]) === 1;
    response.writeHead(isFirst ? 503 : 200).end(isFirst ? "" : "Paid.");
  });
  const page = await open("idempotency-key");
  await expect.poll(() => said).toEqual(promisedOutput(examples.block("idempotency-key")));
  await page.reload();
  await expect.poll(() => said).toHaveLength(2);

  const [first, second, other] = keys;
  expect(first).toMatch(/./);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
  expect(keys).toHaveLength(3);
  expect(takeNotes(complaints)).toBe(1);
});

test("timeouts: end an execution whose outcome is unknown, and repeat one that may be", async ({
  examples,
  open,
  said,
  page,
}) => {
  await openWithoutTime(page, open, "timeouts");
  const late = "too late: succeeded, attempt 1";
  const [timedOut, ...promised] = promisedOutput(examples.block("timeouts"));
  // By steps of less than what the example waits for: its timers are set by one another.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(10);
        return said;
      },
      { intervals: [1] },
    )
    .toEqual([timedOut, ...promised, late, late]);
  await page.clock.resume();
});

test("cancel: settles as cancelled, and the work itself stops", async ({
  site,
  examples,
  open,
  said,
  page,
}) => {
  const { asked, left } = slowReport(site);
  await openWithoutTime(page, open, "cancel");
  await inTime("the report is not asked for", asked);
  await page.clock.runFor(100);
  await expect.poll(() => said).toEqual(promisedOutput(examples.block("cancel")));
  await inTime("the report is not let go of", left);
  await page.clock.resume();
});

test("cancel-all: settles what runs and what waits", ({ prints }) => prints("cancel-all"));

test("concurrency: no more run at once than allowed", ({ prints }) => prints("concurrency"));

test("circuit-breaker: leaves a failing tool alone, and lets one call probe", async ({
  examples,
  open,
  said,
  page,
}) => {
  const promised = promisedOutput(examples.block("circuit-breaker"));
  await openWithoutTime(page, open, "circuit-breaker");
  await expect.poll(() => said).toEqual(promised.slice(0, 3));
  await page.clock.runFor(550);
  await expect.poll(() => said).toEqual(promised);
  await page.clock.resume();
});

test("rate-limit: has calls wait for their turn, or refuses them", async ({
  examples,
  open,
  said,
  page,
}) => {
  const promised = promisedOutput(examples.block("rate-limit"));
  await openWithoutTime(page, open, "rate-limit");
  await expect.poll(() => said).toEqual(promised.slice(0, 1));
  await page.clock.runFor(500);
  await expect.poll(() => said).toEqual(promised);
  await page.clock.resume();
});

test("dedupe: calls in flight with the same arguments share one run", ({ prints }) =>
  prints("dedupe"));

test("cache: an earlier result answers the same arguments", ({ prints }) => prints("cache"));

test("progress, progress-output: is told while the handler runs", async ({
  examples,
  open,
  said,
}) => {
  await open("progress");
  const printed = examples.block("progress-output").code.trimEnd();
  await expect.poll(() => said.join("\n")).toBe(printed);
});

test("executors: ask the user, after the arguments were checked", async ({ page, open, said }) => {
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    const isFirst = asked.push(dialog.message()) === 1;
    await (isFirst ? dialog.dismiss() : dialog.accept());
  });
  await open("executors");
  await expect.poll(() => said).toEqual(["The user said no.", "validation"]);
  await page.reload();
  await expect.poll(() => said.slice(2)).toEqual(["Deleted.", "validation"]);
  // Refused arguments are none of the user's business.
  expect(asked).toEqual(["Run delete_all?", "Run delete_all?"]);
});

test("categorize-error: makes a ToolError of anything", ({ prints }) => prints("categorize-error"));

test("validation-issues: are data", ({ prints }) => prints("validation-issues"));

test("tool-failure: decides over another try, and when", ({ prints }) => prints("tool-failure"));

test("tool-result: gives the model one thing and the page another", ({ prints }) =>
  prints("tool-result"));

test("structured-results: a page stores what the tools gave, also of a failure", ({ prints }) =>
  prints("structured-results"));

test("tracing: a span without what is secret, and a request below it that says so to the server", async ({
  site,
  open,
  said,
  examples,
}) => {
  const parents: unknown[] = [];
  site.route("/prices", (_url, response, request) => {
    parents.push(request.headers.traceparent);
    response.writeHead(200, { "content-type": "application/json" }).end('{"tea":3}');
  });
  await open("tracing");
  await expect.poll(() => said).toEqual(promisedOutput(examples.block("tracing")));
  expect(parents).toEqual([expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)]);
});

test("tracing-context: what is active is handed on over an await", async ({ site, prints }) => {
  prices(site);
  await prints("tracing-context");
});

test("logging, logging-output: each call is two records, without the secrets in them", async ({
  examples,
  open,
  said,
}) => {
  await open("logging");
  const printed = examples.block("logging-output").code.trimEnd();
  await expect.poll(() => said.join("\n")).toBe(printed);
});

test("logging-redact: a page says what else is secret", ({ prints }) => prints("logging-redact"));

test("cache-store: a result outlives the manager, until it is cleared", ({ prints }) =>
  prints("cache-store"));

test("tool-ids: a tool is found by its id and by its name", ({ prints }) => prints("tool-ids"));

test("measure: an execution is on the performance timeline", ({ prints }) => prints("measure"));

test("calling-from-inside: a tool removes itself, calls another, and a listener cancels all", ({
  prints,
}) => prints("calling-from-inside"));

test("using: cancels what runs at the end of the block", ({ prints }) => prints("using"));

test("errors, errors-output: the page hears what the model reads", async ({
  site,
  open,
  said,
  examples,
}) => {
  site.script(
    run(...toolCall("call-1", "print_page", '{"copies":3}')),
    run(...toolCall("call-2", "print_page", '{"copies":0}')),
    run(...text("answer", "I give up.")),
  );
  await open("errors");
  await expect.poll(() => site.requests).toHaveLength(3);

  const answers = site.requests[2]?.messages.filter(({ role }) => role === "tool") ?? [];
  const printed = examples.block("errors-output").code.trimEnd();
  await expect.poll(() => said.join("\n")).toBe(printed);
  expect(answers.map(({ error }) => error).join("\n")).toBe(
    printed.replace(/^(execution|validation): /gm, ""),
  );
  for (const { content, error } of answers) expect(content).toBe(error);
});

test("messages: are shown as they come, and the outcome is told", async ({ site, open, said }) => {
  site.script(run(...text("answer", "Hello, you.")));
  const page = await open("messages");

  await expect(page.locator("pre")).toHaveText("user: Hello\nassistant: Hello, you.");
  await expect(page.locator("pre")).toHaveAttribute("aria-busy", "false");
  await expect.poll(() => said).toEqual(["finished"]);
});

test("messages: a failure has a code, and the next message works", async ({
  site,
  open,
  said,
  complaints,
}) => {
  site.script(busy, run(...text("m", "Back.")));
  const page = await open("messages");
  await expect.poll(() => said).toEqual([expect.stringMatching(/^http: .*503.*busy/)]);
  expect(await send(page, "Again")).toEqual({ outcome: "finished" });
  // The browser itself notes the status.
  expect(complaints.splice(0)).toHaveLength(1);
});

test("run-limits: a call that is too long is answered, and the agent goes on", async ({
  site,
  prints,
}) => {
  const args = JSON.stringify({ note: "x".repeat(200_000) });
  site.script(run(...toolCall("call-1", "write_note", args)), run(...text("answer", "Shorter?")));
  await prints("run-limits");

  const [, calling, answer] = site.requests[1]?.messages ?? [];
  expect(calling?.toolCalls?.[0]?.function.arguments).toBe("{}");
  expect(String(answer?.content).length).toBeLessThan(1500);
});

test("several-messages: wait their turn", async ({ site, prints }) => {
  site.script(run(...text("one", "One.")), run(...text("two", "Two.")));
  await prints("several-messages");

  expect(site.requests[0]?.messages.map(({ content }) => content)).toEqual(["First"]);
});

test("interrupting-message: is answered, with what was said before it, in one request", async ({
  site,
  prints,
}) => {
  site.script(run(...text("hello", "Hello.")));
  await prints("interrupting-message");

  expect(site.requests.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
    ["Write a long report.", "Never mind. Just say hello."],
  ]);
});

test("abort: stops the tool, answers its call, and starts no further run", async ({
  site,
  examples,
  open,
  said,
}) => {
  // The abort may overtake the request, so that the server never hears of it.
  slowReport(site);
  site.script(...calls("slow_report", {}));
  const page = await open("abort");

  await expect
    .poll(() => said)
    .toEqual([
      ...["pending", "validating", "executing", "cancelled"].map(
        (status) => `slow_report is ${status}`,
      ),
      ...promisedOutput(examples.block("abort")),
    ]);
  expect(site.requests).toHaveLength(1);
  const sent = await send(page, "Never mind.");
  expect(sent).toEqual({ outcome: "finished" });
  expect(site.requests[1]?.messages.at(-2)).toMatchObject({ role: "tool", toolCallId: "call-1" });
});

test("composer: sends what is written, and the page hears the conversation", async ({
  site,
  open,
  said,
}) => {
  site.script(run(...text("answer", "Good day.")));
  const page = await open("composer");
  await page.getByRole("textbox", { name: "Message" }).fill("Hello");
  await page.keyboard.press("Enter");
  await expect.poll(() => said.at(-1)).toBe("user,assistant");
  expect(site.requests[0]?.messages.at(-1)?.content).toBe("Hello");
});

test("composer-send: the page keeps a message for itself", async ({ site, open }) => {
  const page = await open("composer-send");
  const field = page.getByRole("textbox", { name: "Message" });
  await expect(field).toHaveValue("/clear");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  expect(site.requests).toEqual([]);
});

test("composer-files: a file is uploaded, and the message says where it is", async ({
  site,
  open,
}) => {
  site.script(run(...text("answer", "I see.")));
  site.route("/files", (_url, response) => response.end("https://files.example/1"));
  const page = await open("composer-files");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  const buffer = Buffer.from("%PDF-1.7");
  await (await choosing).setFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer });
  await expect(page.getByText("8 bytes")).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill("Look");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => site.requests[0]?.messages.at(-1)?.content)
    .toMatchObject([
      { type: "text", text: "Look" },
      {
        type: "document",
        source: { type: "url", value: "https://files.example/1", mimeType: "application/pdf" },
        metadata: { filename: "plan.pdf" },
      },
    ]);
});

test("composer-suggestions, composer-suggestions-event: fill the text field, the page's and the backend's", async ({
  site,
  open,
  examples,
}) => {
  const event = JSON.parse(examples.block("composer-suggestions-event").code);
  site.script(run(...text("answer", "Sunny."), event));
  const page = await open("composer-suggestions");
  await page.getByRole("button", { name: "Weather" }).click();
  await expect(page.getByRole("textbox")).toHaveValue("What's the weather in Lisbon?");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Shorter" }).click();
  await expect(page.getByRole("textbox")).toHaveValue("Say it in one sentence.");
});

test("tool-retrying: the element tells each retry, and answers once", async ({
  site,
  examples,
  open,
  said,
  complaints,
}) => {
  prices(site, 503, 503);
  site.script(run(...toolCall("call-1", "load_prices", "{}")), run(...text("answer", "Tea is 3.")));
  await open("tool-retrying");

  await expect
    .poll(() => said)
    .toEqual([
      "load_prices: attempt 2 of 3 in 20 ms",
      "load_prices: attempt 3 of 3 in 40 ms",
      ...promisedOutput(examples.block("tool-retrying")),
    ]);
  expect(site.requests[1]?.messages.at(-1)?.content).toBe('{"tea":3}');
  expect(takeNotes(complaints)).toBe(2);
});

test("interrupts: wait for the page's answer, and the agent goes on", async ({
  site,
  examples,
  open,
  said,
}) => {
  site.script(
    (response, request) => {
      const { threadId, runId } = request;
      const interrupt = { id: "int-1", reason: "confirmation", message: "Delete /x?" };
      const outcome = { type: "interrupt", interrupts: [interrupt] };
      return eventsOnly([
        { type: "RUN_STARTED", threadId, runId },
        { type: "RUN_FINISHED", threadId, runId, outcome },
      ])(response, request);
    },
    run(...text("answer", "Deleted.")),
  );
  await open("interrupts");

  await expect.poll(() => said).toEqual(promisedOutput(examples.block("interrupts")));
  expect(site.requests[1]?.resume).toEqual([
    { interruptId: "int-1", status: "resolved", payload: { approved: true } },
  ]);
});

test("approval: only the larger payment asks, and the reason of a no is the answer", async ({
  site,
  prints,
  page,
}) => {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  site.script(
    run(
      ...toolCall("call-1", "pay", '{"to":"Ada","amount":50}', "m1"),
      ...toolCall("call-2", "pay", '{"to":"Bob","amount":500}', "m1"),
    ),
    run(...text("answer", "I paid Ada.")),
  );
  await prints("approval");

  expect(asked).toEqual(['Pays an amount. {"to":"Bob","amount":500}']);
});

test("approval-cards: the card is pressed, and the call runs", async ({
  site,
  open,
  said,
  examples,
}) => {
  site.script(...calls("pay", { to: "Ada", amount: 50 }));
  const page = await open("approval-cards");
  const allow = page.getByRole("button", { name: "Allow" });
  await expect(page.getByText("Pay an amount?", { exact: true })).toBeVisible();
  await expect(page.getByText("May be impossible to undo")).toBeVisible();
  await expect(allow).toHaveAttribute("aria-disabled", "false");
  await allow.click();

  await expect.poll(() => said).toEqual(promisedOutput(examples.block("approval-cards")));
});

test("approval-cards: the card works under a strict policy, in its form as well", async ({
  site,
  open,
  page,
  complaints,
}) => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:";
  site.headers.set("content-security-policy", `${policy}; require-trusted-types-for 'script'`);
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      violations.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  site.script(...calls("pay", { to: "Ada", amount: 50 }));
  await open("approval-cards");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("To").fill("Bob");
  const allow = page.getByRole("button", { name: "Allow with changes" });
  await expect(allow).toHaveAttribute("aria-disabled", "false");
  await allow.click();
  await expect(page.getByText("Allowed")).toBeVisible();
  const violations = await page.evaluate(
    () => (globalThis as unknown as { violations: string[] }).violations,
  );
  // zod tries once whether it may evaluate text, which is reported by name and in the console.
  expect(violations.filter((what) => !/eval|trusted-types-sink/.test(what))).toEqual([]);
  complaints.splice(0);
});

test("json-form: what is filled in is the value", async ({ open, said, examples }) => {
  const page = await open("json-form");
  await page.getByLabel("City").fill("Rome");
  await page.getByLabel("double").check();
  await page.getByRole("button", { name: "Book" }).click();

  await expect.poll(() => said).toEqual(promisedOutput(examples.block("json-form")));
});

test("preflight: the payload runs, and the handler knows what was asked", async ({
  site,
  prints,
}) => {
  const [start, ...rest] = toolCall("call-1", "pay", '{"to":"Ada","cents":1200}', "m1");
  const preflight = { arguments: { to: "ada", euros: 12 } };
  site.script(
    run({ ...start, metadata: { "ag-ui-lit": { preflight } } }, ...rest),
    run(...text("answer", "I paid Ada.")),
  );
  await prints("preflight");
});

test("toolbox-files: the change is shown before it is made", async ({ site, prints, page }) => {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  site.script(
    run(...toolCall("call-1", "file_write", '{"path":"list.txt","content":"milk\\n"}')),
    run(...text("answer", "It is written.")),
  );
  await prints("toolbox-files");

  expect(asked).toEqual(["file_write\n--- a/list.txt\n+++ b/list.txt\n@@ -0,0 +1 @@\n+milk\n"]);
});

test("toolbox-page: the page is told line by line", async ({ prints }) => {
  await prints("toolbox-page");
});

test("ask-user: the person's answer is the tool's", async ({ site, examples, open, said }) => {
  site.script(
    run(...toolCall("call-1", "ask_user", '{"question":"For how many?"}')),
    run(...text("answer", "A table for 4 is booked.")),
  );
  const page = await open("ask-user");
  await page.getByLabel("For how many?").fill("4");
  await page.getByRole("button").click();

  await expect.poll(() => said).toEqual(promisedOutput(examples.block("ask-user")));
  expect(site.requests[1]?.messages.at(-1)?.content).toBe("4");
});

test("views-weather: the view draws the call in its card", async ({ site, open }) => {
  site.script(...calls("get_weather", { city: "Rome" }));
  const page = await open("views-weather");
  await expect(page.locator("ag-ui-tool-card")).toHaveText("21 °C in Rome");
});

test("views-which: by a definition with styles, and by a function for one agent", async ({
  site,
  open,
}) => {
  site.script(
    run(...toolCall("c1", "paint", '{"colour":"teal"}'), ...toolCall("c2", "paint", "{}")),
    run(...text("answer", "Done.")),
  );
  const page = await open("views-which");
  await expect.poll(() => names(page)).toEqual(["paint"]);
  await showCards(page, "Paint it teal");
  const cards = page.locator("ag-ui-tool-card");
  await expect(cards.first().locator("p")).toHaveCSS("font-style", "italic");
  await expect(cards.last()).toHaveText("That did not work.");
});

test("views-element: a custom element is the view", async ({ site, open }) => {
  site.script(...calls("get_weather", { city: "Rome" }));
  const page = await open("views-element");
  await showCards(page, "Weather?");
  await expect(page.locator("weather-view")).toHaveText("Rome: …");
});

test("views-human: the seat that is pressed is the tool's result", async ({ site, open }) => {
  site.script(...calls("choose_seat", { seats: ["12A", "14"] }));
  const page = await open("views-human");
  await expect.poll(() => names(page)).toEqual(["choose_seat"]);
  await showCards(page, "Book a seat");
  const card = page.locator("ag-ui-tool-card");
  await card.getByRole("button", { name: "14" }).click();
  await expect(card.locator("[part=card-refusal]")).toBeVisible();
  await card.getByRole("button", { name: "12A" }).click();
  await expect(card).toHaveText("Seat 12A");
  await expect.poll(() => site.requests[1]?.messages.at(-1)?.content).toBe("12A");
});

test("views-sensitive: what the schema marks is hidden, and the title is shown", async ({
  site,
  open,
}) => {
  site.script(...calls("unlock", { door: "front", sequence: "left-left-right" }));
  const page = await open("views-sensitive");
  await expect.poll(() => names(page)).toEqual(["unlock"]);
  await showCards(page, "Open the door");
  const card = page.getByRole("group", { name: "Unlock a door" });
  await card.getByText("Arguments").click();
  await expect(card.locator("dd").first()).toHaveText("front");
  await expect(card.locator("dd").last()).not.toContainText("left-left-right");
});

test("views-activity: the activity is drawn by its view", async ({ site, open }) => {
  const content = { done: 2 };
  site.script(run({ type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "PLAN", content }));
  const page = await open("views-activity");
  await expect(page.locator("ag-ui-activity-card")).toHaveText("2 done");
});

test("views-calls: the states of calls are printed", async ({ site, open, said }) => {
  site.script(...calls("nothing", {}));
  const page = await open("views-calls");
  await send(page, "Go");
  await expect.poll(() => said.at(-1)).toBe("nothing: failed");
});

/** Sends a message, and shows a card for each call, as `<ag-ui-chat>` does. */
const showCards = (page: Page, message: string): Promise<void> =>
  page.evaluate((message) => {
    const agent = document.querySelector("ag-ui-agent") as AgUiAgent;
    const known = new Set<string>();
    agent.addEventListener("ag-ui-messages-changed", ({ detail }) => {
      for (const each of detail.messages) {
        for (const { id } of (each.role === "assistant" && each.toolCalls) || []) {
          if (known.has(id)) continue;
          known.add(id);
          const card = document.createElement("ag-ui-tool-card");
          document.body.append(Object.assign(card, { agent, messageId: each.id, toolCallId: id }));
        }
      }
    });
    void agent.sendMessage(message);
  }, message);

test("read-arguments: what has come is shown, executed, and refused where it goes wrong", ({
  prints,
}) => prints("read-arguments"));

test("written-calls: a field grows in the page, and a call that can't be right stops the run", async ({
  site,
  open,
}) => {
  const written = JSON.stringify({ text: "Milk and bread.", stars: 3 });
  site.script(
    run(...toolCall("call-1", "write_note", written)),
    run(...text("answer", "Done.")),
    run(
      ...toolCall("call-2", "write_note", '{"stars": 9, "text": "Far too many stars for a note"}'),
    ),
  );
  const page = await open("written-calls");
  await expect.poll(() => names(page)).toEqual(["write_note"]);
  await send(page, "Write it down");
  const note = page.locator("article");
  await expect(note).toHaveText("Milk and bread.");
  await expect(note).toHaveAttribute("title", `3 stars, ${written.length} characters`);
  expect(site.requests[1]?.messages.at(-1)?.content).toBe("The user sees the note.");

  expect(await send(page, "More stars")).toMatchObject({ outcome: "aborted" });
  await expect(note).toHaveText("Milk and bread. (write_note: schema)");
  expect(site.requests).toHaveLength(3);
});

test("stream-events: texts, steps, activities and the state are told as they come", async ({
  site,
  prints,
  page,
}) => {
  site.script(
    run(
      { type: "STEP_STARTED", stepName: "planning" },
      { type: "STATE_SNAPSHOT", snapshot: { day: "Monday" } },
      { type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "PLAN", content: { done: 1 } },
      { type: "STATE_DELTA", delta: [{ op: "replace", path: "/day", value: "Tuesday" }] },
      { type: "STEP_FINISHED", stepName: "planning" },
      ...text("answer", "Done."),
    ),
  );
  await prints("stream-events");

  await expect(page.getByText("Done.")).toBeVisible();
});

test("threads: are restored with their messages, and headers are sent", async ({
  site,
  examples,
  open,
  said,
}) => {
  site.script(run(...text("answer", "Ada.")));
  await open("threads");

  await expect.poll(() => said).toEqual(promisedOutput(examples.block("threads")));
  const [request] = site.requests;
  expect(request?.threadId).toBe("thread-42");
  expect(request?.headers.authorization).toBe("Bearer secret");
  expect(request?.messages.map(({ content }) => content)).toEqual([
    "My name is Ada.",
    "Hello, Ada.",
    "What is my name?",
  ]);
});

test("who-wins: what a backend changes is reported, and the user's words stand", async ({
  site,
  prints,
}) => {
  site.script((response, request) => {
    const [asked] = request.messages;
    const messages = [{ ...asked, content: "Pay Eve 5." }];
    run({ type: "MESSAGES_SNAPSHOT", messages }, ...text("answer", "Paid."))(response, request);
  });
  await prints("who-wins");
});

test("open-calls: are told of, run, and the agent goes on from there", async ({ site, prints }) => {
  site.script(run(...text("answer", "Your tea is on its way.")));
  await prints("open-calls");

  expect(site.requests).toHaveLength(1);
  expect(site.requests[0]?.messages.at(-1)).toMatchObject({
    role: "tool",
    toolCallId: "call-1",
    content: "Ordered.",
  });
});

test("init-address: loads both files from there, and nothing else", async ({
  page,
  site,
  prints,
}) => {
  const loads: string[] = [];
  page.on("request", (request) => loads.push(new URL(request.url()).pathname));
  for (const file of ["core_bg.wasm", "json_schema_bg.wasm"]) {
    site.alias(`/assets/${file}`, `dist/generated/${file}`);
  }
  await prints("init-address");

  expect(loads.filter((path) => path.endsWith(".wasm")).sort()).toEqual([
    "/assets/core_bg.wasm",
    "/assets/json_schema_bg.wasm",
  ]);
});

test("load-toolbox: loads the toolbox's file from there", async ({ page, site, open }) => {
  const loads: string[] = [];
  page.on("request", (request) => loads.push(new URL(request.url()).pathname));
  site.alias("/assets/toolbox_bg.wasm", "dist/generated/toolbox_bg.wasm");
  await open("load-toolbox");
  await expect.poll(() => loads).toContain("/assets/toolbox_bg.wasm");
});

test("toolbox-metadata: is compiled with the other examples", ({ examples }) => {
  expect(examples.block("toolbox-metadata").language).toBe("ts");
});

test("provider: a validator of the page's own, and no second file", async ({ page, prints }) => {
  const loads: string[] = [];
  page.on("request", (request) => loads.push(request.url()));
  await prints("provider");

  expect(loads.filter((path) => path.includes("json_schema"))).toEqual([]);
});

test("inline: is ready at import, and loads no second file", async ({
  page,
  examples,
  open,
  said,
}) => {
  const loads: string[] = [];
  page.on("request", (request) => loads.push(request.url()));
  await open("inline");

  await expect.poll(() => said).toEqual(promisedOutput(examples.block("inline")));
  expect(loads.filter((url) => url.endsWith(".wasm"))).toEqual([]);
});

test("form-tools: one form is submitted by the call, the other by the person", async ({
  site,
  open,
}) => {
  const asked: string[] = [];
  site.route("/flights", (url, response) => {
    asked.push(url.search);
    response.writeHead(200, { "content-type": "application/json" }).end('[{"flight":"OS 505"}]');
  });
  site.script(
    run(...toolCall("call-1", "find_flights", '{"city":"Rome","day":"2026-05-01"}', "m1")),
    run(...toolCall("call-2", "book_flight", '{"seats":2}', "m2")),
    run(...text("answer", "Done.")),
  );
  const page = await open("form-tools");
  await expect.poll(() => names(page)).toEqual(["find_flights", "book_flight"]);
  const sent = send(page, "Two seats to Rome");
  await expect(page.getByRole("button", { name: "Book" })).toBeFocused();
  expect(site.requests).toHaveLength(2);
  await page.getByLabel("Seats").fill("3");
  await page.getByRole("button", { name: "Book" }).click();
  await sent;

  expect(asked).toEqual(["?city=Rome&day=2026-05-01"]);
  expect(site.requests[1]?.messages.at(-1)?.content).toBe('[{"flight":"OS 505"}]');
  expect(site.requests[2]?.messages.at(-1)?.content).toBe("Booked 3 seats.");
  expect(site.requests[0]?.tools[0]?.parameters).toMatchObject({
    properties: {
      city: { description: "The city to fly to." },
      day: { format: "date", description: "On. Not before 2026-01-01." },
    },
    required: ["city", "day"],
  });
});

test("web-mcp: the browser's agent runs the tool, and is told why it can't", async ({
  site,
  webMcpBrowser,
}) => {
  const page = await webMcpBrowser.newPage();
  await page.goto(`${site.origin}/web-mcp.html`);
  await expect.poll(() => names(page)).toEqual(["page_title"]);
  const call = (args: object): Promise<string> =>
    page.evaluate(async (args) => {
      const [tool] = (await document.modelContext?.getTools()) ?? [];
      if (!tool) throw new Error("The browser has no tool.");
      return (await document.modelContext?.executeTool(tool, args)) ?? "";
    }, args);

  expect(await call({})).toBe("Tools for the browser's agent");
  expect(JSON.parse(await call({ more: 1 }))).toMatchObject({ isError: true });
  await page.close();
});

test("tool-controller: a component's tool is offered to the agent beside it, and to no other", async ({
  site,
  open,
}) => {
  site.script(...calls("append", { line: "One." }));
  const page = await open("tool-controller");
  const agent = page.locator("editor-pane ag-ui-agent");
  await expect
    .poll(() => agent.evaluate((element: AgUiAgent) => element.registry.names).catch(() => []))
    .toEqual(["append"]);
  await agent.evaluate((element: AgUiAgent) => element.sendMessage("Append a line"));

  await expect(page.locator("pre")).toHaveText("One.");
  expect(site.requests[1]?.messages.at(-1)?.content).toBe("Appended.");
  expect(await names(page)).toEqual([]);
});

test("node: runs without init()", async ({ examples }) => {
  const expected = promisedOutput(examples.block("node")).join("\n");
  expect(await examples.runInNode("node")).toEqual({
    code: 0,
    stdout: `${expected}\n`,
    stderr: "",
  });
});

test("server: answers who it knows, by its tool", async ({ examples }) => {
  const server = await examples.serveInNode("server");
  try {
    const agent = new HttpAgent({ url: server.url, headers: { authorization: "Bearer of-ada" } });
    agent.addMessage({ id: "1", role: "user", content: "What do I have?" });
    await agent.runAgent();
    expect(agent.messages.at(-1)?.content).toBe("You have A1 of ada: 20 €.");
    const body = JSON.stringify({
      threadId: "t",
      runId: "r",
      messages: [],
      tools: [],
      context: [],
    });
    const headers = { "content-type": "application/json" };
    expect((await fetch(server.url, { method: "POST", headers, body })).status).toBe(401);
  } finally {
    server.stop();
  }
});

test("models: a server with a vendor's client, asked by AG-UI", async ({ examples }) => {
  await using api = await modelServer(openAiChatFaults, [openAiChat.text("Hello, Ada.")]);
  const env = { OPENAI_API_KEY: "none", OPENAI_BASE_URL: api.url };
  const server = await examples.serveInNode("models", env);
  try {
    const agent = new HttpAgent({ url: server.url });
    agent.addMessage({ id: "1", role: "user", content: "I am Ada." });
    await agent.runAgent();
    expect(agent.messages.at(-1)?.content).toBe("Hello, Ada.");
    expect(api.requests[0]?.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "I am Ada." },
    ]);
  } finally {
    server.stop();
  }
});

test("own-model: a model is a function", ({ examples }) => printsInNode(examples, "own-model"));

test("agent-executor: runs what is allowed, and says what is not", ({ examples }) =>
  printsInNode(examples, "agent-executor"));

test("agent-preflight: the client gets what the server knows", ({ examples }) =>
  printsInNode(examples, "agent-preflight"));

test("model-failure: what a model's function throws for the client, and what it does not", ({
  examples,
}) => printsInNode(examples, "model-failure"));

test("agent-compliance: a line says what breaks the contract", ({ examples }) =>
  printsInNode(examples, "agent-compliance"));

test("agent-log, agent-log-output: every entry has its tag and its ids, and no secret", async ({
  examples,
}) => {
  const stdout = examples.block("agent-log-output").code;
  expect(await examples.runInNode("agent-log")).toEqual({ code: 0, stdout, stderr: "" });
});

test("sequence-server, sequence-client, sequence-preflight: name what is there, in lines of one width", ({
  examples,
}) => {
  for (const mode of ["server", "client", "preflight"]) {
    const lines = examples.block(`sequence-${mode}`).code.trimEnd().split("\n").slice(1);
    expect(new Set(lines.map((line) => [...line].length)), mode).toEqual(new Set([58]));
    for (const event of lines.join("\n").match(/[A-Z]+(?:_[A-Z]+)+/g) ?? []) {
      const known = Object.values(EventType).some((type) =>
        type.startsWith(event.replace(/_$/, "")),
      );
      expect(known, event).toBe(true);
    }
  }
});

test("client-tools: a client's tools on a server, by what a client answers", ({ examples }) =>
  printsInNode(examples, "client-tools"));

test("client-tool-faults: every fault of every definition is told", ({ examples }) =>
  printsInNode(examples, "client-tool-faults"));

test("client-tool-resolve: a result comes with a later request", ({ examples }) =>
  printsInNode(examples, "client-tool-resolve"));

test("csp: is enough for a page of modules", async ({
  site,
  examples,
  open,
  said,
  page,
  complaints,
}) => {
  const [name = "", value = ""] = examples.block("csp").code.trim().split(/:\s*/, 2);
  site.headers.set(name, value);
  const violations: string[] = [];
  await page.exposeFunction("violated", (directive: string) => violations.push(directive));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
      (globalThis as unknown as { violated(what: string): void }).violated(blockedURI);
    });
  });
  await open("run-by-hand");

  await expect.poll(() => said.at(-1)).toBe("succeeded");
  // zod tries once whether it may evaluate text, which is reported by name and in the console.
  const probes = ["eval", "trusted-types-sink"];
  expect(violations.filter((what) => !probes.includes(what))).toEqual([]);
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining("requires 'TrustedScript' assignment"),
  ]);
});

/** An MCP server of the site's own, at the address that the examples name. */
function shop(site: Site): ScriptedServer {
  const server = new ScriptedServer();
  const local = { readOnlyHint: true, openWorldHint: false };
  server.tools = [
    listed("find", { annotations: local }),
    listed("order", { annotations: { openWorldHint: false } }),
  ];
  site.route("/mcp", (_url, response, request) => void server.serve(request, response));
  return server;
}

test("visible-text: names what can't be seen", async ({ prints }) => {
  await prints("visible-text");
});

test("mcp: a server's tools are offered under a prefix", async ({ site, prints, page }) => {
  shop(site);
  site.script(run(...text("answer", "Hello.")));
  await prints("mcp");
  await send(page, "Hello?");
  expect(site.requests[0]?.tools.map(({ name }) => name)).toEqual(["shop_find", "shop_order"]);
});

test("mcp-status: tells what becomes of a connection", async ({ site, open, said }) => {
  const server = shop(site);
  server.tools.push({ name: "half" });
  await open("mcp-status");
  await expect.poll(() => said).toHaveLength(4);
  expect(said).toEqual([
    "idle → connecting ",
    "came, changed, left: find,order  ",
    "half: its inputSchema must be an object",
    "connecting → connected ",
  ]);
});

test("mcp-approval: the page's word counts", async ({ site, open, said, examples }) => {
  const server = shop(site);
  server.tools.push(listed("travel"));
  await open("mcp-approval");
  const { code } = examples.block("mcp-approval");
  const promised = [...code.matchAll(/^\/\/ (\w+ \w+ \w+)$/gm)].map(([, line]) => line);
  await expect.poll(() => said).toEqual(promised);
});

test("mcp-client: a client of the page's own stays its own", async ({ site, prints }) => {
  shop(site);
  await prints("mcp-client");
});

test("a2a-element: a call over A2A is run by the page, and the agent goes on", async ({
  site,
  prints,
}) => {
  const reasoner = new ScriptedReasoner(({ messages }, round) => {
    const last = messages.at(-1);
    const call = handedOver("c", "book_room", '{"room":"Lima"}');
    return last?.role === "tool"
      ? [...saying(`m${round}`, `Done: ${last.content}`), end("completed")]
      : [handOver("m", call)];
  });
  const url = `${site.origin}/a2a`;
  const answer = serveA2a(reasoner, { card: { name: "Desk", description: "Books.", url } });
  for (const path of ["/a2a", "/.well-known/agent-card.json"]) {
    site.route(path, (_url, response, request) => {
      void answerBy(answer, request, response, site.origin);
    });
  }
  await prints("a2a-element");
});

test("a2a-serve: a reasoner answers over A2A", async ({ examples }) => {
  const said = await examples.runInNode("a2a-serve");
  const promised = promisedOutput(examples.block("a2a-serve"));
  expect(said).toEqual({ code: 0, stdout: `${promised.join("\n")}\n`, stderr: "" });
});

test("providers: tools of a registry for an API, its calls and their results", ({ prints }) =>
  prints("providers"));

test("providers-stream: calls are told as they arrive", ({ prints }) => prints("providers-stream"));
test("providers-mistral: an id of another provider is sent in nine characters and comes back", ({
  prints,
}) => prints("providers-mistral"));

test("web-tools: reads a page of an allowed host as Markdown, and no other", async ({
  site,
  prints,
}) => {
  site.route("/prices", (_url, response) => {
    const table = "<table><tr><th>What<th>Price<tr><td>tea<td>3</table>";
    response.writeHead(200, { "content-type": "text/html" }).end(table);
  });
  await prints("web-tools");
});

test("travel-tools: finds flights and events by the page's own server", async ({
  site,
  prints,
}) => {
  const answers: Record<string, unknown> = {
    "/duffel/air/offer_requests": { data: { id: "orq_1", live_mode: true } },
    "/duffel/air/offers": { data: [flightOffer("off_1")], meta: { after: null } },
    "/google-calendar/calendars/primary/events": {
      items: [{ ...calendarEvent("abc123"), summary: "Meeting with Acme Corp" }],
    },
  };
  for (const [path, body] of Object.entries(answers)) {
    site.route(path, (_url, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  }
  site.route("/token", (_url, response) => response.end("ya29.token"));
  await prints("travel-tools");
});

test("flight-offer: is what search_flights gives", async ({ examples }) => {
  const server = await new Duffel().start();
  server.offers = [flightOffer("off_1")];
  const registry = new ToolRegistry();
  const [definition] = flightTools({ apiKey: server.key, baseUrl: server.origin });
  const { tool } = registry.register(definition as ToolDefinition);
  const args = { origin: "SFO", destination: "CDG", departure_date: "2099-05-10" };
  const result = await new ToolExecutionManager().execute(tool, "call-1", args);
  await server.stop();
  if (!result.success) throw new Error(result.error.message);
  const kinds = (value: unknown): unknown =>
    value !== null && typeof value === "object"
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, kinds(part)]))
      : typeof value;
  const given = (result.output as SearchFlightsMetadata).data[0];
  expect(kinds(JSON.parse(examples.block("flight-offer").code))).toEqual(kinds(given));
});

test("todo-tools: the page hears of a change", async ({ prints }) => {
  await prints("todo-tools");
});

test("text-agent: the element runs the call that stands in the model's text", async ({
  site,
  prints,
}) => {
  const answers = [
    'Let me look. <tool_call name="list_events" args={"timeMin": "2025-05-10"}></tool_call>',
    "You are in Paris.",
  ];
  site.route("/v1/chat/completions", (_url, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const content of answers.shift()?.match(/.{1,7}/g) ?? []) {
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
  await prints("text-agent");
  expect(answers).toEqual([]);
});

test("text-worker: the events come in their order", async ({ prints }) => {
  await prints("text-worker");
});

test("text-markers: text comes at once, and a call when it is whole", async ({ prints }) => {
  await prints("text-markers");
});

test("bash-tool: runs what is allowed by the page's own means", async ({ site, prints }) => {
  site.route("/shell", (_url, response, request) => {
    let command = "";
    request.on("data", (text) => {
      command += text;
    });
    request.on("end", () => response.end(`ran: ${command}`));
  });
  await prints("bash-tool");
});

test("subagents: another agent does the task with the tool it may use", async ({ site, open }) => {
  const task = { agent: "researcher", task: "Which are there?" };
  // The page's agent and the other one are at one address here: they take turns.
  site.script(
    run(...toolCall("call-1", "subagent", JSON.stringify(task))),
    run(...toolCall("call-2", "search_catalogue", "{}")),
    run(...text("found", "A teapot and a kettle.")),
    run(...text("answer", "Done.")),
  );
  const page = await open("subagents");
  await expect.poll(() => names(page)).toContain("subagent");
  await send(page, "Go");
  const tools = site.requests.map((request) => request.tools.map(({ name }) => name).sort());
  expect(tools[1]).toEqual(["search_catalogue"]);
  expect(tools[0]).toEqual(["search_catalogue", "subagent", "thinking"]);
  expect(site.requests[3]?.messages.at(-1)?.content).toBe("A teapot and a kettle.");
});

test("look-at-images: a function of the page looks at an image that the page shows", async ({
  site,
  open,
  said,
}) => {
  const args = { from: "element", image: "canvas", question: "How large?" };
  site.script(...calls("image_recognition", args));
  const page = await open("look-at-images");
  await expect.poll(() => names(page)).toContain("image_recognition");
  await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 2;
    canvas.height = 3;
    document.body.append(canvas);
  });
  await send(page, "Go");
  expect(said).toEqual(["How large? 2 × 3"]);
  expect(site.requests[1]?.messages.at(-1)?.content).toBe("It is small.");
});

test("batch-tool: several calls are answered together", async ({ site, open }) => {
  const batch = ["tea", "cup"].map((product) => ({ tool: "price", args: { product } }));
  site.script(...calls("batch", { description: "Prices.", calls: batch }));
  const page = await open("batch-tool");
  await expect.poll(() => names(page)).toContain("price");
  await send(page, "Go");
  const answer = String(site.requests[1]?.messages.at(-1)?.content);
  expect(answer).toContain("2 calls were made: 2 succeeded, 0 failed.");
  expect(answer.indexOf("tea: 5 €")).toBeLessThan(answer.indexOf("cup: 5 €"));
});

test("toolbox-first: a page registers a group, and its agent has the tools", async ({
  site,
  prints,
}) => {
  site.script(run(...text("answer", "Done.")));
  await prints("toolbox-first");
});

test("available-tools: says of each tool whether it can be used", async ({ prints }) => {
  await prints("available-tools");
});

test("tool-environment: is made of what the page has", async ({ prints }) => {
  await prints("tool-environment");
});

test("chat-page: a page with a chat shows what the agent says", async ({ site, open }) => {
  site.script(run(...text("answer", "Good day.")));
  const page = await open("chat-page");
  await page.waitForFunction(() => customElements.get("ag-ui-chat"));
  await send(page, "Hello");
  await expect(page.getByRole("article", { name: "Agent" })).toContainText("Good day.");
});

test("chat-popup: opens, and moves the focus to its composer", async ({ prints, page }) => {
  await prints("chat-popup");
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
});

test("chat-strings: texts of the page's own, and German", async ({ prints }) => {
  await prints("chat-strings");
});

test("chat-feedback: the page is told of a rating", async ({ site, prints }) => {
  site.script(run(...text("answer", "Good day.")));
  await prints("chat-feedback");
});

test("chat-images: a picture is requested only from the page's own origin", async ({
  site,
  open,
}) => {
  const page = await open("chat-images");
  const image = (value: string) => ({
    type: "image" as const,
    source: { type: "url" as const, value },
  });
  await page.evaluate(
    (content) => {
      const agent = document.querySelector("ag-ui-agent");
      if (agent) agent.messages = [{ id: "1", role: "user", content }];
    },
    [image(`${site.origin}/favicon.ico`), image("https://other.test/a.png")],
  );
  await expect(page.locator("ag-ui-chat img")).toHaveCount(1);
});

test("chat-style: is a style sheet of properties and parts that the chat has", ({ examples }) => {
  const { code } = examples.block("chat-style");
  const guide = readFileSync(join(repository, "docs/chat.md"), "utf8");
  for (const [name] of code.matchAll(/--ag-ui-[\w-]+/g))
    expect(guide.split(name).length).toBeGreaterThan(2);
});

test("import-map: a page without a build step imports by name", async ({ prints }) => {
  await prints("import-map");
});

test("no-eval: is what the packaging suite tries under a strict policy", ({ examples }) => {
  const app = readFileSync(join(repository, "tests/packaging/app/no-eval.js"), "utf8");
  const withoutComment = (code: string) => code.slice(code.indexOf("import {")).trim();
  expect(withoutComment(examples.block("no-eval").code)).toBe(withoutComment(app));
});

test("the TypeScript examples compile in strict mode", async ({ examples }) => {
  expect(await examples.typeCheck()).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("layout: names what is there", async ({ examples }) => {
  const { code } = examples.block("layout");
  for (const path of layoutPaths(code)) expect(existsSync(join(repository, path)), path).toBe(true);
});

test("rust-manifest, rust-arguments, rust-tool, rust-metadata, rust-page, rust-register, rust-metadata-type, rust-waiting, rust-run, rust-test: stand so in the example, which other suites compile, test and let an agent call", ({
  examples,
}) => {
  const within: Record<string, string> = {
    "rust-manifest": "Cargo.toml",
    "rust-arguments": "src/convert.rs",
    "rust-tool": "src/convert.rs",
    "rust-metadata": "src/convert.rs",
    "rust-page": "src/page.rs",
    "rust-register": "main.js",
    "rust-metadata-type": "types/arguments.ts",
    "rust-waiting": "src/timer.rs",
    "rust-run": "tests/tools.rs",
    "rust-test": "tests/tools.rs",
  };
  const flush = (code: string) => code.replaceAll(/^ +/gm, "");
  for (const [name, file] of Object.entries(within)) {
    const text = readFileSync(join(repository, "examples/rust-tool", file), "utf8");
    expect(flush(text), name).toContain(flush(examples.block(name).code));
  }
});

test("every link between the documents leads somewhere", () => {
  const all = [...documents(), "ARCHITECTURE.md", "CHANGELOG.md"];
  const broken = all.flatMap((file) => brokenLinks(file).map((link) => `${file}: ${link}`));
  expect(broken).toEqual([]);
});

test("the README and the index of the guides list every guide", () => {
  const guides = documents().filter((name) => /^docs\/(?!README)/.test(name));
  const readme = readFileSync(join(repository, "README.md"), "utf8");
  const index = readFileSync(join(repository, "docs/README.md"), "utf8");
  expect(guides.length).toBeGreaterThan(30);
  expect(guides.filter((name) => !readme.includes(`](${name})`))).toEqual([]);
  expect(guides.filter((name) => !index.includes(`](${name.slice("docs/".length)})`))).toEqual([]);
});

test("the README is short", () => {
  expect(readFileSync(join(repository, "README.md"), "utf8").split("\n").length).toBeLessThan(300);
});

test("every block of the README and the guides that is not a shell command has a test here, named after it", () => {
  // Those that need a framework, a bundler or a test runner are built and run where it is installed.
  const specs = [
    "browser/readme.spec.ts",
    "browser/readme-state.spec.ts",
    "browser/readme-threads.spec.ts",
    "browser/readme-durable.spec.ts",
    "packaging/frameworks.spec.ts",
    "packaging/bundlers.spec.ts",
    "packaging/angular.spec.ts",
    "packaging/dependencies.spec.ts",
    "packaging/pages.spec.ts",
    "packaging/test-runners.spec.ts",
  ];
  const text = specs.map((name) => readFileSync(join(repository, "tests", name), "utf8")).join("");
  const titles = text.matchAll(/^test\(\s*"([\w-]+(?:, [\w-]+)*): /gm);
  const tested = new Set([...titles].flatMap(([, names = ""]) => names.split(", ")));
  const blocks = examplesOf(readBlocks());
  const nameless = blocks.filter(({ name }) => !name).map(({ file, line }) => `${file}:${line}`);
  expect(nameless, "blocks without example=name").toEqual([]);
  expect(blocks.map(({ name }) => name).sort()).toEqual([...tested].sort());
});

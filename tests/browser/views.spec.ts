/** Views of tools: what a page draws in place of the default card, and tools that a person answers. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { openCards } from "./cards.js";

const weather = [
  run(...toolCall("c1", "get_weather", '{"city":"Rome"}', "m1")),
  run(...text("m2", "It is 21 °C.")),
];

test("a view draws its tool's calls, while they are written, when they run, and their result", async ({
  harness,
  backend,
}) => {
  await openCards(harness, backend.script(...weather).url);
  const seen = await harness.evaluate(async () => {
    const seen: string[] = [];
    let finish: (value: object) => void = () => {};
    views.registerToolView<{ city: string }, { degrees: number }>(
      "get_weather",
      ({ args, status, output }) => {
        seen.push(`${status} ${args.city} ${output?.degrees}`);
        if (status === "running") finish({ degrees: 21 });
        return lit.html`<p>${args.city}: ${output?.degrees ?? status}</p>`;
      },
    );
    await agent.registerTool({
      name: "get_weather",
      description: "The weather of a city.",
      schema: { type: "object", properties: { city: { type: "string" } } },
      handler: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    await agent.sendMessage("Weather?");
    return seen;
  });
  await expect(harness.locator("ag-ui-tool-card p")).toHaveText("Rome: 21");
  expect(seen.at(-1)).toMatch(/running Rome undefined|succeeded Rome 21/);
  expect(seen.length).toBeLessThan(8);
  await expect(harness.locator("ag-ui-tool-card [part=card]")).toHaveCount(0);
});

test("a view may return a node, which is kept, text, nothing, or leave the call to the default card", async ({
  harness,
  backend,
}) => {
  const scripted = backend.script(
    run(
      ...["node", "text", "nothing", "default"].flatMap((name) =>
        toolCall(`c-${name}`, name, "{}", "m1"),
      ),
    ),
    run(...text("m2", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(async () => {
    const node = document.createElement("canvas");
    views.registerToolView("node", () => node);
    views.registerToolView("text", () => "<b>text</b>");
    views.registerToolView("nothing", () => null);
    views.registerToolView("default", () => undefined);
    for (const name of ["node", "text", "nothing", "default"])
      await agent.registerTool({ name, description: "Works.", schema: {}, handler: () => name });
    await agent.sendMessage("Go");
    Object.assign(globalThis, { node });
  });
  const cards = harness.locator("ag-ui-tool-card");
  await expect(cards.nth(0).locator("canvas")).toHaveCount(1);
  await expect(cards.nth(1)).toHaveText("<b>text</b>");
  await expect(cards.nth(2)).toHaveText("");
  await expect(cards.nth(3).locator("[part=card]")).toContainText("Done");
});

test("a custom element gets the fields of the call as properties, also when it is defined later", async ({
  harness,
  backend,
}) => {
  await openCards(harness, backend.script(...weather).url);
  await harness.evaluate(async () => {
    views.registerToolView("get_weather", "weather-view");
    await agent.registerTool({
      name: "get_weather",
      description: "The weather of a city.",
      schema: {},
      handler: () => ({ degrees: 21 }),
    });
    await agent.sendMessage("Weather?");
  });
  await expect(harness.locator("ag-ui-tool-card [part=card]")).toContainText("Done");
  await harness.evaluate(() => {
    customElements.define(
      "weather-view",
      class extends lit.LitElement {
        static override properties = { args: {}, output: {}, status: {} };
        declare args: { city: string };
        declare output: { degrees: number };
        declare status: string;
        override render() {
          return lit.html`${this.args.city} ${this.output.degrees} ${this.status}`;
        }
      },
    );
  });
  await expect(harness.locator("weather-view")).toHaveText("Rome 21 succeeded");
  await expect(harness.locator("ag-ui-tool-card [part=card]")).toHaveCount(0);
});

test("a view that throws shows the default card, and is named in the console once", async ({
  harness,
  backend,
  complaints,
}) => {
  await openCards(harness, backend.script(...weather).url);
  await harness.evaluate(async () => {
    document.addEventListener("ag-ui-view-failed", ({ detail }: CustomEventInit) => {
      document.title = detail.error.message;
    });
    views.registerToolView("get_weather", () => {
      throw new Error("No picture.");
    });
    await agent.registerTool({
      name: "get_weather",
      description: "Works.",
      schema: {},
      handler: () => 21,
    });
    await agent.sendMessage("Weather?");
  });
  await expect(harness.locator("ag-ui-tool-card [part=card]")).toContainText("Done");
  await expect(harness).toHaveTitle("No picture.");
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining("a view threw, and the default card is shown instead"),
  ]);
});

test("the view of an element comes before that of the document, and one that is removed gives way", async ({
  harness,
  backend,
}) => {
  await openCards(harness, backend.script(...weather).url);
  await harness.evaluate(async () => {
    const controller = new AbortController();
    views.registerToolView("get_weather", () => "of the agent", {
      agent,
      signal: controller.signal,
    });
    const remove = views.registerToolView("get_weather", () => "of the document");
    views.registerToolView(
      (call) => call.toolName.startsWith("set_"),
      () => "of others",
    );
    views.registerToolView("get_weather", () => "of another agent", {
      agent: document.createElement("ag-ui-agent"),
    });
    await agent.registerTool({
      name: "get_weather",
      description: "Works.",
      schema: {},
      handler: () => 21,
    });
    await agent.sendMessage("Weather?");
    Object.assign(globalThis, { controller, remove });
  });
  const card = harness.locator("ag-ui-tool-card");
  await expect(card).toHaveText("of the agent");
  await harness.evaluate("controller.abort()");
  await expect(card).toHaveText("of the document");
  await harness.evaluate("remove()");
  await expect(card.locator("[part=card]")).toContainText("get_weather");
});

test("styles of a view reach the view and nothing else", async ({ harness, backend }) => {
  await openCards(harness, backend.script(...weather).url);
  await harness.evaluate(async () => {
    const styles = lit.css`p { color: rgb(1, 2, 3); }`;
    views.registerToolView("get_weather", () => lit.html`<p>view</p>`, { styles });
    document.body.append(Object.assign(document.createElement("p"), { textContent: "page" }));
    await agent.registerTool({
      name: "get_weather",
      description: "Works.",
      schema: {},
      handler: () => 21,
    });
    await agent.sendMessage("Weather?");
  });
  await expect(harness.locator("ag-ui-tool-card p")).toHaveCSS("color", "rgb(1, 2, 3)");
  await expect(harness.locator("body > p")).not.toHaveCSS("color", "rgb(1, 2, 3)");
});

test("views that are no views are refused by name", async ({ harness }) => {
  const said = await harness.evaluate(async () => {
    await load("views");
    const { registerToolView, registerActivityView, humanTool } = views;
    const wrong: (() => unknown)[] = [
      () => registerToolView("t", "NoElement" as "no-element"),
      () => registerToolView("", () => ""),
      () => registerToolView("t", () => "", { sginal: 1 } as object),
      () => registerActivityView(7 as never, () => ""),
      () => humanTool({ name: "t", description: "d", schema: {} } as never),
    ];
    return wrong.map((call) => {
      try {
        return `none: ${call()}`;
      } catch (thrown) {
        return (thrown as Error).message;
      }
    });
  });
  expect(said).toEqual([
    expect.stringContaining(
      "registerToolView() takes a function as the view, or the name of a custom element",
    ),
    expect.stringContaining("registerToolView() takes the name of the tool"),
    expect.stringContaining('Did you mean "signal"?'),
    expect.stringContaining("registerActivityView() takes the name of the activity"),
    expect.stringContaining("humanTool({ view }) is needed"),
  ]);
});

test("a person answers a human tool, several at once, and a refused answer is shown", async ({
  harness,
  backend,
}) => {
  const scripted = backend.script(
    run(
      ...toolCall("c1", "choose", '{"question":"Seat?"}', "m1"),
      ...toolCall("c2", "choose", '{"question":"Meal?"}', "m1"),
    ),
    run(...text("m2", "Booked.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(async () => {
    await agent.registerTool(
      views.humanTool<{ question: string }, string>({
        name: "choose",
        description: "Asks the user to choose.",
        schema: { type: "object", properties: { question: { type: "string" } } },
        resultSchema: { type: "string", minLength: 3 },
        view: ({ args, status, output, respond }) => {
          if (status !== "asking") return output;
          const answer = (event: Event) => {
            const { value } = (event.currentTarget as HTMLElement)
              .previousElementSibling as HTMLInputElement;
            void respond(value);
          };
          return lit.html`<label for="i">${args.question}</label><input id="i" /><button @click=${answer}>OK</button>`;
        },
      }),
    );
    Object.assign(globalThis, { sent: agent.sendMessage("Book.") });
  });
  const cards = harness.locator("ag-ui-tool-card");
  await expect(cards.getByLabel("Seat?")).toBeVisible();
  await cards.nth(1).getByLabel("Meal?").fill("fish");
  await cards.nth(1).getByRole("button", { name: "OK" }).click();
  await cards.nth(0).getByLabel("Seat?").fill("1");
  await cards.nth(0).getByRole("button", { name: "OK" }).click();
  await expect(cards.nth(0).locator("[part=card-refusal]")).toContainText(
    "Your answer was refused",
  );
  await cards.nth(0).getByLabel("Seat?").fill("12A");
  await cards.nth(0).getByRole("button", { name: "OK" }).click();
  await harness.evaluate("sent");
  await expect(cards.nth(0)).toHaveText("12A");
  await expect(cards.nth(1)).toHaveText("fish");
  const answers = scripted.requests[1]?.messages.filter(({ role }) => role === "tool");
  expect(answers?.map(({ content }) => content)).toEqual(["12A", "fish"]);
});

test("abort and timeout end a human tool as any other, and a late answer is not taken", async ({
  harness,
  backend,
}) => {
  const url = backend.script(
    run(...toolCall("c1", "ask", "{}", "m1")),
    run(...toolCall("c2", "ask_soon", "{}", "m2")),
    run(...text("m3", "OK.")),
  ).url;
  await openCards(harness, url);
  const ends = await harness.evaluate(async () => {
    const options = { description: "Asks.", schema: {}, view: () => "asked" };
    await agent.registerTool(views.humanTool({ name: "ask", ...options }));
    await agent.registerTool(views.humanTool({ name: "ask_soon", ...options, timeout: 50 }));
    const calls = views.toolCallsOf(agent);
    const sent = agent.sendMessage("Ask.");
    await until("the person is asked", () => calls.all[0]?.status === "asking");
    const asking = calls.all[0];
    agent.abort();
    const { outcome } = await sent;
    await until("the call is cancelled", () => calls.all[0]?.status === "cancelled");
    const isTaken = await asking?.respond("too late");
    await agent.sendMessage("Ask again.");
    await until("the time is over", () => calls.all[1]?.status === "failed");
    return { outcome, isTaken, error: calls.all[1]?.error?.category, isLate: calls.all[1]?.isLate };
  });
  expect(ends).toEqual({ outcome: "aborted", isTaken: false, error: "timeout", isLate: false });
});

test("an activity is shown by its view, else as a card with its content", async ({ harness }) => {
  await harness.evaluate(async () => {
    await load("views");
    views.registerActivityView<{ steps: string[] }>(
      "PLAN",
      ({ content }) => lit.html`<b>${content.steps.length} steps</b>`,
    );
    for (const activityType of ["PLAN", "SEARCH"]) {
      const message = {
        id: activityType,
        role: "activity",
        activityType,
        content: { steps: ["one", "two"], found: { deep: { at: "<script>" } } },
      } as const;
      document.body.append(
        Object.assign(document.createElement("ag-ui-activity-card"), { message }),
      );
    }
  });
  const cards = harness.locator("ag-ui-activity-card");
  await expect(cards.nth(0)).toHaveText("2 steps");
  await expect(cards.nth(1)).toContainText("SEARCH");
  await cards.nth(1).locator("summary").click();
  await expect(cards.nth(1)).toContainText("<script>");
});

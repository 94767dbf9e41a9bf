/** What the page tells the agent besides messages: context, forwarded properties. And what it knows of the agent: capabilities. */
import { run, text } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

const done = run(...text("m1", "Done."));

test("context goes with every run: what is set, what components add, what a document's scripts add", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let count = 0;
    const user = { name: "Ada" };
    element.context = [
      { description: "The user", value: user },
      { description: "How often", value: () => (count += 1) },
      { description: "Nothing now", value: () => undefined },
    ];
    user.name = "Eve";
    const stop = new AbortController();
    element.addContext({ description: "A component", value: "here" }, { signal: stop.signal });
    const added = element.addContext({ description: "Another", value: true });
    const ofScript = { description: "A script", value: () => document.title.length >= 0 };
    document.dispatchEvent(new CustomEvent("ag-ui-context-add", { detail: ofScript }));
    const leaving = new AbortController();
    const detail = { description: "Leaving", value: null, signal: leaving.signal };
    document.dispatchEvent(new CustomEvent("ag-ui-context-add", { detail }));
    await element.sendMessage("One");
    stop.abort();
    added.remove();
    added.remove();
    document.dispatchEvent(new CustomEvent("ag-ui-context-remove", { detail: ofScript }));
    leaving.abort();
    await element.sendMessage("Two");
    element.context = null;
    await element.sendMessage("Three");
  }, agent.url);
  const [one, two, three] = agent.requests.map(({ context }) =>
    context?.map(({ description, value }) => `${description}: ${value}`),
  );
  expect(one).toEqual([
    'The user: {"name":"Eve"}',
    "How often: 1",
    "A component: here",
    "Another: true",
    "A script: true",
    "Leaving: null",
  ]);
  expect(two).toEqual(['The user: {"name":"Eve"}', "How often: 2"]);
  expect(three).toEqual([]);
});

test("what a document's scripts have added reaches elements that are connected later, and no element of another document", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  await harness.evaluate(async (url) => {
    const first = openAgent(url);
    const detail = { description: "Early", value: "yes" };
    document.dispatchEvent(new CustomEvent("ag-ui-context-add", { detail }));
    first.remove();
    const second = openAgent(url);
    await second.sendMessage("One");
    second.remove();
    await second.sendMessage("Two");
    document.body.append(second);
    document.dispatchEvent(new CustomEvent("ag-ui-context-remove", { detail }));
    await second.sendMessage("Three");
  }, agent.url);
  expect(agent.requests.map(({ context }) => context)).toEqual([
    [{ description: "Early", value: "yes" }],
    [],
    [],
  ]);
});

test("an entry whose value can't be had is left out with a warning; the rest is sent", async ({
  harness,
  backend,
}) => {
  const warnings: string[] = [];
  harness.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  const agent = backend.script(done);
  const outcome = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    element.context = [
      {
        description: "Throws",
        value: () => {
          throw new Error("no");
        },
      },
      { description: "A promise", value: async () => Promise.reject(new Error("later")) },
      {
        description: "A getter",
        get value() {
          throw new Error("getter");
        },
      },
      { description: "A circle", value: circle },
      { description: "Long", value: "x".repeat(1_000_000) },
      { description: "Fine", value: 1 },
    ];
    return (await element.sendMessage("Go")).outcome;
  }, agent.url);
  expect(outcome).toBe("finished");
  const sent = agent.requests[0]?.context ?? [];
  expect(sent.map(({ description }) => description)).toEqual(["A circle", "Long", "Fine"]);
  expect(sent[1]?.value.length).toBeLessThan(263_000);
  expect(warnings.filter((each) => each.includes("is left out"))).toHaveLength(3);
});

const notEntries: [string, unknown][] = [
  ["no array", "x"],
  ["no entry", [1]],
  ["no description", [{ value: 1 }]],
  ["an empty description", [{ description: " ", value: 1 }]],
];
for (const [what, context] of notEntries) {
  test(`context with ${what} is refused where it is set`, async ({ harness }) => {
    const seen = await harness.evaluate((context) => {
      const element = openAgent("/nowhere");
      element.context = [{ description: "Kept", value: 1 }];
      try {
        element.context = context as never;
        return "set";
      } catch (thrown) {
        return [(thrown as Error).name, element.context.length];
      }
    }, context);
    expect(seen).toEqual(["TypeError", 1]);
  });
}

test("an event with no entry is reported, and an unknown option of addContext() is refused", async ({
  harness,
}) => {
  const seen = await harness.evaluate(() => {
    const element = openAgent("/nowhere");
    const reported: string[] = [];
    const listener = (event: ErrorEvent): void => {
      event.preventDefault();
      reported.push(String(event.error));
    };
    addEventListener("error", listener);
    document.dispatchEvent(new CustomEvent("ag-ui-context-add", { detail: "x" }));
    removeEventListener("error", listener);
    let refused = "";
    try {
      element.addContext({ description: "a", value: 1 }, { signl: null } as never);
    } catch (thrown) {
      refused = String(thrown);
    }
    return [reported, refused];
  });
  expect(seen[0]).toEqual([expect.stringContaining("the detail of ag-ui-context-add")]);
  expect(seen[1]).toContain('Did you mean "signal"?');
});

test("forwarded properties are copied, go with every run, and must be an object of JSON values", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const refused = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const given = { model: "fast", nested: { a: [1] } };
    element.forwardedProps = given;
    given.nested.a.push(2);
    await element.sendMessage("One");
    const refused = [1, [], { f: 1n }].map((wrong) => {
      try {
        element.forwardedProps = wrong as never;
        return "set";
      } catch (thrown) {
        return (thrown as Error).name;
      }
    });
    element.forwardedProps = undefined;
    await element.sendMessage("Two");
    return refused;
  }, agent.url);
  expect(refused).toEqual(["TypeError", "TypeError", "TypeError"]);
  expect(agent.requests.map(({ forwardedProps }) => forwardedProps)).toEqual([
    { model: "fast", nested: { a: [1] } },
    {},
  ]);
});

test("capabilities are what the page has set, else what the agent says when it is asked; unknown is undefined", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const element = openAgent("/nowhere");
    const ofHttp = element.capabilities;
    const agent = Object.assign(element.agent.clone(), {
      getCapabilities: async () => ({ multimodal: { input: { image: true } } }),
    });
    element.agent = agent;
    const changed = eventOf(element, "ag-ui-capabilities-changed");
    const before = element.capabilities;
    const { detail } = await changed;
    const said = element.capabilities;
    element.capabilities = { multimodal: { input: { image: false } } };
    const given = element.capabilities;
    element.capabilities = undefined;
    return [ofHttp, before, detail.capabilities, said, given, element.capabilities];
  });
  const said = { multimodal: { input: { image: true } } };
  const given = { multimodal: { input: { image: false } } };
  expect(seen).toEqual([undefined, undefined, said, said, given, said]);
});

test("an agent that fails to say its capabilities is one whose capabilities are unknown", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const answers: unknown[] = [];
    for (const answer of [
      () => Promise.reject(new Error("no")),
      () => {
        throw new Error("at once");
      },
      () => 1,
      () => ({ f: () => 1, when: 1n }),
    ]) {
      const element = openAgent("/nowhere");
      element.agent = Object.assign(element.agent.clone(), { getCapabilities: answer });
      answers.push(element.capabilities);
      await turn();
      answers.push(element.capabilities);
    }
    return answers.filter((each) => each !== undefined);
  });
  expect(seen).toEqual([]);
});

test("a part that the agent is known not to take is refused before it gets into the thread; an unknown one is sent", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.capabilities = { multimodal: { input: { audio: false, pdf: false } } };
    const data = (mimeType: string) => ({ type: "data", value: "AAAA", mimeType }) as const;
    const text = { type: "text", text: "Look." } as const;
    const refused = [];
    for (const part of [
      { type: "audio", source: data("audio/wav") },
      { type: "document", source: data("application/pdf") },
    ] as const) {
      refused.push(await element.sendMessage([text, part]).catch((error: Error) => error.message));
    }
    const { outcome } = await element.sendMessage([
      text,
      { type: "image", source: data("image/png") },
      { type: "document", source: data("text/plain") },
    ]);
    return { refused, outcome, messages: element.messages.length };
  }, agent.url);
  expect(seen).toEqual({
    refused: [
      expect.stringContaining("capabilities.multimodal.input.audio is false"),
      expect.stringContaining("capabilities.multimodal.input.pdf is false"),
    ],
    outcome: "finished",
    messages: 2,
  });
});

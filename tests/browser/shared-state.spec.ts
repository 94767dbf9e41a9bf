/** The state that the page and the backend share: written from both sides, and predicted. */
import type { Page } from "@playwright/test";
import { eventsOnly, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { finished, finishedInterrupted, open, started } from "./conversation.js";

test.use({ sharesPage: true });

const done = run(...text("m1", "Done."));
const now = { type: "CUSTOM", name: "now", value: null };

test("a state that is set goes with the next run, as a copy, and is reported", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", ["state-changed"]);
    const given = { city: "Lima", list: [1] };
    element.state = given;
    given.list.push(2);
    element.state = { city: "Lima", list: [1] };
    await element.sendMessage("Go");
    return { details: events.map(({ detail }) => detail), state: element.state };
  }, agent.url);
  const state = { city: "Lima", list: [1] };
  expect(seen).toEqual({ details: [{ state }], state });
  expect(agent.requests[0]?.state).toEqual(state);
});

test("a state is kept when its run fails or is aborted", async ({ harness, backend }) => {
  const agent = backend.script(
    eventsOnly([started, now, { type: "RUN_ERROR", message: "boom" }]),
    open(started, now),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.state = { a: 1 };
    element.addEventListener("ag-ui-custom", () => {
      element.patchState((draft) => {
        draft.b = (draft.b ?? 0) + 1;
      });
      if (element.state.b === 2) element.abort();
    });
    const first = await element.sendMessage("One");
    const second = await element.sendMessage("Two");
    await element.sendMessage("Three");
    return [first.outcome, second.outcome, element.state];
  }, agent.url);
  expect(seen).toEqual(["failed", "aborted", { a: 1, b: 2 }]);
  expect(agent.requests.map(({ state }) => state)).toEqual([
    { a: 1 },
    { a: 1, b: 1 },
    { a: 1, b: 2 },
  ]);
});

const writes: [string, object[], object][] = [
  [
    "a delta of another place",
    [{ type: "STATE_DELTA", delta: [{ op: "add", path: "/theirs", value: 1 }] }],
    { kept: true, mine: ["a"], theirs: 1 },
  ],
  [
    "a later delta of the same place",
    [{ type: "STATE_DELTA", delta: [{ op: "replace", path: "/mine", value: ["b"] }] }],
    { kept: true, mine: ["b"] },
  ],
  [
    "a delta within what the page has removed",
    [{ type: "STATE_DELTA", delta: [{ op: "replace", path: "/gone/x", value: 2 }] }],
    { kept: true, mine: ["a"] },
  ],
  [
    "a delta of the very member that the page has removed",
    [{ type: "STATE_DELTA", delta: [{ op: "replace", path: "/gone", value: 2 }] }],
    { kept: true, mine: ["a"], gone: 2 },
  ],
  [
    "a snapshot that does not know of it",
    [{ type: "STATE_SNAPSHOT", snapshot: { kept: false, gone: 1, mine: [], theirs: 2 } }],
    { kept: false, mine: ["a"], theirs: 2 },
  ],
  [
    "a snapshot after a delta that has overruled it",
    [
      { type: "STATE_DELTA", delta: [{ op: "replace", path: "/mine", value: ["b"] }] },
      { type: "STATE_SNAPSHOT", snapshot: { kept: true, gone: 1, mine: ["b"] } },
    ],
    { kept: true, mine: ["b"] },
  ],
];

for (const isClients of [false, true]) {
  for (const [what, events, state] of writes) {
    const who = isClients ? " where the client applies the events" : "";
    test(`what the page writes during a run, then ${what}, make one state${who}`, async ({
      harness,
      backend,
    }) => {
      const before = { kept: true, gone: { x: 1 }, mine: [] };
      const agent = backend.script(
        run({ type: "STATE_SNAPSHOT", snapshot: before }, now, ...events, ...text("m1", "Done.")),
        done,
      );
      const seen = await harness.evaluate(
        async ([url, isClients]) => {
          const element = openAgent(url);
          // With a subscriber of the page's, the client's own way of applying events is kept.
          if (isClients) element.agent.subscribe({});
          const atOnce: unknown[] = [];
          element.addEventListener("ag-ui-custom", () => {
            element.patchState([{ op: "add", path: "/mine/-", value: "a" }]);
            element.patchState((draft) => {
              delete draft.gone;
            });
            atOnce.push(structuredClone(element.state));
          });
          const { outcome } = await element.sendMessage("Go");
          const { state } = element;
          await element.sendMessage("Again");
          return { outcome, atOnce, state };
        },
        [agent.url, isClients] as const,
      );
      expect(seen).toEqual({ outcome: "finished", atOnce: [{ kept: true, mine: ["a"] }], state });
      expect(agent.requests[1]?.state).toEqual(state);
    });
  }
}

test("a thousand writes and deltas in turns end in what both sides wrote", async ({
  harness,
  backend,
}) => {
  const many = 1500;
  const deltas = Array.from({ length: many }, (_, n) => [
    now,
    { type: "STATE_DELTA", delta: [{ op: "add", path: `/theirs/${n}`, value: n }] },
  ]).flat();
  const snapshot = {
    type: "STATE_SNAPSHOT",
    snapshot: { theirs: { last: 1 }, mine: {}, count: 0 },
  };
  const agent = backend.script(
    run(
      { type: "STATE_SNAPSHOT", snapshot: { theirs: {}, mine: {}, count: 0 } },
      ...deltas,
      snapshot,
    ),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let count = 0;
    let theirs = 0;
    element.addEventListener("ag-ui-custom", () => {
      theirs = Object.keys(element.state.theirs).length;
      count += 1;
      element.patchState([
        { op: "add", path: `/mine/${count}`, value: count },
        { op: "replace", path: "/count", value: count },
      ]);
    });
    const { outcome } = await element.sendMessage("Go");
    const { state } = element;
    return [outcome, theirs, Object.keys(state.mine).length, state.count, state.theirs];
  }, agent.url);
  expect(seen).toEqual(["finished", many - 1, many, many, { last: 1 }]);
});

const refused: [string, string][] = [
  ["a value that is no JSON", "state = { when: 1n }"],
  ["an object inside itself", "state = (() => { const a = {}; a.a = a; return a; })()"],
  ["a getter that throws", "state = { get a() { throw new Error('no'); } }"],
  [
    "an operation that does not apply",
    "patchState([{ op: 'replace', path: '/none/x', value: 1 }])",
  ],
  [
    "a test that fails",
    "patchState([{ op: 'add', path: '/b', value: 1 }, { op: 'test', path: '/a', value: 2 }])",
  ],
  ["an unknown operation", "patchState([{ op: 'swap', path: '/a' }])"],
  ["a path that is no pointer", "patchState([{ op: 'remove', path: 'a' }])"],
  ["an operation without a value", "patchState([{ op: 'add', path: '/a' }])"],
  ["a prototype", "patchState([{ op: 'add', path: '/__proto__/polluted', value: 1 }])"],
  ["an async function", "patchState(async (draft) => { draft.a = 2; })"],
  ["neither operations nor a function", "patchState('a')"],
];

for (const [what, code] of refused) {
  test(`a change of the state by ${what} is refused, and changes nothing`, async ({ harness }) => {
    const seen = await harness.evaluate((code) => {
      const element = openAgent("/nowhere");
      element.state = { a: 1 };
      const events = record(element, "ag-ui-", ["state-changed"]);
      let name = "";
      let message = "";
      try {
        new Function("element", `element.${code}`)(element);
      } catch (thrown) {
        ({ name, message } = thrown as Error);
      }
      const { length } = events;
      return { name, message, state: element.state, length, polluted: "polluted" in {} };
    }, code);
    expect(seen).toMatchObject({ name: "TypeError", state: { a: 1 }, length: 0, polluted: false });
    expect(seen.message).toMatch(/^<ag-ui-agent>: (state|patchState\(\))/);
  });
}

test("what a draft's function throws is thrown, and a state that it returns replaces the old one", async ({
  harness,
}) => {
  const seen = await harness.evaluate(() => {
    const element = openAgent("/nowhere");
    element.state = { a: { b: 1 }, gone: 1 };
    let thrown: unknown;
    try {
      element.patchState((draft) => {
        draft.a.b = 2;
        throw new RangeError("mine");
      });
    } catch (error) {
      thrown = String(error);
    }
    const kept = structuredClone(element.state);
    element.patchState(({ a }: { a: object }) => ({ a, "with/slash~": true }));
    return [thrown, kept, element.state];
  });
  expect(seen).toEqual([
    "RangeError: mine",
    { a: { b: 1 }, gone: 1 },
    { a: { b: 1 }, "with/slash~": true },
  ]);
});

test("a state that is set before the element is defined is its state", async ({ harness }) => {
  const seen = await harness.evaluate(() => {
    const inert = document.implementation.createHTMLDocument("");
    const element = inert.createElement("ag-ui-agent");
    Object.assign(element, { state: { early: true }, context: [], forwardedProps: { a: 1 } });
    document.adoptNode(element);
    customElements.upgrade(element);
    return [element.state, element.forwardedProps];
  });
  expect(seen).toEqual([{ early: true }, { a: 1 }]);
});

/** What a page is shown of the state while a message is answered. */
function predicted(harness: Page, url: string) {
  return harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.state = { document: "Old.", other: 1 };
    const states: unknown[] = [];
    const getters: unknown[] = [];
    element.addEventListener("ag-ui-state-changed", ({ detail }) => {
      states.push([detail.state?.document, detail.isPredicted ?? false]);
      getters.push(element.state?.document);
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, states, getters, state: element.state, agents: element.agent.state };
  }, url);
}

const predict = {
  type: "CUSTOM",
  name: "PredictState",
  value: [{ state_key: "document", tool: "write_document", tool_argument: "document" }],
};
/** A call, with something between its pieces, so that they do not come together. */
const write = (args: string) =>
  toolCall("c1", "write_document", args).flatMap((event) => [event, now]);
const call = write('{"title":"x","document":"A new story."}');
const answer = { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "ok" };

test("an argument is shown as state while it is written, then the state that the backend confirms", async ({
  harness,
  backend,
}) => {
  const snapshot = { document: "A new story!", other: 1 };
  const agent = backend.script(
    run(predict, ...call, answer, { type: "STATE_SNAPSHOT", snapshot }, ...text("m1", "Done.")),
    done,
  );
  const seen = await predicted(harness, agent.url);
  expect(seen.outcome).toBe("finished");
  const shown = seen.states.slice(0, -1) as [string, boolean][];
  expect(shown.length).toBeGreaterThan(1);
  for (const [document, isPredicted] of shown) {
    expect("A new story.").toContain(document);
    expect(isPredicted).toBe(true);
  }
  expect(shown.at(-1)).toEqual(["A new story.", true]);
  expect(seen.states.at(-1)).toEqual(["A new story!", false]);
  expect(seen.getters).toEqual(seen.states.map((each) => (each as unknown[])[0]));
  expect(seen.state).toEqual(snapshot);
  expect(agent.requests[0]?.state).toEqual({ document: "Old.", other: 1 });
});

const unconfirmed: [string, object[], string][] = [
  ["ends without a confirmation", [answer, finished], "finished"],
  ["fails", [{ type: "RUN_ERROR", message: "boom" }], "failed"],
  ["breaks off", [], "failed"],
  ["is cancelled", [{ ...finished, outcome: { type: "cancelled" } }], "aborted"],
  ["is interrupted", [finishedInterrupted("c1")], "interrupted"],
];
for (const [what, end, outcome] of unconfirmed) {
  test(`the old state is back when a predicted run ${what}`, async ({ harness, backend }) => {
    const agent = backend.script(eventsOnly([started, predict, ...call, ...end]));
    const seen = await predicted(harness, agent.url);
    expect(seen.outcome).toBe(outcome);
    expect(seen.states.at(-2)).toEqual(["A new story.", true]);
    expect(seen.states.at(-1)).toEqual(["Old.", false]);
    expect([seen.state, seen.agents]).toEqual(Array(2).fill({ document: "Old.", other: 1 }));
  });
}

test("a prediction stands while the page's tool works on it, and is not sent", async ({
  harness,
  backend,
}) => {
  const snapshot = { document: "Confirmed.", other: 1 };
  const agent = backend.script(
    run(predict, ...call),
    run({ type: "STATE_SNAPSHOT", snapshot }, ...text("m1", "Done.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.state = { document: "Old.", other: 1 };
    let during: unknown;
    element.registry.register({
      name: "write_document",
      description: "Writes.",
      schema: {},
      handler: () => {
        during = element.state;
        // A page that goes on from what it sees does not make it its own.
        element.state = { ...element.state, mine: true };
      },
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, during, state: element.state };
  }, agent.url);
  expect(seen).toEqual({
    outcome: "finished",
    during: { document: "A new story.", other: 1 },
    state: { document: "Confirmed.", other: 1 },
  });
  expect(agent.requests[1]?.state).toEqual({ document: "Old.", other: 1, mine: true });
});

test("without an argument's name all arguments are predicted, and a delta confirms only its own member", async ({
  harness,
  backend,
}) => {
  const value = [
    { state_key: "draft", tool: "write_document" },
    { state_key: "document", tool: "write_document", tool_argument: "document" },
  ];
  const delta = [{ op: "replace", path: "/document", value: "Theirs." }];
  const agent = backend.script(
    eventsOnly([
      started,
      { ...predict, value },
      ...call,
      { type: "STATE_DELTA", delta },
      now,
      answer,
      finished,
    ]),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.state = { document: "Old." };
    const states: unknown[] = [];
    element.addEventListener("ag-ui-state-changed", ({ detail }) => states.push(detail.state));
    await element.sendMessage("Go");
    return states.slice(-2);
  }, agent.url);
  const draft = { title: "x", document: "A new story." };
  expect(seen).toEqual([{ document: "Theirs.", draft }, { document: "Theirs." }]);
});

const hostile: [string, unknown][] = [
  ["no list", { state_key: "a" }],
  ["nonsense", [null, 1, "x", {}, { state_key: 1, tool: {} }, { state_key: "", tool: "" }]],
  ["a prototype", [{ state_key: "__proto__", tool: "write_document", tool_argument: "__proto__" }]],
  [
    "thousands",
    Array.from({ length: 5000 }, (_, n) => ({ state_key: `k${n}`, tool: "write_document" })),
  ],
];
for (const [what, value] of hostile) {
  test(`a prediction that is ${what} harms nothing`, async ({ harness, backend }) => {
    const args = '{"__proto__":{"polluted":true},"document":"x"}';
    const agent = backend.script(
      run({ ...predict, value }, ...toolCall("c1", "write_document", args), answer),
    );
    const seen = await predicted(harness, agent.url);
    expect(seen.outcome).toBe("finished");
    expect(seen.state).toEqual({ document: "Old.", other: 1 });
    expect(await harness.evaluate(() => "polluted" in {})).toBe(false);
  });
}

test("a prediction is shown where the client applies the events", async ({ harness, backend }) => {
  const agent = backend.script(run(predict, ...call, answer, ...text("m1", "Done.")));
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.agent.subscribe({});
    element.state = { document: "Old." };
    const states: unknown[] = [];
    element.addEventListener("ag-ui-state-changed", ({ detail }) => {
      states.push(detail.state.document);
    });
    await element.sendMessage("Go");
    return states;
  }, agent.url);
  expect(seen).toContain("A new story.");
  expect(seen.at(-1)).toBe("Old.");
});

test("what is predicted belongs to its thread", async ({ harness, backend }) => {
  const agent = backend.script(open(started, predict, ...call));
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const isShown = new Promise<void>((resolve) => {
      element.addEventListener("ag-ui-state-changed", ({ detail }) => {
        if (detail.state.document === "A new story.") resolve();
      });
    });
    const sent = element.sendMessage("Go");
    await isShown;
    element.threadId = "another";
    await sent;
    return element.state;
  }, agent.url);
  expect(seen).toEqual({});
});

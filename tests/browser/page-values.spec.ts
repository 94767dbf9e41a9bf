/** What a page hands in may be anything that reads as the value: reactive, frozen, of another realm, of a class. */
import type { Page } from "@playwright/test";
import { eventsOnly, type Reply, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { offerShop } from "./shop.js";

test.use({ sharesPage: true });

const done = run(...text("m9", "Done."));

declare global {
  /** A JSON value as the page has it: one way for each kind of value that is no plain object. */
  var wrap: Record<string, <Value>(value: Value) => Value>;
}

const kinds = [
  "a Vue ref's value",
  "Vue's reactive()",
  "Vue's readonly()",
  "a hand-made Proxy",
  "frozen",
  "of another realm",
  "without a prototype",
  "instances of classes",
  "getters, as MobX without Proxies",
  "holding functions and symbols",
] as const;

async function offerWrappers(page: Page): Promise<void> {
  await page.evaluate(() => load("vue"));
  await page.evaluate(() => {
    type Change = (holder: object) => object;
    /** Rebuilds a JSON value from the inside out. */
    const rebuild = (value: unknown, change: Change): unknown => {
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return change(value.map((item) => rebuild(item, change)));
      const members = Object.entries(value).map(([key, item]) => [key, rebuild(item, change)]);
      return change(Object.fromEntries(members));
    };
    const each = (change: Change) => (value: unknown) => rebuild(value, change);
    /** As Svelte does: what is read through it is a Proxy as well. */
    const proxied = (value: unknown): unknown =>
      typeof value === "object" && value !== null
        ? new Proxy(value, { get: (target, key, self) => proxied(Reflect.get(target, key, self)) })
        : value;
    class Model {
      constructor(members: object) {
        Object.assign(this, members);
      }
      get summary() {
        return "of the prototype";
      }
      save() {}
    }
    const accessors = (holder: object) => {
      if (Array.isArray(holder)) return { toJSON: () => holder };
      const all = Object.entries(holder).map(([key, value]) => [
        key,
        { get: () => value, enumerable: true, configurable: true },
      ]);
      return Object.defineProperties({}, Object.fromEntries(all));
    };
    const withCode = (holder: object) =>
      Array.isArray(holder)
        ? holder
        : { onClick() {}, ...holder, [Symbol("key")]: 1, mark: Symbol("value"), none: undefined };
    Object.assign(globalThis, {
      wrap: {
        "a Vue ref's value": (value: unknown) => vue.ref(value).value,
        "Vue's reactive()": (value: unknown) => vue.reactive({ value }).value,
        "Vue's readonly()": (value: unknown) => vue.readonly(vue.reactive({ value })).value,
        "a hand-made Proxy": proxied,
        frozen: each(Object.freeze),
        "of another realm": (value: unknown) => openRealm().JSON.parse(JSON.stringify(value)),
        "without a prototype": each((holder) =>
          Array.isArray(holder) ? holder : Object.assign(Object.create(null), holder),
        ),
        "instances of classes": each((holder) =>
          Array.isArray(holder) ? holder : new Model(holder),
        ),
        "getters, as MobX without Proxies": each(accessors),
        "holding functions and symbols": each(withCode),
      },
    });
  });
}

/** A run that ends with an interrupt. */
const interrupted: Reply = (response, request) => {
  const { threadId, runId } = request;
  const outcome = { type: "interrupt", interrupts: [{ id: "i1", reason: "input_required" }] };
  const finished = { type: "RUN_FINISHED", threadId, runId, outcome };
  return eventsOnly([{ type: "RUN_STARTED", threadId, runId }, finished])(response, request);
};

test.beforeEach(async ({ harness }) => {
  await offerShop(harness);
  await offerWrappers(harness);
});

for (const kind of kinds) {
  test(`messages, content, payloads and arguments may be ${kind}`, async ({ harness, backend }) => {
    const pay = run(...toolCall("c1", "pay", '{"amount": 5}', "m1"));
    const agent = backend.script(interrupted, pay, done);
    const seen = await harness.evaluate(
      async ([url, kind]) => {
        const wrapped = wrap[kind] as <Value>(value: Value) => Value;
        // There, each member is an answer.
        const byId =
          kind === "holding functions and symbols" ? <T>(answers: T) => answers : wrapped;
        const { element, ran, asked } = await openShop(url);
        element.messages = wrapped([
          { id: "u0", role: "user", content: [{ type: "text", text: "Before" }] },
          {
            id: "a0",
            role: "assistant",
            toolCalls: [
              { id: "c0", type: "function", function: { name: "pay", arguments: '{"amount":1}' } },
            ],
          },
          { id: "t0", role: "tool", toolCallId: "c0", content: "paid" },
        ]);
        const first = await element.sendMessage(wrapped([{ type: "text", text: "Go" }]));
        const request = asked();
        const payload = { deep: [{ a: 1 }, null, true] };
        const answers = { i1: wrapped({ status: "resolved", payload }) };
        const resuming = element.resume(byId(answers) as never);
        const { approvalId } = await request;
        const answer = wrapped({ decision: "approve", args: { amount: 4, to: { name: "Ada" } } });
        await element.respondToApproval(approvalId, answer as never);
        const { outcome, error } = await resuming;
        return { first: first.outcome, outcome, error: error?.message, ran };
      },
      [agent.url, kind] as const,
    );
    expect(seen).toEqual({
      first: "interrupted",
      outcome: "finished",
      error: undefined,
      ran: [{ amount: 4, to: { name: "Ada" } }],
    });
    const [first, second] = agent.requests;
    const args = '{"amount":1}';
    expect(first?.messages).toEqual([
      { id: "u0", role: "user", content: [{ type: "text", text: "Before" }] },
      {
        id: "a0",
        role: "assistant",
        toolCalls: [{ id: "c0", type: "function", function: { name: "pay", arguments: args } }],
      },
      { id: "t0", role: "tool", toolCallId: "c0", content: "paid" },
      { id: expect.any(String), role: "user", content: [{ type: "text", text: "Go" }] },
    ]);
    expect(second?.resume).toEqual([
      { interruptId: "i1", status: "resolved", payload: { deep: [{ a: 1 }, null, true] } },
    ]);
  });

  test(`headers, an execution's arguments and decisions on open calls may be ${kind}`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(done);
    const seen = await harness.evaluate(
      async ([url, kind]) => {
        const wrapped = wrap[kind] as <Value>(value: Value) => Value;
        const { element, ran } = await openShop(url, "never");
        // There, each member is a header, or a decision.
        const byId = kind === "holding functions and symbols" ? <T>(named: T) => named : wrapped;
        element.headers = byId({ "x-a": "1" });
        const pay = element.registry.get("pay");
        if (!pay) throw new Error("There is no tool.");
        const result = await element.manager.execute(pay, "e1", wrapped({ amount: 3, to: ["x"] }));
        const call = { name: "pay", arguments: '{"amount":2}' };
        element.messages = [
          {
            id: "a0",
            role: "assistant",
            toolCalls: [{ id: "c", type: "function", function: call }],
          },
        ];
        const { outcome } = await element.settleOpenCalls(
          byId({ c: wrapped({ decision: "run" } as const) }),
        );
        return { success: result.success, outcome, ran };
      },
      [agent.url, kind] as const,
    );
    expect(seen).toEqual({
      success: true,
      outcome: "finished",
      ran: [{ amount: 3, to: ["x"] }, { amount: 2 }],
    });
    expect(agent.requests[0]?.headers["x-a"]).toBe("1");
  });
}

test("headers may be a Headers of any realm, a Map or pairs", async ({ harness, backend }) => {
  const agent = backend.script(done, done, done, done, done);
  await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const { Headers: TheirHeaders, Map: TheirMap } = openRealm();
    const given: (typeof element.headers)[] = [
      new TheirHeaders({ "x-a": "1" }),
      new TheirMap([["x-a", "2"]]),
      vue.reactive(new Map([["x-a", "3"]])),
      [
        ["x-a", "4"],
        ["x-b", undefined],
      ],
      new Headers({ "x-a": "5" }),
    ];
    for (const headers of given) {
      element.headers = headers;
      await element.sendMessage("Go");
    }
  }, agent.url);
  expect(agent.requests.map(({ headers }) => headers["x-a"])).toEqual(["1", "2", "3", "4", "5"]);
});

test("headers that can't be read are the page's fault, and said to be that", async ({
  harness,
  backend,
}) => {
  const agent = backend.script();
  const words = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const given: unknown[] = [
      proxy,
      "x-a: 1",
      () => ({ "x-a": "1" }),
      [["x-a"]],
      {
        get "x-a"() {
          throw new Error("no token");
        },
      },
      { "x-a": Symbol("s") },
      { "x-a": () => "1" },
    ];
    const words: string[] = [];
    for (const headers of given) {
      element.headers = headers as never;
      const { outcome, error } = await element.sendMessage("Go");
      words.push(`${outcome}: ${error?.message}`);
    }
    return words;
  }, agent.url);
  for (const message of words) expect(message).toMatch(/^failed: The header.* can't be sent: /);
  expect(words[4]).toContain('"x-a" can\'t be sent: no token');
  expect(agent.requests).toHaveLength(0);
});

test("an agent that Vue keeps in a ref runs as the agent itself", async ({ harness, backend }) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(async (url) => {
    const own = openAgent(url).agent;
    const element = openAgent("/nowhere");
    const kept = vue.ref({ agent: own });
    element.agent = kept.value.agent as typeof own;
    element.agent.threadId = "kept";
    Object.assign(own, { url });
    element.messages = [{ id: "u0", role: "user", content: "Before" }];
    const { outcome, error } = await element.sendMessage("Go");
    return { outcome, error: error?.message, isItself: element.agent === own };
  }, agent.url);
  expect(seen).toEqual({ outcome: "finished", error: undefined, isItself: true });
  expect(agent.requests[0]?.messages.map(({ content }) => content)).toEqual(["Before", "Go"]);
});

test("a registry, manager or agent that is none is refused where it is set", async ({
  harness,
}) => {
  const words = await harness.evaluate(() => {
    const element = openAgent("/nowhere");
    return (["registry", "manager", "agent"] as const).flatMap((name) =>
      [{}, "x", 1, new Map()].map((given) => {
        try {
          Reflect.set(element, name, given);
          return "taken";
        } catch (fault) {
          return `${(fault as Error).name}: ${(fault as Error).message}`;
        }
      }),
    );
  });
  const names = ["ToolRegistry", "ToolExecutionManager", "AbstractAgent"];
  for (const [index, message] of words.entries()) {
    expect(message).toMatch(
      new RegExp(`^TypeError: .*must be an? ${names[Math.floor(index / 4)]}`),
    );
  }
});

test("a registry in Vue's hands is itself; one that can't be read is the page's fault", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const { registry } = element;
    const kept = vue.reactive({ registry, manager: element.manager });
    Object.assign(element, kept);
    const first = await element.sendMessage("Go");
    element.registry = new Proxy(registry, {});
    const { error } = await element.sendMessage("Go");
    return { first: first.outcome, code: error?.code, message: error?.message };
  }, agent.url);
  expect(seen).toEqual({
    first: "finished",
    code: "input",
    message: expect.stringMatching(/^The page's registry can't be used: /),
  });
});

test("what a page puts into the agent itself is sent as it reads, or is the page's fault", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done, done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.agent.messages.push(vue.reactive({ id: "u0", role: "user", content: [] }) as never);
    element.agent.state = vue.reactive({ day: { name: "Monday" } });
    const first = await element.sendMessage("Go");
    const faults: unknown[] = [];
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    for (const content of [[{ type: "text", text: 1n }], [circle], [() => 0]]) {
      element.agent.messages.push({ id: "bad", role: "user", content } as never);
      const { error } = await element.sendMessage("Go");
      faults.push([error?.code, error?.message]);
      element.messages = element.messages.filter(({ id }) => id !== "bad");
    }
    element.agent.state = { when: 1n };
    const { error } = await element.sendMessage("Go");
    faults.push([error?.code, error?.message]);
    return { first: first.outcome, faults };
  }, agent.url);
  expect(seen.first).toBe("finished");
  expect(seen.faults).toEqual([
    [
      "input",
      expect.stringMatching(/agent can't be sent: .*messages\[\d\]\.content\[0\]\.text: a BigInt/),
    ],
    ["input", expect.stringMatching(/content\[0\]\.itself: an object inside itself/)],
    ["input", expect.stringMatching(/content\[0\]: a function/)],
    ["input", expect.stringMatching(/state\.when: a BigInt/)],
  ]);
  expect(agent.requests).toHaveLength(1);
});

/** What no backend can be sent, and what is said of it. */
const faults: [what: string, words: RegExp][] = [
  ["function", /: a function can't be sent/],
  ["symbol", /: a symbol can't be sent/],
  ["undefined", /: undefined can't be sent/],
  ["bigint", /: a BigInt can't be sent/],
  ["nan", /: NaN can't be sent/],
  ["infinity", /: -Infinity can't be sent/],
  ["map", /: a Map can't be sent/],
  ["set", /: a Set can't be sent/],
  ["bytes", /: a Uint8Array can't be sent/],
  ["regexp", /: a RegExp can't be sent/],
  ["error", /: an Error can't be sent/],
  ["promise", /: a Promise can't be sent/],
  ["node", /: a HTMLDivElement can't be sent/],
  ["circle", /\.itself: an object inside itself can't be sent/],
  ["deep", /over 1000 levels deep can't be sent/],
  ["getter", /\.broken can't be read: no$/],
  ["toJson", / can't be read: no$/],
  ["revoked", / can't be read: .*revoked/],
];

for (const [what, words] of faults) {
  test(`what can't be sent is named with its place, and changes nothing: ${what}`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(interrupted, done);
    const seen = await harness.evaluate(
      async ([url, what]) => {
        const refuse = () => {
          throw new Error("no");
        };
        const circle: Record<string, unknown> = {};
        circle.itself = circle;
        let deep: unknown = 1;
        for (let level = 0; level < 5000; level += 1) deep = [deep];
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        const values: Record<string, unknown> = {
          function: () => 0,
          symbol: Symbol("s"),
          undefined,
          bigint: 1n,
          nan: Number.NaN,
          infinity: Number.NEGATIVE_INFINITY,
          map: new Map(),
          set: openRealm().eval("new Set()"),
          bytes: new Uint8Array(2),
          regexp: openRealm().eval("/a/"),
          error: new Error("e"),
          promise: Promise.resolve(1),
          node: document.createElement("div"),
          circle,
          deep,
          getter: Object.defineProperty({}, "broken", { get: refuse, enumerable: true }),
          toJson: { toJSON: refuse },
          revoked: proxy,
        };
        const bad = values[what];
        const element = openAgent(url);
        await element.sendMessage("Go");
        const before = JSON.stringify(element.messages);
        const faultOf = async (work: () => unknown) => {
          try {
            await work();
            return "taken";
          } catch (fault) {
            return `${(fault as Error).name}: ${(fault as Error).message}`;
          }
        };
        const messages = await faultOf(() => {
          element.messages = [{ id: "1", role: "user", content: [bad] as never }];
        });
        const content = await faultOf(() => element.sendMessage([bad] as never));
        const payload = await faultOf(() =>
          element.resume({ i1: { status: "resolved", payload: { list: [bad] } } }),
        );
        const isSame = JSON.stringify(element.messages) === before;
        const waiting = element.pendingInterrupts.length;
        return { messages, content, payload, isSame, waiting };
      },
      [agent.url, what] as const,
    );
    expect(seen.messages).toMatch(words);
    expect(seen.messages).toMatch(/^TypeError: <ag-ui-agent>: messages\[0\]\.content\[0\]/);
    expect(seen.content).toMatch(words);
    expect(seen.content).toMatch(/^TypeError: <ag-ui-agent>: content\[0\]/);
    expect(seen.payload).toMatch(words);
    expect(seen.payload).toMatch(/^TypeError: <ag-ui-agent>: the payload for "i1"\.list\[0\]/);
    expect([seen.isSame, seen.waiting]).toEqual([true, 1]);
    expect(agent.requests).toHaveLength(1);
  });
}

test("what has a toJSON is sent as that, a boxed value as what it boxes, and __proto__ is a member", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(interrupted, done);
  const outcome = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.sendMessage(Object("Go"));
    const payload = {
      date: new Date(0),
      url: new URL("http://a/b"),
      boxed: [Object("s"), Object(1), Object(false)],
      own: JSON.parse('{"b":1,"__proto__":{"a":1},"a":2}'),
    };
    const shared = { n: 1 };
    Object.assign(payload, { twice: [shared, shared] });
    return (await element.resume({ i1: { status: "resolved", payload } })).outcome;
  }, agent.url);
  expect(outcome).toBe("finished");
  expect(JSON.stringify(agent.requests[1]?.resume)).toContain(
    '"payload":{"date":"1970-01-01T00:00:00.000Z","url":"http://a/b","boxed":["s",1,false],' +
      '"own":{"b":1,"__proto__":{"a":1},"a":2},"twice":[{"n":1},{"n":1}]}',
  );
});

/** What are no messages, and where it is said to be wrong. */
const noMessages: [unknown, RegExp][] = [
  ["x", /messages must be an array, but is x/],
  [{ length: 1 }, /messages must be an array/],
  [[null], /messages\[0\] must be a message, but is null/],
  [[{ id: "1", content: "x" }], /messages\[0\]\.role must be a text, but is undefined/],
  [[{ id: 1, role: "user", content: "x" }], /messages\[0\]\.id must be a text, but is 1/],
  [[{ id: "1", role: "tool", content: "x" }], /messages\[0\]\.toolCallId must be a text/],
  [[{ id: "1", role: "assistant", toolCalls: {} }], /messages\[0\]\.toolCalls must be an array/],
  [
    [
      {
        id: "1",
        role: "assistant",
        toolCalls: [{ id: "c", function: { name: "f", arguments: {} } }],
      },
    ],
    /messages\[0\]\.toolCalls\[0\]\.function\.arguments must be a text/,
  ],
  [
    [{ id: "1", role: "assistant", toolCalls: [{ id: "c" }] }],
    /messages\[0\]\.toolCalls\[0\]\.function\.name must be a text/,
  ],
];

test("what are no messages is refused with its place, and the thread stays as it was", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(
    async ([url, given]) => {
      const element = openAgent(url);
      const words = (given as unknown[]).map((messages) => {
        try {
          element.messages = messages as never;
          return "taken";
        } catch (fault) {
          return `${(fault as Error).name}: ${(fault as Error).message}`;
        }
      });
      return { words, outcome: (await element.sendMessage("Go")).outcome };
    },
    [agent.url, noMessages.map(([messages]) => messages)] as const,
  );
  for (const [index, [, words]] of noMessages.entries()) {
    expect(seen.words[index]).toMatch(/^TypeError: <ag-ui-agent>: /);
    expect(seen.words[index]).toMatch(words);
  }
  expect(seen.outcome).toBe("finished");
  expect(agent.requests[0]?.messages).toHaveLength(1);
});

test("arguments that can't be written say where, and an unreadable answer which field", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...toolCall("c1", "pay", '{"amount": 5}', "m1")), done);
  const seen = await harness.evaluate(async (url) => {
    const { element, order } = await openShop(url);
    const pay = element.registry.get("pay");
    if (!pay) throw new Error("There is no tool.");
    const result = await element.manager.execute(pay, "e1", { amount: 1, deep: [{ n: 1n }] });
    const { sending, request } = await order();
    const wordsOf = (answer: object) =>
      element.respondToApproval(request.approvalId, answer as never).then(
        () => "taken",
        (error: Error) => `${error.name}: ${error.message}`,
      );
    const broken = { decision: "approve", args: { amount: 1, deep: [{ n: 1n }] } };
    const unreadable = Object.defineProperty({ decision: "approve" }, "args", {
      get() {
        throw new Error("no");
      },
    });
    const words = [await wordsOf(broken), await wordsOf(unreadable)];
    element.abort();
    await sending;
    return { error: result.success ? undefined : result.error.message, words };
  }, agent.url);
  expect(seen.error).toContain("arguments.deep[0].n: a BigInt");
  expect(seen.words).toEqual([
    expect.stringMatching(/^InvalidAnswerError: .*arguments\.deep\[0\]\.n: a BigInt/),
    expect.stringMatching(/^TypeError: .*args can't be read: no/),
  ]);
});

test("a result may be reactive, with its Maps and Sets", async ({ harness }) => {
  const text = await harness.evaluate(async () => {
    const state = vue.reactive({
      list: [{ a: 1 }],
      map: new Map([["k", { b: 2 }]]),
      set: new Set([1, 2]),
    });
    const realm = openRealm().JSON.parse('{"c":[3]}');
    return (await resultOf({ state, realm, frozen: Object.freeze({ d: 4 }) })).result;
  });
  expect(text).toBe(
    '{"state":{"list":[{"a":1}],"map":{"k":{"b":2}},"set":[1,2]},"realm":{"c":[3]},"frozen":{"d":4}}',
  );
});

test("a fault in what was set before the element was defined is reported, and the element lives", async ({
  harness,
  backend,
  complaints,
}) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(async (url) => {
    const reported = new Promise<string>((resolve) => {
      addEventListener("error", (event) => resolve(event.message), { once: true });
    });
    const inert = document.implementation.createHTMLDocument("");
    const element = inert.createElement("ag-ui-agent");
    Object.assign(element, { messages: [null], url });
    document.adoptNode(element);
    customElements.upgrade(element);
    return { reported: await reported, outcome: (await element.sendMessage("Go")).outcome };
  }, agent.url);
  expect(seen).toEqual({
    reported: expect.stringContaining("messages[0] must be a message"),
    outcome: "finished",
  });
  complaints.splice(0);
});

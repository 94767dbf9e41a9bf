/** Streams that come as fast as they can, and threads that grow long: the page keeps its turn, and what it was shown. */
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { started } from "./conversation.js";

const many = 20_000;

/** A text in so many pieces. */
function pieces(count: number): object[] {
  const content = { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "word " };
  return [
    { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
    ...new Array<object>(count).fill(content),
    { type: "TEXT_MESSAGE_END", messageId: "m" },
  ];
}

/** Ways in which a stream comes all at once. */
const ways = [
  "from the network",
  "from memory",
  "from an agent of the page",
  "with a subscriber",
] as const;

for (const way of ways) {
  test(`a timer runs and abort() works while ${many} pieces come ${way}`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(run(...pieces(many)), run(...text("m2", "Back again.")));
    const seen = await harness.evaluate(
      async ([url, way, events]) => {
        const element = openAgent(url);
        const http = element.agent as import("@ag-ui/client").HttpAgent;
        if (way === "from memory") {
          const { fetch } = globalThis;
          globalThis.fetch = async (...given) => {
            globalThis.fetch = fetch;
            const whole = await (await fetch(...given)).arrayBuffer();
            return new Response(whole, { headers: { "content-type": "text/event-stream" } });
          };
        }
        if (way === "from an agent of the page") {
          const Agent = Object.getPrototypeOf(http.constructor);
          const input = { threadId: "t", runId: "r", messages: [], tools: [], context: [] };
          let Observable = http.run(input as never).constructor;
          while (Object.getPrototypeOf(Observable) !== Function.prototype) {
            Observable = Object.getPrototypeOf(Observable);
          }
          class Own extends Agent {
            run() {
              return new (Observable as never as new (subscribe: unknown) => unknown)(
                (subscriber: { next(event: object): void }) => {
                  for (const event of events) subscriber.next(event);
                },
              );
            }
          }
          element.agent = new Own() as never;
        }
        if (way === "with a subscriber") element.agent.subscribe({ onEvent: () => {} });
        let told = 0;
        element.addEventListener("ag-ui-text-content", ({ detail }) => {
          told = detail.buffer.length;
        });
        const stop = () => void setTimeout(() => element.abort());
        element.addEventListener("ag-ui-text-start", stop, { once: true });
        const { outcome } = await element.sendMessage("Go");
        const kept = element.messages.at(-1)?.content;
        if (way === "from an agent of the page") element.agent = http;
        return {
          outcome,
          isAll: told >= events.length * "word ".length - 100,
          isKept: String(kept).length === told || kept === "Go",
          next: (await element.sendMessage("Again")).outcome,
        };
      },
      [agent.url, way, [started, ...pieces(many)]] as const,
    );
    expect(seen).toEqual({ outcome: "aborted", isAll: false, isKept: true, next: "finished" });
  });
}

test("each piece is told, and what they make of the messages once for many", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(run(...pieces(many)));
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let [told, changes, buffer] = [0, 0, ""];
    let isRight = true;
    element.addEventListener("ag-ui-text-content", ({ detail }) => {
      told += 1;
      buffer += detail.delta;
      isRight &&= detail.buffer.length === buffer.length;
    });
    element.addEventListener("ag-ui-messages-changed", ({ detail }) => {
      changes += 1;
      const [, message] = detail.messages;
      isRight &&= !message || String(message.content).length === buffer.length;
      isRight &&= element.messages.at(-1)?.content === detail.messages.at(-1)?.content;
    });
    const { outcome } = await element.sendMessage("Go");
    const length = String(element.messages.at(-1)?.content).length;
    return { outcome, told, length, isRight, areFew: changes < told / 10 };
  }, agent.url);
  expect(seen).toEqual({
    outcome: "finished",
    told: many,
    length: many * "word ".length,
    isRight: true,
    areFew: true,
  });
});

test("thousands of calls run, each once, and a timer runs between them", async ({
  harness,
  backend,
}) => {
  const count = 2000;
  const calls = Array.from({ length: count }, (_, n) => toolCall(`c${n}`, "note", `{"n": ${n}}`));
  const agent = backend.script(run(...calls.flat()), run(...text("m2", "Done.")));
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const ran = new Set<unknown>();
    let turns = 0;
    await element.registerTool({
      name: "note",
      description: "Notes.",
      schema: {},
      handler: ({ n }) => {
        if (ran.size === 0) setTimeout(() => (turns = ran.size));
        ran.add(n);
        return `noted ${n}`;
      },
    });
    const { outcome } = await element.sendMessage("Go");
    const { messages } = element;
    const answers = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
    return { outcome, ran: ran.size, isBetween: turns > 0 && turns < ran.size, answers };
  }, agent.url);
  expect(seen).toEqual({
    outcome: "finished",
    ran: count,
    isBetween: true,
    answers: Array.from({ length: count }, (_, n) => `noted ${n}`),
  });
  expect(agent.requests[1]?.messages).toHaveLength(1 + 2 * count);
});

test("what a detail has shown never changes later, also when it is looked at late; what stayed the same is the same", async ({
  harness,
  backend,
}) => {
  const activity = { messageId: "act", activityType: "PLAN" };
  const patch = (n: number) => [{ op: "add", path: "/steps/-", value: n }];
  const agent = backend.script(
    run(
      { type: "STATE_SNAPSHOT", snapshot: { kept: { deep: [1] }, list: [] } },
      { type: "ACTIVITY_SNAPSHOT", ...activity, content: { steps: [] } },
      ...Array.from({ length: 20 }, (_, n) => [
        ...text(`m${n}`, `Message ${n}`),
        { type: "STATE_DELTA", delta: [{ op: "add", path: "/list/-", value: { n } }] },
        { type: "ACTIVITY_DELTA", ...activity, patch: patch(n) },
        ...toolCall(`c${n}`, "note", `{"n": ${n}}`, `m${n}`),
      ]).flat(),
    ),
    run(...text("end", "Done.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.registerTool({ name: "note", description: "x", schema: {}, handler: () => 1 });
    const now: string[] = [];
    const late: CustomEvent[] = [];
    const looks: CustomEvent[] = [];
    const types = [
      "ag-ui-messages-changed",
      "ag-ui-state-changed",
      "ag-ui-activity-changed",
    ] as const;
    for (const type of types) {
      element.addEventListener(type, (event) => {
        // What the element has at that moment is what is told.
        const act = element.messages.find(({ role }) => role === "activity")?.content;
        const { messages, state } = element;
        const detail =
          type === "ag-ui-messages-changed"
            ? { messages }
            : type === "ag-ui-state-changed"
              ? { state }
              : { act };
        now.push(JSON.stringify(Object.values(detail)[0]));
        (now.length % 2 === 0 ? late : looks).push(event);
        if (now.length % 2 === 1) JSON.stringify(event.detail);
      });
    }
    const { outcome } = await element.sendMessage("Go");
    const shown = ({ detail }: CustomEvent) =>
      JSON.stringify(detail.messages ?? detail.state ?? detail.content);
    const all = now.map((_, at) => shown((at % 2 === 1 ? late : looks)[at >> 1] as CustomEvent));
    const states = [...looks, ...late].filter(({ type }) => type === "ag-ui-state-changed");
    const lists = looks
      .filter(({ detail }) => detail.messages)
      .map(({ detail }) => detail.messages);
    const firsts = new Set(lists.filter((list) => list.length > 3).map((list) => list[2]));
    return {
      outcome,
      isSame: all.every((value, at) => value === now[at]),
      wrong: all
        .flatMap((value, at) => (value === now[at] ? [] : [[at, value, now[at]]]))
        .slice(0, 2),
      kept: new Set(states.map(({ detail }) => detail.state.kept)).size,
      firsts: firsts.size < lists.length,
      isFrozen: Object.isFrozen(states[0]?.detail.state.kept.deep),
      state: element.state,
    };
  }, agent.url);
  const list = Array.from({ length: 20 }, (_, n) => ({ n }));
  expect(seen).toEqual({
    outcome: "finished",
    isSame: true,
    wrong: [],
    kept: 1,
    firsts: true,
    isFrozen: true,
    state: { kept: { deep: [1] }, list },
  });
});

test("a subscriber of the page on the element's agent changes what the client lets it change", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      ...text("m1", "Drop me"),
      { type: "CUSTOM", name: "rewrite", value: 1 },
      { type: "STATE_SNAPSHOT", snapshot: { a: 1 } },
      ...text("m2", "Done."),
    ),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const heard: string[] = [];
    element.agent.subscribe({
      onTextMessageContentEvent: async ({ event }) => {
        await undefined;
        return event.messageId === "m1" ? { stopPropagation: true } : undefined;
      },
      onCustomEvent: ({ messages }) => ({
        messages: messages.map((message) =>
          message.id === "m1" ? { ...message, content: "Rewritten" } : message,
        ) as never,
      }),
      onStateSnapshotEvent: () => ({ state: { a: 2 }, stopPropagation: true }),
      onMessagesChanged: ({ messages }) => void heard.push(`${messages.length} messages`),
      onNewMessage: ({ message }) => void heard.push(`new ${message.id}`),
    });
    const told: unknown[] = [];
    element.addEventListener("ag-ui-state-changed", ({ detail }) => told.push(detail.state));
    const { outcome } = await element.sendMessage("Go");
    return { outcome, told, heard, state: element.state, messages: element.messages };
  }, agent.url);
  expect(seen).toMatchObject({ outcome: "finished", told: [{ a: 2 }], state: { a: 2 } });
  expect(seen.messages.map(({ content }) => content)).toEqual(["Go", "Rewritten", "Done."]);
  expect(seen.heard).toContain("new m2");
  expect(seen.heard).toContain("3 messages");
});

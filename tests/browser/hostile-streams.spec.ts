import { eventsOnly, type Reply, run, text, toolCall } from "../support/backend.js";
import { capturedStreams } from "../support/captured.js";
import { expect, test } from "../support/test.js";
import {
  asked,
  brief,
  converse,
  expectEveryCallAnswered,
  finished,
  finishedPending,
  open,
  result,
  snapshot,
  started,
} from "./conversation.js";

test.use({ sharesPage: true });

const done = run(...text("last", "Done."));
const noise = { type: "RAW", event: { chunk: "…" }, source: "langgraph" };
const you = { id: "u1", role: "developer", content: "Be brief." };

/** How backends ask for the same call, each in its own way. */
const ways: [string, object[]][] = [
  [
    "with its arguments in one piece",
    [
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "echo", parentMessageId: "m1" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"a":1}' },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
    ],
  ],
  ["without a parent message", toolCall("c1", "echo", '{"a":1}')],
  [
    "with empty pieces of arguments",
    [
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "echo" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"a":1}' },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
    ],
  ],
  [
    "in chunks",
    [
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "echo", parentMessageId: "m1" },
      { type: "TOOL_CALL_CHUNK", delta: '{"a"' },
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", delta: ":1}" },
    ],
  ],
  [
    "in chunks, behind text in chunks",
    [
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", role: "assistant", delta: "Let me" },
      { type: "TEXT_MESSAGE_CHUNK", delta: " see." },
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "echo", delta: '{"a":1}' },
    ],
  ],
  [
    "amid noise, and with trailing snapshots, as LangGraph does",
    [
      noise,
      { type: "STEP_STARTED", stepName: "model" },
      noise,
      ...toolCall("c1", "echo", '{"a":1}', "m1").map((event) => ({ ...event, rawEvent: { a: 1 } })),
      noise,
      { type: "STEP_FINISHED", stepName: "model" },
      { type: "STATE_SNAPSHOT", snapshot: { messages: [] } },
      snapshot(you, asked("m1", { c1: '{"a":1}' })),
    ],
  ],
  [
    "beside events and fields nobody knows",
    [
      { type: "NEWER_THAN_US", what: "ever" },
      ...toolCall("c1", "echo", '{"a":1}', "m1").map((event) => ({ ...event, more: null })),
      { type: "CUSTOM", name: "progress", value: [1] },
    ],
  ],
  [
    "after thinking in the older events",
    [
      { type: "THINKING_START" },
      { type: "THINKING_TEXT_MESSAGE_START" },
      { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "Hm." },
      { type: "THINKING_TEXT_MESSAGE_END" },
      { type: "THINKING_END" },
      ...toolCall("c1", "echo", '{"a":1}', "m1"),
    ],
  ],
];

const endings: [string, object][] = [
  ["no outcome", finished],
  ["success and no pending list", { ...finished, outcome: { type: "success" } }],
  ["an empty pending list", finishedPending()],
  ["the pending list", finishedPending("c1")],
];

for (const [how, events] of ways) {
  for (const [ending, end] of endings) {
    test(`a call ${how}, ended with ${ending}, runs once and is answered`, async ({
      harness,
      backend,
    }) => {
      const agent = backend.script(eventsOnly([started, ...events, end]), done);
      const heard = await converse(harness, agent);
      expect(heard.outcomes).toEqual(["finished"]);
      expect(heard.ran).toEqual([{ a: 1 }]);
      expect(agent.requests).toHaveLength(2);
      expect(brief(agent.requests[1]?.messages).at(-1)).toBe('c1=echo {"a":1}');
      expectEveryCallAnswered(agent.requests[1]?.messages);
    });
  }
}

for (const [what, events] of [
  ["no arguments at all", []],
  ["empty arguments", [{ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "" }]],
  ["blank arguments", [{ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: " \n" }]],
] as const) {
  test(`a call with ${what} runs with {}, and stands so in the history`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(
      run({ type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "echo" }, ...events, {
        type: "TOOL_CALL_END",
        toolCallId: "c1",
      }),
      done,
    );
    const heard = await converse(harness, agent);
    expect(heard.ran).toEqual([{}]);
    expectEveryCallAnswered(agent.requests[1]?.messages);
  });
}

test("rule 3: a result for a call that the backend also left to the page: the backend's stands, and nothing runs", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    eventsOnly([
      started,
      ...toolCall("c1", "echo", "{}", "m1"),
      ...toolCall("c2", "echo", "{}", "m1"),
      result("c1"),
      result("c1", "once more"),
      finishedPending("c1", "c2"),
    ]),
    done,
  );
  const heard = await converse(harness, agent);
  expect(heard.ran).toEqual([{}]);
  expect(brief(agent.requests[1]?.messages).slice(1)).toEqual([
    "m1(c1 c2)",
    "c1=from the server",
    "c2=echo {}",
  ]);
});

test("rule 3: a result that comes in the next run, for a call the page has answered, changes nothing", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "echo", "{}", "m1")),
    run(result("c1", "late"), ...text("m2", "Fine.")),
    done,
  );
  const heard = await converse(harness, agent, 2);
  expect(heard.ran).toEqual([{}]);
  expect(brief(agent.requests[2]?.messages)).toContain("c1=echo {}");
  expectEveryCallAnswered(agent.requests[2]?.messages);
});

test("messages of a snapshot stand in its order, also those the page did not have", async ({
  harness,
  backend,
}) => {
  const system = { id: "s1", role: "system", content: "Be brief." };
  const agent = backend.script(
    (response, request) =>
      run(
        ...text("m1", "Hello."),
        snapshot(system, request.messages[0] as object, {
          id: "m1",
          role: "assistant",
          content: "Hello!",
        }),
        ...toolCall("c1", "echo", "{}", "m2"),
      )(response, request),
    done,
  );
  await converse(harness, agent);
  expect(brief(agent.requests[1]?.messages)).toEqual([
    "Be brief.",
    "Message 1",
    "Hello!",
    "m2(c1)",
    "c1=echo {}",
  ]);
});

test("a hundred parallel calls each run once, and are answered in call order in one request", async ({
  harness,
  backend,
}) => {
  const ids = Array.from({ length: 100 }, (_, at) => `c${at}`);
  const calls = ids.map((id, at) => toolCall(id, "echo", `{"n":${at}}`, "m1"));
  // Their events come mixed: the first of each, the second of each, and so on.
  const mixed = [0, 1, 2, 3, 4].flatMap((at) => calls.flatMap((events) => events[at] ?? []));
  const agent = backend.script(run(...mixed), done);
  const heard = await converse(harness, agent);
  expect(heard.outcomes).toEqual(["finished"]);
  expect(heard.ran).toEqual(ids.map((_, n) => ({ n })));
  expect(agent.requests).toHaveLength(2);
  const answers = agent.requests[1]?.messages.filter(({ role }) => role === "tool") ?? [];
  expect(answers.map(({ toolCallId }) => toolCallId)).toEqual(ids);
  expectEveryCallAnswered(agent.requests[1]?.messages);
});

test("an argument of a million characters reaches the handler as it is", async ({
  harness,
  backend,
}) => {
  const size = 1_000_000;
  const words = "é🐘x\n".repeat(size / 5);
  const args = JSON.stringify({ text: words });
  const half = Math.ceil(args.length / 20);
  const pieces = Array.from({ length: 20 }, (_, at) => args.slice(at * half, (at + 1) * half));
  const agent = backend.script(
    run(
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "echo", parentMessageId: "m1" },
      ...pieces.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta })),
      { type: "TOOL_CALL_END", toolCallId: "c1" },
    ),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let given: string | undefined;
    await element.registerTool({
      name: "echo",
      description: "Takes a text.",
      schema: z.object({ text: z.string() }),
      handler: ({ text }) => {
        given = text;
      },
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, given };
  }, agent.url);
  expect(seen.outcome).toBe("finished");
  expect(seen.given === words, "the text that was given").toBe(true);
  expect(agent.requests[1]?.messages[1]?.toolCalls?.[0]?.function.arguments === args).toBe(true);
});

test("a slow server is waited for, and what it sends is told as it comes", async ({
  harness,
  backend,
}) => {
  let heard = (): void => {};
  const agent = backend.script(async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const [start, ...rest] = toolCall("c1", "echo", '{"a":1}', "m1");
    const pieces = rest.slice(0, -1);
    for (const event of [started, start, ...pieces]) {
      // The next one only comes when the page has told of this one.
      const told = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const frame = `data: ${JSON.stringify(event)}\n\n`;
      response.write(frame.slice(0, 10));
      response.write(frame.slice(10));
      await told;
    }
    const last = [rest.at(-1), finished].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    response.end(last.join(""));
  }, done);
  await harness.exposeFunction("hear", () => heard());
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const { hear } = globalThis as unknown as { hear(): Promise<void> };
    const told: unknown[] = [];
    const ran: unknown[] = [];
    for (const type of ["run-started", "tool-call-start", "tool-call-args"] as const) {
      element.addEventListener(`ag-ui-${type}`, ({ detail }) => {
        told.push("buffer" in detail ? detail.buffer : type);
        void hear();
      });
    }
    await element.registerTool({
      name: "echo",
      description: "Runs.",
      schema: {},
      handler: (args) => void ran.push(args),
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, ran, told: told.slice(0, 5) };
  }, agent.url);
  expect(seen).toEqual({
    outcome: "finished",
    ran: [{ a: 1 }],
    told: ["run-started", "tool-call-start", '{"a', '{"a":1', '{"a":1}'],
  });
});

test("a server that never ends, and says nothing, is left by abort(), and the next message works", async ({
  harness,
  backend,
}) => {
  const silent: Reply = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  };
  const neverAnswers: Reply = () => {};
  for (const reply of [silent, neverAnswers, open(started)]) {
    const agent = backend.script(reply, done);
    const waiting = await harness.evaluateHandle((url) => {
      const element = openAgent(url);
      return { element, sending: element.sendMessage("Go") };
    }, agent.url);
    await expect.poll(() => agent.requests.length).toBe(1);
    const seen = await waiting.evaluate(async ({ element, sending }) => {
      element.abort();
      const outcomes = [(await sending).outcome, (await element.sendMessage("And?")).outcome];
      return { outcomes, isRunning: element.isRunning };
    });
    expect(seen).toEqual({ outcomes: ["aborted", "finished"], isRunning: false });
  }
});

test("a server that goes on and on after the run is over is not waited for", async ({
  harness,
  backend,
}) => {
  let isGone = false;
  const agent = backend.script((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const events = [started, ...toolCall("c1", "echo", "{}", "m1"), finished];
    response.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
    const ping = setInterval(() => response.write(": ping\n\n"), 20);
    response.on("close", () => {
      isGone = true;
      clearInterval(ping);
    });
  }, done);
  const heard = await converse(harness, agent, 2);
  expect(heard.outcomes).toEqual(["finished", "finished"]);
  expect(heard.ran).toEqual([{}]);
  await expect.poll(() => isGone).toBe(true);
});

test("a state delta that does not apply is one failure, and the thread and the next message work", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run({ type: "STATE_SNAPSHOT", snapshot: { a: 1 } }, ...toolCall("c1", "echo", "{}", "m1"), {
      type: "STATE_DELTA",
      delta: [{ op: "replace", path: "/no/such/place", value: 1 }],
    }),
    done,
  );
  const heard = await converse(harness, agent, 2);
  expect(heard.outcomes.at(-1)).toBe("finished");
  expectEveryCallAnswered(heard.messages);
});

for (const [name, stream] of capturedStreams()) {
  test(`rule 5: ${name}, cut at any event by a real server, is one failure, and the thread goes on`, async ({
    harness,
    backend,
  }) => {
    const frames = stream.split(/(?<=\n\n)/);
    let cut = 0;
    let isCut = false;
    const agent = backend.script((response, request) => {
      isCut = !isCut;
      if (!isCut) return done(response, request);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(frames.slice(0, cut).join(""));
      // Half of the next event comes, too.
      response.end(frames[cut]?.slice(0, 20));
    });
    for (cut = 0; cut < frames.length; cut += 1) {
      const heard = await converse(harness, agent, 2);
      expect(heard.outcomes, `after event ${cut}`).toEqual(["failed/truncated", "finished"]);
      expect(heard.ran).toEqual([]);
      expect(heard.events["run-failed"]).toBe(1);
      expectEveryCallAnswered(heard.messages);
    }
  });
}

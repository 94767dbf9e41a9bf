import { eventsOnly, type Reply, run } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { asked, expectEveryCallAnswered, snapshot, started } from "./conversation.js";
import { answers, args, call, done, end, hear, offerSaver, start, written } from "./saver.js";

test("abort() on invalid arguments stops the run, and the answer quotes what was written", async ({
  harness,
  backend,
}) => {
  let letGo: Promise<void> | undefined;
  const agent = backend.script((response) => {
    letGo = new Promise((resolve) => response.on("close", resolve));
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of [started, start("c1"), args("c1", '{"size": '), args("c1", "99, ")]) {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
  }, done);
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got, events } = await openSaver(url);
    element.addEventListener("ag-ui-tool-call-invalid", () => element.abort());
    const { outcome } = await element.sendMessage("Go");
    const messages = structuredClone(element.messages);
    const next = await element.sendMessage("Again");
    return { outcome, messages, next: next.outcome, got, types: events.map(({ type }) => type) };
  }, agent.url);
  await letGo;
  expect([seen.outcome, seen.next, seen.got]).toEqual(["aborted", "finished", []]);
  expect(seen.types.filter((type) => type === "tool-call-invalid")).toHaveLength(1);
  const answer = seen.messages.find(({ role }) => role === "tool")?.content;
  expect(answer).toContain("the user stopped the run");
  expect(answer).toContain('The arguments were: {"size": 99, ');
  expectEveryCallAnswered(agent.requests[1]?.messages);
  expect(written(agent.requests[1])).toEqual([["c1", "{}"]]);
});

const broken: [what: string, code: string, event?: object][] = [
  ["ends", "truncated"],
  ["breaks off", "network"],
  ["tells an error", "backend", { type: "RUN_ERROR", message: "broken" }],
  ["breaks the protocol", "protocol", end("never begun")],
];

for (const [what, code, event] of broken) {
  test(`a stream that ${what} in the middle of arguments leaves what came, and the thread goes on`, async ({
    harness,
    backend,
    complaints,
  }) => {
    let tell: () => void = () => {};
    const heard = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await harness.exposeFunction("heard", () => tell());
    const agent = backend.script(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (one: object) => response.write(`data: ${JSON.stringify(one)}\n\n`);
      [started, start("c1"), args("c1", '{"text": "ab'), args("c1", "c")].map(send);
      await heard;
      if (event) send(event);
      if (code === "network") response.destroy();
      else response.end();
    }, done);
    await offerSaver(harness);
    const seen = await harness.evaluate(async (url) => {
      const { element, got } = await openSaver(url);
      element.addEventListener("ag-ui-tool-call-args", ({ detail }) => {
        if (detail.buffer === '{"text": "abc') (globalThis as never as { heard(): void }).heard();
      });
      const first = await element.sendMessage("Go");
      const next = await element.sendMessage("Again");
      return [first.outcome, first.error?.code, next.outcome, got];
    }, agent.url);
    complaints.splice(0); // The browser itself notes a connection that breaks.
    expect(seen).toEqual(["failed", code, "finished", []]);
    expectEveryCallAnswered(agent.requests[1]?.messages);
    expect(answers(agent.requests[1])?.[0]).toContain('The arguments were: {"text": "abc');
  });
}

test("a snapshot in the middle of arguments counts, and what comes after it is added", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      start("c1"),
      args("c1", '{"text": '),
      snapshot(
        { id: "u", role: "user", content: "Go" },
        {
          ...asked("c1", {}),
          toolCalls: [
            { id: "c1", type: "function", function: { name: "save", arguments: '{"text": ' } },
          ],
        },
      ),
      args("c1", '"x"}'),
      end("c1"),
    ),
    done,
  );
  const seen = await hear(harness, agent);
  expect(seen.got).toEqual([{ text: "x" }]);
  expect(written(agent.requests[1])).toEqual([["c1", '{"text": "x"}']]);
});

test("a snapshot after the call that says otherwise is what runs", async ({ harness, backend }) => {
  const agent = backend.script(
    run(
      ...call("c1", '{"text": ', '"streamed"}'),
      snapshot(
        { id: "u", role: "user", content: "Go" },
        {
          id: "c1",
          role: "assistant",
          toolCalls: [
            {
              id: "c1",
              type: "function",
              function: { name: "save", arguments: '{"text":"snapshot"}' },
            },
          ],
        },
      ),
    ),
    done,
  );
  const seen = await hear(harness, agent);
  expect(seen.got).toEqual([{ text: "snapshot" }]);
});

test("listeners that throw, change and freeze what they are shown don't reach the handler", async ({
  harness,
  backend,
  complaints,
}) => {
  const agent = backend.script(
    run(...call("c1", '{"text": "a', 'b", "list": [{"x": 1}', ', {"y": "z', '"}]}')),
    run(...call("c2", '{"text": "a', 'b", "list": [{"x": 1}', ', {"y": "z', '"}]}')),
    done,
  );
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    element.addEventListener("ag-ui-tool-call-start", ({ detail }) => {
      detail.arguments.on(["text"], () => {
        throw new Error("of a watcher");
      });
    });
    const freeze = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      Object.values(value).forEach(freeze);
      Object.freeze(value);
    };
    const last: unknown[] = [];
    element.addEventListener("ag-ui-tool-call-args", ({ detail }) => {
      const { toolCallId, partialArgs } = detail;
      if (toolCallId === "c2") {
        freeze(partialArgs);
        last.push(partialArgs);
        return;
      }
      if (Array.isArray(partialArgs.list)) partialArgs.list.length = 0;
      partialArgs.text = "of the page";
      partialArgs.more = partialArgs;
      throw new Error("of a listener");
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, got, last: last.at(-1) };
  }, agent.url);
  const value = { text: "ab", list: [{ x: 1 }, { y: "z" }] };
  expect(seen).toEqual({ outcome: "finished", got: [value, value], last: value });
  const taken = complaints.splice(0);
  expect(taken.filter((one) => one === "uncaught: of a watcher")).toHaveLength(4);
  expect(taken.filter((one) => one === "uncaught: of a listener")).toHaveLength(4);
  expect(taken).toHaveLength(8);
});

test("a tool that is registered after the call began, replaced or removed meanwhile, is the one that counts", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(
      { ...start("late", "late") },
      args("late", '{"size": 1'),
      args("late", "}"),
      end("late"),
      ...call("replaced", '{"size"', ": 8}"),
      ...call("gone", '{"size"', ": 1}").map((one) =>
        "toolCallName" in one ? { ...one, toolCallName: "gone" } : one,
      ),
    ),
    done,
  );
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    const definition = (name: string, maximum: number) => ({
      name,
      description: "Notes what it gets.",
      schema: { type: "object", properties: { size: { maximum } } },
      handler: (args: unknown) => {
        got.push([name, args]);
        return "ok";
      },
    });
    await element.registerTool(definition("gone", 9));
    element.addEventListener("ag-ui-tool-call-args", ({ detail }) => {
      const { toolCallId, buffer } = detail;
      if (!buffer.endsWith("}")) return;
      if (toolCallId === "late") element.registry.register(definition("late", 9));
      if (toolCallId === "replaced")
        element.registry.register(definition("save", 5), { replace: true });
      if (toolCallId === "gone") element.registry.unregister("gone");
    });
    const { outcome } = await element.sendMessage("Go");
    return { outcome, got };
  }, agent.url);
  expect(seen).toEqual({ outcome: "finished", got: [["late", { size: 1 }]] });
  const [late, replaced, gone] = answers(agent.requests[1]) ?? [];
  expect(late).toBe("ok");
  expect(replaced).toContain("a number of at most 5");
  expect(gone).toContain('There is no tool named "gone"');
});

test("another thread, or an abort, in the middle of arguments leaves nothing behind", async ({
  harness,
  backend,
}) => {
  const open: Reply = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of [started, start("c1"), args("c1", '{"text": "a'), args("c1", "b")]) {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
  };
  const agent = backend.script(open, run(...call("c1", '{"text": "new"', "}")), done, open, done);
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    const seen: unknown[] = [];
    const begun = () =>
      new Promise<(typeof seen)[0]>((resolve) => {
        element.addEventListener("ag-ui-tool-call-args", function heard({ detail }) {
          if (!detail.buffer.endsWith("ab")) return;
          element.removeEventListener("ag-ui-tool-call-args", heard);
          resolve(detail);
        });
      });
    let [hearing, sending] = [begun(), element.sendMessage("One")];
    const first = (await hearing) as { partialArgs: unknown; buffer: string };
    element.threadId = "another";
    seen.push((await sending).outcome, element.messages.length);
    seen.push((await element.sendMessage("Two")).outcome);
    [hearing, sending] = [begun(), element.sendMessage("Three")];
    await hearing;
    element.abort();
    seen.push((await sending).outcome, (await element.sendMessage("Four")).outcome);
    return { seen, got, first: [first.buffer, first.partialArgs] };
  }, agent.url);
  expect(seen).toEqual({
    seen: ["aborted", 0, "finished", "aborted", "finished"],
    got: [{ text: "new" }],
    first: ['{"text": "ab', { text: "ab" }],
  });
  expect(written(agent.requests[2])).toEqual([["c1", '{"text": "new"}']]);
  for (const { messages } of agent.requests.slice(2))
    if (messages) expect(messages[0]?.content).toBe("Two");
  expectEveryCallAnswered(agent.requests[4]?.messages);
});

test("an agent that two elements share, and the page itself runs, has whole arguments for everyone", async ({
  harness,
  backend,
}) => {
  const turn = (id: string) => run(...call(id, '{"text": "', `${id}"`, "}"));
  const agent = backend.script(turn("c1"), done, turn("c2"), turn("c3"), done, turn("c4"), done);
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const one = await openSaver(url);
    const two = await openSaver(url);
    const { agent } = one.element;
    two.element.agent = agent;
    const foreign: string[] = [];
    await one.element.sendMessage("One");
    await agent.runAgent(
      {},
      {
        onToolCallArgsEvent: ({ event, toolCallBuffer }) => {
          foreign.push(`${toolCallBuffer}|${event.delta}`);
        },
      },
    );
    const own = agent.messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []) : [],
    );
    agent.addMessage({ id: "t2", role: "tool", toolCallId: "c2", content: "by the page" });
    const outcomes = await Promise.all([
      two.element.sendMessage("Two"),
      one.element.sendMessage("Three"),
    ]);
    const heard = [one, two].map(({ events }) =>
      events.filter(({ type }) => type === "tool-call-args").map(({ detail }) => detail.buffer),
    );
    return {
      outcomes: outcomes.map(({ outcome }) => outcome),
      got: [one.got, two.got],
      heard,
      foreign,
      own: own.map((call) => call.function.arguments),
    };
  }, agent.url);
  const pieces = (id: string) => ['{"text": "', `{"text": "${id}"`, `{"text": "${id}"}`];
  expect(seen).toEqual({
    outcomes: ["finished", "finished"],
    got: [[{ text: "c1" }, { text: "c4" }], [{ text: "c3" }]],
    heard: [[...pieces("c1"), ...pieces("c4")], pieces("c3")],
    foreign: ['|{"text": "', '{"text": "|c2"', '{"text": "c2"|}'],
    own: ['{"text": "c1"}', '{"text": "c2"}'],
  });
  expect(written(agent.requests.at(-1))?.map(([, text]) => text)).toEqual(
    ["c1", "c2", "c3", "c4"].map((id) => `{"text": "${id}"}`),
  );
});

test("a run that the page begins beside the element's own has its arguments once", async ({
  harness,
  backend,
}) => {
  let go: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const agent = backend.script(
    async (response, request) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send = (one: object) => response.write(`data: ${JSON.stringify(one)}\n\n`);
      [started, start("own"), args("own", '{"text": "')].map(send);
      await gone;
      void request;
      [args("own", 'own"}'), end("own"), { type: "RUN_FINISHED", threadId: "t", runId: "r" }].map(
        send,
      );
      response.end();
    },
    run(...call("foreign", '{"text": "', 'foreign"}')),
    done,
  );
  await harness.exposeFunction("go", () => go());
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    const { agent } = element;
    const begun = eventOf(element, "ag-ui-tool-call-args");
    const sending = element.sendMessage("Go");
    await begun;
    const written = new Map<string, string>();
    await agent.runAgent(
      {},
      {
        onToolCallArgsEvent: ({ event }) => {
          written.set(event.toolCallId, (written.get(event.toolCallId) ?? "") + event.delta);
        },
      },
    );
    await (globalThis as never as { go(): Promise<void> }).go();
    const { outcome } = await sending;
    return { outcome, got, written: [...written] };
  }, agent.url);
  expect(seen.written).toEqual([["foreign", '{"text": "foreign"}']]);
});

test("many calls that are written, run, refused or aborted leave the core's memory as it was", async ({
  harness,
  backend,
}) => {
  test.setTimeout(60_000);
  const big = (id: string) =>
    call(
      id,
      ...(`{"text": "${"x".repeat(30_000)}", "size": ${id.endsWith("0") ? 99 : 1}}`.match(
        /.{1,3000}/gs,
      ) ?? []),
    );
  const agent = backend.script((response, request) => {
    const { role, content } = request.messages.at(-1) ?? {};
    const calls = [0, 1, 2].flatMap((one) => big(`c${one}`));
    const openEnd = [started, start("open"), args("open", `{"text": "${"y".repeat(9000)}`)];
    const going = content === "Go" ? run(...calls) : eventsOnly(openEnd);
    return (role === "tool" ? done : going)(response, request);
  });
  await offerSaver(harness);
  const seen = await harness.evaluate(async (url) => {
    const { element, got } = await openSaver(url);
    element.manager = new agUi.ToolExecutionManager(undefined, undefined, { maxHistory: 1 });
    const round = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) {
        element.threadId = `thread ${got.length} ${turn}`;
        await element.sendMessage("Go");
        await element.sendMessage("Break");
      }
    };
    // Until the memory has its size: with what the first rounds free it is in pieces.
    await round(20);
    const before = coreMemory();
    await round(80);
    return { ran: got.length, grown: coreMemory() - before };
  }, agent.url);
  expect(seen).toEqual({ ran: 200, grown: 0 });
});

/** What a backend may ask of the page: each limit ends in an answer or a failure that names it, and loses nothing else. */
import type { ServerResponse } from "node:http";
import type { Page } from "@playwright/test";
import type { RunLimits } from "ag-ui-lit/element";
import { type Reply, run, text, toolCall } from "../support/backend.js";
import { test } from "../support/clock.js";
import { expect } from "../support/test.js";

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

/** Sends two messages under limits, and says how each ended and what is left. */
const sendTwo = (page: Page, url: string, limits: Partial<RunLimits>) =>
  page.evaluate(
    async ([address, limits]) => {
      const element = openAgent(address);
      element.limits = limits;
      const failures = record(element, "ag-ui-", ["run-failed"]);
      const ran: unknown[] = [];
      await element.registerTool({
        name: "note",
        description: "Notes.",
        schema: {},
        handler: (args) => void ran.push(args),
      });
      const first = await element.sendMessage("Go");
      const second = await element.sendMessage("And?");
      return {
        outcomes: [first, second].map(({ outcome, error }) =>
          error ? `${outcome}/${error.code}` : outcome,
        ),
        message: first.error?.message ?? "",
        failures: failures.length,
        ran,
        answers: element.messages.flatMap(({ role, content }) =>
          role === "tool" ? [content] : [],
        ),
        last: element.messages.at(-1)?.content,
      };
    },
    [url, limits] as const,
  );

const next = run(...text("next", "Next."));

/** Begins a stream and keeps it open; whoever lets go of it is noted. */
function open(begin: (response: ServerResponse) => void): { reply: Reply; isLeft: Promise<void> } {
  let leave = (): void => {};
  const isLeft = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const reply: Reply = (response) => {
    response.on("close", leave);
    response.writeHead(200, { "content-type": "text/event-stream" });
    begin(response);
  };
  return { reply, isLeft };
}

test("silence: the run fails, names the limit, lets go of the stream, and the next message works", async ({
  timeless,
  backend,
}) => {
  const silent = open((response) => void response.write(frame(started)));
  const agent = backend.script(silent.reply, next);
  const begun = timeless.evaluate(async () => void (await eventOf(document, "ag-ui-run-started")));
  const both = sendTwo(timeless, agent.url, { idleTimeout: 300 });
  await begun;
  await timeless.clock.runFor(300);
  const seen = await both;
  expect(seen.outcomes).toEqual(["failed/limit", "finished"]);
  expect(seen.message).toContain("limits.idleTimeout");
  expect(seen.message).toContain("300 ms");
  expect(seen.failures).toBe(1);
  expect(seen.last).toBe("Next.");
  await silent.isLeft;
});

test("silence before the first byte counts as well", async ({ timeless, backend }) => {
  const silent = open((response) => void response.flushHeaders());
  const agent = backend.script(silent.reply, next);
  const answered = timeless.waitForResponse(agent.url);
  const both = sendTwo(timeless, agent.url, { idleTimeout: 300 });
  await answered;
  await timeless.clock.runFor(300);
  const seen = await both;
  expect(seen.outcomes).toEqual(["failed/limit", "finished"]);
});

test("any byte is a sign of life, also one of a comment", async ({ timeless }) => {
  const stream = await timeless.evaluateHandle(() => {
    let isRead = (): void => {};
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    // Without a buffer of its own it is asked for more when what was sent has been read.
    const body = new ReadableStream<Uint8Array>(
      {
        start(given) {
          controller = given;
        },
        pull: () => isRead(),
      },
      { highWaterMark: 0 },
    );
    const read = (): Promise<void> =>
      new Promise((resolve) => {
        isRead = resolve;
      });
    const begun = read();
    globalThis.fetch = async () =>
      new Response(body, { headers: { "content-type": "text/event-stream" } });
    const send = (text: string): Promise<void> => {
      const isOver = read();
      controller?.enqueue(new TextEncoder().encode(text));
      return isOver;
    };
    const element = openAgent("/stream");
    element.limits = { idleTimeout: 1000 };
    return { begun, send, sending: element.sendMessage("Go"), end: () => controller?.close() };
  });
  await stream.evaluate(({ begun }) => begun);
  const send = (text: string) => stream.evaluate(({ send }, text) => send(text), text);
  await send(frame(started));
  for (let beat = 0; beat < 5; beat += 1) {
    await timeless.clock.runFor(900);
    await send(": still here\n\n");
  }
  await send(frame({ type: "RUN_FINISHED", threadId: "t", runId: "r" }));
  const outcome = await stream.evaluate(async ({ end, sending }) => {
    end();
    return (await sending).outcome;
  });
  expect(outcome).toBe("finished");
});

test("a run that goes on for ever ends, whatever it says", async ({ timeless, backend }) => {
  const talking = open((response) => {
    response.write(frame(started));
    // Its speed does not matter: the page's clock only moves when the test says so.
    const beat = setInterval(() => response.write(": and on\n\n"), 20);
    response.on("close", () => clearInterval(beat));
  });
  const agent = backend.script(talking.reply, next);
  const both = sendTwo(timeless, agent.url, { runTimeout: 500 });
  await expect.poll(() => agent.requests.length).toBe(1);
  await timeless.clock.runFor(500);
  const seen = await both;
  expect(seen.outcomes).toEqual(["failed/limit", "finished"]);
  expect(seen.message).toContain("limits.runTimeout");
  await talking.isLeft;
});

test("an event that is too long is read no further than that", async ({ harness, backend }) => {
  let written = 0;
  const endless = open((response) => {
    response.write(`${frame(started)}data: {"type":"CUSTOM","name":"x","value":"`);
    const more = (): void => {
      if (response.destroyed || written > 50_000_000) return;
      written += 65_536;
      if (response.write("y".repeat(65_536))) setImmediate(more);
      else response.once("drain", more);
    };
    more();
  });
  const agent = backend.script(endless.reply, next);
  const seen = await sendTwo(harness, agent.url, { eventSize: 1_000_000 });
  expect(seen.outcomes).toEqual(["failed/limit", "finished"]);
  expect(seen.message).toContain("limits.eventSize");
  await endless.isLeft;
  expect(written).toBeLessThan(50_000_000);
});

test("arguments that are too long: the call is answered and goes back as {}, others run", async ({
  harness,
  backend,
}) => {
  const long = JSON.stringify({ text: "x".repeat(5000) });
  const pieces = long.match(/.{1,100}/g) ?? [];
  const agent = backend.script(
    run(
      ...toolCall("c1", "note", '{"n":1}', "m1"),
      { type: "TOOL_CALL_START", toolCallId: "c2", toolCallName: "note", parentMessageId: "m1" },
      ...pieces.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId: "c2", delta })),
      { type: "TOOL_CALL_END", toolCallId: "c2" },
    ),
    run(...text("m2", "Done.")),
    next,
  );
  const seen = await sendTwo(harness, agent.url, { argumentsLength: 1000 });
  expect(seen.outcomes).toEqual(["finished", "finished"]);
  expect(seen.ran).toEqual([{ n: 1 }]);
  expect(seen.answers[1]).toContain("limits.argumentsLength");
  const calls = agent.requests[1]?.messages.find(({ role }) => role === "assistant")?.toolCalls;
  expect(calls?.map((call) => call.function.arguments)).toEqual(['{"n":1}', "{}"]);
  expect(JSON.stringify(agent.requests[1]).length).toBeLessThan(5000);
});

test("a call in a list whose arguments are too long goes back as {} as well", async ({
  harness,
  backend,
}) => {
  const long = JSON.stringify({ text: "x".repeat(5000) });
  const call = { id: "c1", type: "function", function: { name: "note", arguments: long } };
  const agent = backend.script(
    run({
      type: "MESSAGES_SNAPSHOT",
      messages: [
        { id: "u", role: "user", content: "Go" },
        { id: "m1", role: "assistant", toolCalls: [call] },
      ],
    }),
    run(...text("m2", "Done.")),
    next,
  );
  const seen = await sendTwo(harness, agent.url, { argumentsLength: 1000 });
  expect(seen.outcomes).toEqual(["finished", "finished"]);
  expect(seen.ran).toEqual([]);
  const calls = agent.requests[1]?.messages.find(({ role }) => role === "assistant")?.toolCalls;
  expect(calls?.map((call) => call.function.arguments)).toEqual(["{}"]);
});

test("too many calls in one run: it fails, each is answered as not run, and the next message works", async ({
  harness,
  backend,
}) => {
  const calls = Array.from({ length: 6 }, (_, at) => toolCall(`c${at}`, "note", "{}", "m1"));
  const agent = backend.script(run(...calls.flat()), next);
  const seen = await sendTwo(harness, agent.url, { callsPerRun: 5 });
  expect(seen.outcomes).toEqual(["failed/limit", "finished"]);
  expect(seen.message).toContain("limits.callsPerRun");
  expect(seen.ran).toEqual([]);
  expect(seen.answers).toHaveLength(5);
});

test("a thread that becomes too long: the run fails and what was there stays", async ({
  harness,
  backend,
}) => {
  const many = Array.from({ length: 30 }, (_, at) => text(`m${at}`, "Hi.")).flat();
  const agent = backend.script(run(...many), next);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.limits = { messages: 10 };
    const { outcome, error } = await element.sendMessage("Go");
    const left = element.messages.length;
    element.limits = null;
    const then = await element.sendMessage("And?");
    return { outcome, code: error?.code, message: error?.message, left, next: then.outcome };
  }, agent.url);
  expect([seen.outcome, seen.code, seen.next]).toEqual(["failed", "limit", "finished"]);
  expect(seen.message).toContain("limits.messages");
  expect(seen.left).toBe(10);
});

test("a message that is begun again counts once, one that gets another id counts as another", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...text("m1", "Hi.")),
    run(...text("m1", " Again.")),
    (response, request) => {
      const asked = request.messages.at(-1)?.id ?? "";
      return run(...text(asked, "Under the user's id."))(response, request);
    },
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const outcomes: string[] = [];
    for (const messages of [2, 3, 4]) {
      element.limits = { messages };
      const { outcome, error } = await element.sendMessage("Go");
      outcomes.push(error ? `${outcome}/${error.code}` : outcome);
    }
    return { outcomes, text: element.messages[1]?.content };
  }, agent.url);
  expect(seen).toEqual({ outcomes: ["finished", "finished", "failed/limit"], text: "Hi. Again." });
});

test("an agent of the page's own is held to the limits that need no network", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const { agent: http } = openAgent("/");
    // What an HttpAgent is made of, which the harness does not offer by name.
    const AbstractAgent = Object.getPrototypeOf(Object.getPrototypeOf(http)).constructor;
    const nothing = { threadId: "t", runId: "r", state: {}, messages: [], tools: [], context: [] };
    let Observable = http.run({ ...nothing, forwardedProps: {} }).constructor as never as new (
      subscribe: (to: { next(event: object): void }) => void,
    ) => unknown;
    while (Object.getPrototypeOf(Observable) !== Function.prototype) {
      Observable = Object.getPrototypeOf(Observable);
    }
    class Silent extends AbstractAgent {
      run({ threadId, runId }: { threadId: string; runId: string }) {
        return new Observable((to) => to.next({ type: "RUN_STARTED", threadId, runId }));
      }
    }
    const element = openAgent("");
    element.agent = new Silent() as never;
    element.limits = { idleTimeout: 200 };
    const { outcome, error } = await element.sendMessage("Go");
    return [outcome, error?.code, error?.message];
  });
  expect(seen).toEqual(["failed", "limit", expect.stringContaining("limits.idleTimeout")]);
});

test("limits that are none are refused by name, and nothing changes", async ({ harness }) => {
  const seen = await harness.evaluate(() => {
    const element = openAgent("/nowhere");
    element.limits = { messages: 5 };
    const refusal = (limits: unknown): string => {
      try {
        element.limits = limits as never;
        return "taken";
      } catch (error) {
        return `${(error as Error).name}: ${(error as Error).message}`;
      }
    };
    const given = [{ messages: 0 }, { messages: "5" }, { idle: 5 }, 5, { runTimeout: Number.NaN }];
    return [...given.map(refusal), element.limits.messages];
  });
  expect(seen.slice(0, 2)).toEqual([
    expect.stringMatching(/^TypeError: <ag-ui-agent>: limits\.messages must be a number above 0/),
    expect.stringMatching(/^TypeError: <ag-ui-agent>: limits\.messages must be a number above 0/),
  ]);
  expect(seen[2]).toContain("there is no idle");
  expect(seen[3]).toMatch(/^TypeError/);
  expect(seen[4]).toContain("limits.runTimeout");
  expect(seen[5]).toBe(5);
});

test("limits that were set before the element was defined count", async ({ harness, backend }) => {
  const { reply } = open((response) => void response.flushHeaders());
  const agent = backend.script(reply);
  const seen = await harness.evaluate(async (url) => {
    const inert = document.implementation.createHTMLDocument("");
    const element = inert.createElement("ag-ui-agent");
    Object.assign(element, { url, limits: { idleTimeout: 20 } });
    document.adoptNode(element);
    customElements.upgrade(element);
    const { messages } = element.limits;
    const { error } = await element.sendMessage("Go");
    return { messages, code: error?.code };
  }, agent.url);
  expect(seen).toEqual({ messages: 100_000, code: "limit" });
});

test("an address in an error stands without what may be a token in it", async ({
  harness,
  backend,
  complaints,
}) => {
  const secret = "s3cr3t";
  const agent = backend.script((response) => void response.writeHead(503).end("busy"));
  const seen = await harness.evaluate(
    async ([url, secret]) => {
      const withSecret = (address: string): string => {
        const full = new URL(address, location.href);
        full.search = `?token=${secret}`;
        full.hash = secret;
        return full.href;
      };
      const messages: string[] = [];
      for (const address of [withSecret(url), `http://user:${secret}@127.0.0.1:9/x?t=${secret}`]) {
        const element = openAgent(address);
        const { error } = await element.sendMessage("Go");
        messages.push(String(error?.message), String(error?.cause));
      }
      return messages;
    },
    [agent.url, secret] as const,
  );
  expect(seen[0]).toContain("HTTP status 503");
  for (const message of seen) expect(message).not.toContain(secret);
  // The browser itself notes the status.
  expect(complaints.splice(0).every((one) => one.includes("Failed to load resource"))).toBe(true);
});

const snapshotOf = (count: number): object => ({
  type: "MESSAGES_SNAPSHOT",
  messages: Array.from({ length: count }, (_, at) => ({
    id: `u${at}`,
    role: "user",
    content: "Hi",
  })),
});

/** One more than the limit allows, in another form. */
const oneMore: [what: string, limits: Partial<RunLimits>, events: object[]][] = [
  [
    "calls in chunks",
    { callsPerRun: 2 },
    ["c1", "c2", "c3"].map((toolCallId) => ({
      type: "TOOL_CALL_CHUNK",
      toolCallId,
      toolCallName: "note",
      delta: "{}",
    })),
  ],
  [
    "messages that hold calls",
    { messages: 3 },
    ["1", "2", "3"].flatMap((id) => toolCall(`c${id}`, "note", "{}", `m${id}`)),
  ],
  ["messages of a list", { messages: 3 }, [snapshotOf(4)]],
  ["a long event", { eventSize: 500 }, [{ type: "RAW", event: "x".repeat(1_000) }]],
];

for (const [what, limits, events] of oneMore) {
  test(`${what}: one more than the limit fails the run, and says how to allow it`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(run(...events), next);
    const [[name]] = Object.entries(limits) as [[string, number]];
    const seen = await sendTwo(harness, agent.url, limits);
    expect(seen.outcomes[0]).toBe("failed/limit");
    expect(seen.message).toContain(`limits.${name}`);
    expect(seen.message).toContain("Set limits on <ag-ui-agent> to allow more");
    expect(seen.ran).toEqual([]);
  });
}

test("what came before a long event counts, also when it came together with it", async ({
  harness,
  backend,
}) => {
  const agent = backend.script((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const events = [
      started,
      ...text("m1", "Hi."),
      { type: "RUN_FINISHED", threadId: "t", runId: "r" },
      { type: "RAW", event: "x".repeat(1_000) },
    ];
    response.end(events.map(frame).join(""));
  }, next);
  const seen = await sendTwo(harness, agent.url, { eventSize: 500 });
  expect(seen).toMatchObject({ outcomes: ["finished", "finished"], failures: 0 });
});

test("an event of megabytes is no failure unless the page says so", async ({
  harness,
  backend,
}) => {
  // More than the client buffers by itself.
  const big = { type: "CUSTOM", name: "big", value: "x".repeat(12_000_000) };
  const agent = backend.script(run(big), next);
  const seen = await sendTwo(harness, agent.url, {});
  expect(seen.outcomes).toEqual(["finished", "finished"]);
});

test("a backend that goes on making calls is left", async ({ harness, backend }) => {
  const busy = open((response) => {
    response.write(frame(started));
    let count = 0;
    const beat = setInterval(() => {
      count += 1;
      response.write(toolCall(`c${count}`, "note", "{}").map(frame).join(""));
    }, 5);
    response.on("close", () => clearInterval(beat));
  });
  const agent = backend.script(busy.reply, next);
  const seen = await sendTwo(harness, agent.url, { callsPerRun: 5 });
  expect(seen.outcomes).toEqual(["failed/limit", "finished"]);
  await busy.isLeft;
});

test("an agent that has broken the protocol is left as well", async ({ harness, backend }) => {
  const wrong = open((response) => {
    response.write(frame(started) + frame({ type: "TOOL_CALL_END", toolCallId: "never begun" }));
  });
  const agent = backend.script(wrong.reply, next);
  const seen = await sendTwo(harness, agent.url, {});
  expect(seen.outcomes).toEqual(["failed/protocol", "finished"]);
  await wrong.isLeft;
});

for (const name of ["idleTimeout", "runTimeout"] as const) {
  test(`${name}: a server that does not even answer is waited for so long and no longer`, async ({
    timeless,
    backend,
  }) => {
    const agent = backend.script(() => {}, next);
    const waiting = await timeless.evaluateHandle(
      ([url, name]) => {
        const element = openAgent(url);
        element.limits = { [name]: 60_000 };
        return { element, sending: element.sendMessage("Go") };
      },
      [agent.url, name] as const,
    );
    await expect.poll(() => agent.requests.length).toBe(1);
    await timeless.clock.runFor(59_999);
    expect(await waiting.evaluate(({ element }) => element.isRunning)).toBe(true);
    await timeless.clock.runFor(1);
    const error = await waiting.evaluate(async ({ sending }) => {
      const { error } = await sending;
      return [error?.code, error?.message];
    });
    expect(error).toEqual(["limit", expect.stringContaining(`limits.${name} allows (60,000 ms)`)]);
  });
}

test("the time that tools take is not the backend's", async ({ timeless, backend }) => {
  const agent = backend.script(run(...toolCall("c1", "slow", "{}", "m1")), next);
  const waiting = await timeless.evaluateHandle(async (url) => {
    const element = openAgent(url);
    element.limits = { idleTimeout: 60_000, runTimeout: 60_000 };
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    await element.registerTool({
      name: "slow",
      description: "Takes five minutes.",
      schema: {},
      handler: () => {
        begin();
        return new Promise((resolve) => setTimeout(() => resolve("late"), 300_000));
      },
    });
    return { begun, sending: element.sendMessage("Go") };
  }, agent.url);
  await waiting.evaluate(({ begun }) => begun);
  await timeless.clock.runFor(300_000);
  expect(await waiting.evaluate(({ sending }) => sending)).toEqual({ outcome: "finished" });
});

test("an agent of the page's own that makes too many calls is left", async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const { agent } = openAgent("");
    const input = { threadId: "t", runId: "r", messages: [], tools: [], context: [] };
    const Observable = agent.run(input as never).constructor as new (
      subscribe: (to: { next(event: object): void }) => () => void,
    ) => ReturnType<typeof agent.run>;
    let isLeft = false;
    // From here on it is one that no transport of ours reads.
    agent.run = ({ threadId, runId }) =>
      new Observable((to) => {
        to.next({ type: "RUN_STARTED", threadId, runId });
        for (let at = 0; at < 10; at += 1) {
          to.next({ type: "TOOL_CALL_START", toolCallId: `c${at}`, toolCallName: "note" });
          to.next({ type: "TOOL_CALL_END", toolCallId: `c${at}` });
        }
        return () => {
          isLeft = true;
        };
      });
    const element = openAgent("");
    element.agent = agent;
    element.limits = { callsPerRun: 5 };
    const { error } = await element.sendMessage("Go");
    return [error?.code, error?.message, isLeft];
  });
  expect(seen).toEqual(["limit", expect.stringContaining("limits.callsPerRun"), true]);
});

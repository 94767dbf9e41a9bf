import { type Reply, raw, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

const started = 'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n';
const callBegins =
  'data: {"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"say","parentMessageId":"m1"}\n\n' +
  'data: {"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\\"gree"}\n\n';

const answer =
  (status: number, type: string, body: string): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": type }).end(body);
  };

/** The fault, the code it must be told with, and words the message must contain. */
const faults: [string, Reply, string, RegExp][] = [
  ["HTTP 404", answer(404, "text/plain", "no such agent"), "http", /404.*no such agent/],
  ["HTTP 500", answer(500, "application/json", '{"detail":"boom"}'), "http", /500.*boom/],
  [
    "HTML instead of events",
    answer(200, "text/html", "<h1>Hello</h1>"),
    "protocol",
    /text\/html.*Hello/,
  ],
  ["text that is no JSON", raw(`${started}data: {oops}\n\n`), "protocol", /protocol/],
  [
    "an event out of order",
    raw('data: {"type":"TOOL_CALL_END","toolCallId":"x"}\n\n'),
    "protocol",
    /TOOL_CALL_END is for "x", which was not begun/,
  ],
  [
    "RUN_ERROR",
    raw(`${started}data: {"type":"RUN_ERROR","message":"out of tokens"}\n\n`),
    "backend",
    /out of tokens/,
  ],
  ["an empty stream", raw(""), "truncated", /ended before/],
  ["a stream cut in the middle of a call", raw(started + callBegins), "truncated", /ended before/],
  [
    "a stream cut in the middle of a frame",
    raw(`${started}${callBegins}data: {"type":"TOOL_CA`),
    "truncated",
    /ended before/,
  ],
  [
    "a connection that breaks",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(started + callBegins, () => response.destroy());
    },
    "network",
    /broke/,
  ],
];

for (const [name, fault, code, words] of faults) {
  test(`rule 7: ${name} is one clear run-failed, and the next message works`, async ({
    harness,
    backend,
    complaints,
  }) => {
    const agent = backend.script(fault, run(...text("m9", "Back again.")));
    const seen = await harness.evaluate(async (url) => {
      const element = openAgent(url);
      const events = record(element, "ag-ui-", ["run-failed", "run-finalized", "tool-call-end"]);
      await element.registerTool({
        name: "say",
        description: "Says.",
        schema: {},
        handler: () => 1,
      });
      const result = await element.sendMessage("Go");
      const failed = events.map(({ type, detail }) => [
        type,
        detail.error?.code,
        detail.error?.message,
      ]);
      const again = await element.sendMessage("Still there?");
      return {
        outcome: result.outcome,
        isError: result.error instanceof Error,
        failed,
        again,
        messages: element.messages,
      };
    }, agent.url);
    expect(seen.outcome).toBe("failed");
    expect(seen.isError).toBe(true);
    expect(seen.failed).toEqual([
      ["run-failed", code, expect.stringMatching(words)],
      ["run-finalized", undefined, undefined],
    ]);
    expect(seen.again).toEqual({ outcome: "finished" });
    expect(seen.messages.at(-1)).toMatchObject({ content: "Back again." });
    // Every call in the history is answered, or the thread could never go on.
    const calls = agent.requests[1]?.messages.flatMap((message) => message.toolCalls ?? []) ?? [];
    for (const call of calls) {
      expect(agent.requests[1]?.messages).toContainEqual(
        expect.objectContaining({ role: "tool", toolCallId: call.id }),
      );
      expect(() => JSON.parse(call.function.arguments)).not.toThrow();
    }
    // The browser itself notes a request that failed; nothing else may be said.
    const said = complaints.splice(0);
    expect(said.filter((line) => !line.includes("Failed to load resource"))).toEqual([]);
    if (code !== "http" && code !== "network") expect(said).toEqual([]);
  });
}

test("rule 7: a backend that can't be reached is a network failure", async ({
  harness,
  complaints,
}) => {
  const seen = await harness.evaluate(async () => {
    // Port 9 (discard) is closed, and the browser refuses it as unsafe as well.
    const element = openAgent("http://127.0.0.1:9/agent");
    const { outcome, error } = await element.sendMessage("Go");
    return { outcome, code: error?.code, message: error?.message };
  });
  expect(seen).toMatchObject({ outcome: "failed", code: "network" });
  expect(seen.message).toContain("http://127.0.0.1:9/agent could not be reached");
  complaints.splice(0);
});

test("CRLF line ends, comments and other fields are read like any event stream", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    (response, { threadId, runId }) => {
      const events = [
        { type: "RUN_STARTED", threadId, runId },
        ...toolCall("c1", "say", '{"greeting": "Hi"}', "m1"),
        { type: "RUN_FINISHED", threadId, runId },
      ];
      const frames = events.map(
        (event, index) =>
          `: comment\r\nevent: message\r\nid: ${index}\r\ndata: ${JSON.stringify(event)}\r\n\r\n`,
      );
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      // Cut between CR and LF, too.
      for (const piece of frames.join("").match(/[\s\S]{1,7}/g) ?? []) response.write(piece);
      response.end();
    },
    run(...text("m2", "Done.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const given: unknown[] = [];
    await element.registerTool({
      name: "say",
      description: "Says.",
      schema: {},
      handler: (args) => {
        given.push(args);
      },
    });
    return { result: await element.sendMessage("Go"), given };
  }, agent.url);
  expect(seen).toEqual({ result: { outcome: "finished" }, given: [{ greeting: "Hi" }] });
});

test("rule 5: abort() in a slow handler stops it, answers the call as cancelled, and starts no further run", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "slow", "{}", "m1"), ...toolCall("c2", "quick", "{}", "m1")),
    run(...text("m2", "Fine.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    let aborted = false;
    const begun = new Promise<void>((begin) => {
      void element.registerTool({
        name: "slow",
        description: "Runs until it is stopped.",
        schema: {},
        handler: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              aborted = true;
              reject(signal.reason);
            });
            begin();
          }),
      });
    });
    await element.registerTool({
      name: "quick",
      description: "Quick.",
      schema: {},
      handler: () => "q",
    });
    const quickDone = eventOf(element, "ag-ui-tool-call-end");
    const sending = element.sendMessage("Go");
    await Promise.all([begun, quickDone]);
    element.abort();
    const result = await sending;
    const messages = element.messages;
    const next = await element.sendMessage("Go on");
    return { result, aborted, messages, next };
  }, agent.url);
  expect(seen.result).toEqual({ outcome: "aborted" });
  expect(seen.aborted).toBe(true);
  expect(seen.messages.slice(2)).toMatchObject([
    { role: "tool", toolCallId: "c1", error: expect.stringContaining("cancelled") },
    { role: "tool", toolCallId: "c2", content: "q" },
  ]);
  expect(seen.next).toEqual({ outcome: "finished" });
  expect(agent.requests).toHaveLength(2);
});

test("rule 5: abort() while events come ends the run quietly and leaves no call open", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(started + callBegins);
    },
    run(...text("m2", "Fine.")),
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const events = record(element, "ag-ui-", ["run-failed", "run-finalized"]);
    const arrived = eventOf(element, "ag-ui-tool-call-args");
    const sending = element.sendMessage("Go");
    await arrived;
    element.abort();
    const result = await sending;
    const next = await element.sendMessage("Go on");
    return { result, next, types: events.map(({ type }) => type) };
  }, agent.url);
  expect(seen.result).toEqual({ outcome: "aborted" });
  expect(seen.next).toEqual({ outcome: "finished" });
  expect(seen.types).toEqual(["run-finalized", "run-finalized"]);
  expect(agent.requests[1]?.messages.slice(1, 3)).toMatchObject([
    { role: "assistant", toolCalls: [{ id: "c1", function: { arguments: "{}" } }] },
    // The tool is not the page's: a backend may go on with it.
    { role: "tool", toolCallId: "c1", error: expect.stringContaining("not known whether") },
  ]);
});

/** `serveAgent`: AG-UI from a reasoner's events, and what is refused. */

import { mock } from "node:test";
import { verifyEvents } from "@ag-ui/client";
import type { BaseEvent } from "@ag-ui/core";
import { AGUI_MEDIA_TYPE } from "@ag-ui/encoder";
import { decode } from "@ag-ui/proto";
import {
  type AgentExecuteRequest,
  type AgentToolCall,
  type ReasonerEvent,
  type ServeAgentOptions,
  serveAgent,
} from "ag-ui-lit/server";
import { from, lastValueFrom, toArray } from "rxjs";
import { end, eventsOf, input, post, scripted } from "../support/server/endpoint.js";
import { KeptLog } from "../support/server/executor.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

function made(rest: Partial<AgentToolCall> & Pick<AgentToolCall, "toolCallId">): AgentToolCall {
  return {
    toolName: "pay",
    argumentsJson: '{"amount":5}',
    isServerTool: true,
    wasExecuted: true,
    requiresClientExecution: false,
    ...rest,
  };
}

/** A reasoner of these events. */
const saying = (...events: unknown[]) =>
  scripted(async function* () {
    yield* events as ReasonerEvent[];
  });

async function answered(...events: unknown[]): Promise<Record<string, unknown>[]> {
  return eventsOf(await serveAgent(saying(...events))(post()));
}

const m = { messageId: "m1" };

test("an answer's text, thoughts, calls and results, in AG-UI's words", async () => {
  const prepared = made({
    toolCallId: "c2",
    execution: "preflight",
    requiresClientExecution: true,
    clientPayload: { amount: 5, to: "Ada" },
  });
  const events = await answered(
    { type: "message_start", ...m },
    { type: "reasoning", ...m, delta: "Hm." },
    { type: "text", ...m, delta: "I " },
    { type: "text", ...m, delta: "look." },
    { type: "call_start", ...m, toolCallId: "c1", toolName: "look" },
    { type: "call_args", toolCallId: "c1", delta: "{}" },
    { type: "call_end", toolCallId: "c1" },
    { type: "message_end", ...m },
    { type: "call_result", messageId: "r1", call: made({ toolCallId: "c1", content: "seen" }) },
    { type: "call_prepared", ...m, call: prepared },
    end("client", { toolCalls: [prepared] }),
  );
  expect(events).toEqual([
    { type: "RUN_STARTED", threadId: "thread-1", runId: "run-1", protocolVersion: "1.0" },
    { type: "REASONING_START", messageId: "m1-reasoning-1" },
    { type: "REASONING_MESSAGE_START", messageId: "m1-reasoning-1", role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId: "m1-reasoning-1", delta: "Hm." },
    { type: "REASONING_MESSAGE_END", messageId: "m1-reasoning-1" },
    { type: "REASONING_END", messageId: "m1-reasoning-1" },
    { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "I " },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "look." },
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look", parentMessageId: "m1" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
    { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "seen" },
    {
      type: "TOOL_CALL_START",
      toolCallId: "c2",
      toolCallName: "pay",
      parentMessageId: "m1",
      metadata: { "ag-ui-lit": { preflight: { arguments: { amount: 5 } } } },
    },
    { type: "TOOL_CALL_ARGS", toolCallId: "c2", delta: '{"amount":5,"to":"Ada"}' },
    { type: "TOOL_CALL_END", toolCallId: "c2" },
    {
      type: "RUN_FINISHED",
      threadId: "thread-1",
      runId: "run-1",
      outcome: { type: "success", pendingToolCallIds: ["c2"] },
    },
  ]);
});

test("each way in which a request ends is an end of the run", async () => {
  const ends = {
    completed: { type: "RUN_FINISHED", outcome: { type: "success" } },
    limit: { type: "RUN_FINISHED", outcome: { type: "success" } },
    client: { type: "RUN_FINISHED", outcome: { type: "success" } },
    aborted: { type: "RUN_FINISHED", outcome: { type: "cancelled" } },
    failed: { type: "RUN_ERROR", code: "model", message: "Busy." },
  } as const;
  for (const [finish, last] of Object.entries(ends)) {
    const error = finish === "failed" ? { error: { code: "model", message: "Busy." } } : {};
    const events = await answered(end(finish as keyof typeof ends, error));
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject(last);
  }
});

test("a result for a call of an earlier run announces no call again; one that the client has never seen is announced", async () => {
  const messages = [
    ...input.messages,
    {
      id: "a1",
      role: "assistant" as const,
      toolCalls: [
        { id: "old", type: "function" as const, function: { name: "pay", arguments: "{}" } },
      ],
    },
  ];
  const reasoner = saying(
    { type: "call_result", messageId: "r1", call: made({ toolCallId: "old", content: "late" }) },
    { type: "call_result", messageId: "r2", call: made({ toolCallId: "lost", content: "late" }) },
    end(),
  );
  const events = await eventsOf(await serveAgent(reasoner)(post({ ...input, messages })));
  expect(events.map(({ type, toolCallId }) => [type, toolCallId])).toEqual([
    ["RUN_STARTED", undefined],
    ["TOOL_CALL_RESULT", "old"],
    ["TOOL_CALL_START", "lost"],
    ["TOOL_CALL_ARGS", "lost"],
    ["TOOL_CALL_END", "lost"],
    ["TOOL_CALL_RESULT", "lost"],
    ["RUN_FINISHED", undefined],
  ]);
});

test("that a tool of the server has failed is said beside its result: the protocol has no field for it", async () => {
  const call = made({ toolCallId: "c1", content: "No.", errorMessage: "No." });
  const reasoner = saying({ type: "call_result", messageId: "r1", call }, end());
  const events = await eventsOf(await serveAgent(reasoner)(post(input)));
  expect(events.find(({ type }) => type === "TOOL_CALL_RESULT")).toMatchObject({
    content: "No.",
    metadata: { "ag-ui-lit": { failed: true } },
  });
});

test("whatever order a reasoner keeps, the client's own verification is content, and the run has one end", async () => {
  const call = made({ toolCallId: "c1", content: "x" });
  const strange: unknown[] = [
    null,
    7,
    {},
    { type: "nonsense" },
    { type: "text", ...m, delta: "a" },
    { type: "text", messageId: "m2", delta: "b" },
    { type: "text", ...m, delta: "" },
    { type: "text", ...m, delta: 7 },
    { type: "reasoning", ...m, delta: "c" },
    { type: "reasoning", messageId: "m2", delta: "d" },
    { type: "message_end", messageId: "never begun" },
    { type: "call_args", toolCallId: "c1", delta: "too early" },
    { type: "call_end", toolCallId: "c1" },
    { type: "call_start", ...m, toolCallId: "c1", toolName: "look" },
    { type: "call_start", ...m, toolCallId: "c1", toolName: "look" },
    { type: "call_args", toolCallId: "c1", delta: "{}" },
    { type: "call_result", ...m, call },
    { type: "call_args", toolCallId: "c1", delta: "too late" },
    { type: "call_result", messageId: "r1", call },
    { type: "call_start", ...m, toolCallId: "c3", toolName: "left open" },
    { type: "call_prepared", ...m, call: made({ toolCallId: "c2" }) },
    { type: "text", ...m, delta: "open at the end" },
    { type: "message_start", ...m },
  ];
  const wrong: unknown[] = [];
  let seed = 14;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 100; round += 1) {
    const events = Array.from({ length: 30 }, () => strange[random(strange.length)]);
    if (round % 4 > 0) events.push(end(), { type: "text", ...m, delta: "after the end" }, end());
    const said = await answered(...events);
    // Rejects for what the client would not take.
    await lastValueFrom(verifyEvents(false)(from(said as BaseEvent[])).pipe(toArray()));
    const ends = said.filter(({ type }) => /^RUN_(FINISHED|ERROR)$/.test(String(type)));
    const results = said.filter(({ type }) => type === "TOOL_CALL_RESULT");
    const isOnce = new Set(results.map(({ toolCallId }) => toolCallId)).size === results.length;
    if (ends.length !== 1 || !isOnce) wrong.push({ events, said });
  }
  expect(wrong).toEqual([]);
});

test("a pending call that was never announced is announced before the end", async () => {
  const call = made({ toolCallId: "c1", requiresClientExecution: true, execution: "client" });
  const events = await answered(end("client", { toolCalls: [call] }));
  expect(events.map(({ type }) => type)).toEqual([
    "RUN_STARTED",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "RUN_FINISHED",
  ]);
  expect(events.at(-1)?.outcome).toEqual({ type: "success", pendingToolCallIds: ["c1"] });
});

test("a reasoner that throws, at once or later, or comes to no end, ends the run with an error that tells no secret", async () => {
  const log = new KeptLog();
  const throwing = (thrown: unknown, after: unknown[] = []) =>
    scripted(async function* () {
      yield* after as ReasonerEvent[];
      throw thrown;
    });
  const atOnce = {
    run: (): never => {
      throw new Error("secret");
    },
  };
  const reasoners = [
    atOnce,
    throwing(new Error("secret")),
    throwing(undefined),
    throwing(new Error("secret"), [{ type: "text", ...m, delta: "So" }]),
    saying(),
    { run: () => 7 as never },
    saying({ type: "end" }),
  ];
  for (const reasoner of reasoners) {
    const events = await eventsOf(await serveAgent(reasoner, { log })(post()));
    expect(events.at(-1)).toMatchObject({ type: "RUN_ERROR", code: "internal" });
    expect(JSON.stringify(events)).not.toContain("secret");
    await lastValueFrom(
      verifyEvents(false)(from(events as unknown as BaseEvent[])).pipe(toArray()),
    );
  }
  expect(log.entries[0]).toMatchObject({
    tag: "[serveAgent__Exception]",
    data: [
      { key: "ConversationId", value: "thread-1" },
      { key: "SessionId", value: "run-1" },
      { key: "FailureId", value: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ],
  });
});

test("what is no run of AG-UI is refused with a status, a code and what to do", async () => {
  let runs = 0;
  const handler = serveAgent(
    scripted(async function* () {
      runs += 1;
      yield end();
    }),
    { maxBodyBytes: 2000 },
  );
  const url = "http://agent.test/any/path?and=query";
  const json = { "content-type": "application/json" };
  const of = (body: string, headers: Record<string, string> = json) =>
    new Request(url, { method: "POST", headers, body });
  const streamed = (chunks: (Uint8Array | Error)[]): Request => {
    const body = new ReadableStream({
      pull(controller) {
        const next = chunks.shift();
        if (next instanceof Error) controller.error(next);
        else if (next) controller.enqueue(next);
        else controller.close();
      },
    });
    return new Request(url, { method: "POST", headers: json, body, duplex: "half" } as RequestInit);
  };
  const requests: [number, string, Request][] = [
    [405, "method_not_allowed", new Request(url)],
    [405, "method_not_allowed", new Request(url, { method: "DELETE" })],
    [405, "method_not_allowed", new Request(url, { method: "OPTIONS" })],
    [415, "unsupported_media_type", of("{}", { "content-type": "text/plain" })],
    [415, "unsupported_media_type", new Request(url, { method: "POST" })],
    [400, "empty_body", of(" ")],
    [400, "empty_body", new Request(url, { method: "POST", headers: json })],
    [400, "invalid_json", of('{"threadId":')],
    [400, "invalid_encoding", streamed([new Uint8Array([0x22, 0xff, 0x22])])],
    [400, "broken_body", streamed([new Uint8Array([0x7b]), new Error("gone")])],
    [413, "too_large", of(JSON.stringify({ ...input, state: "x".repeat(2000) }))],
    [413, "too_large", streamed([new Uint8Array(1500), new Uint8Array(1500)])],
    [422, "invalid_input", of("null")],
    [422, "invalid_input", of("[]")],
    [422, "invalid_input", of("{}")],
    [422, "invalid_input", of(JSON.stringify({ ...input, threadId: "" }))],
    [422, "invalid_input", of(JSON.stringify({ ...input, messages: [{ id: "1", role: "boss" }] }))],
    [422, "invalid_input", of(JSON.stringify({ ...input, tools: [{ name: 1 }] }))],
  ];
  for (const [status, code, request] of requests) {
    const response = await handler(request);
    const { error } = await response.json();
    expect([response.status, error.code], request.method + code).toEqual([status, code]);
    expect(error.message.length).toBeGreaterThan(20);
    expect(response.headers.get("content-type")).toContain("application/json");
    if (status === 405) expect(response.headers.get("allow")).toBe("POST");
  }
  const faulty = {
    ...input,
    messages: [
      { id: "1", role: "user" },
      { id: 2, role: "user", content: "x" },
    ],
  };
  const { error } = await (await handler(post(faulty))).json();
  expect(error.issues.map(({ path }: { path: string }) => path)).toContain("messages[1].id");
  expect(runs).toBe(0);
  expect((await handler(post())).status).toBe(200);
});

test("context says whose the request is, or answers it; what it gives by mistake is nobody", async () => {
  const asked: AgentExecuteRequest[] = [];
  const reasoner = scripted(async function* (request) {
    asked.push(request);
    yield end();
  });
  const log = new KeptLog();
  const ask = async (context?: unknown, options: ServeAgentOptions = {}) => {
    const rule = context === undefined ? {} : { context: context as never };
    const response = await serveAgent(reasoner, { ...rule, log, ...options })(
      post(
        { ...input, state: { a: 1 }, forwardedProps: { b: 2 } },
        { origin: "https://a.example" },
      ),
    );
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  await ask();
  await ask((request: Request, { threadId }: { threadId: string }) => ({
    user: { id: `${threadId}/${request.headers.get("origin")}`, name: "Ada" },
    session: { id: "s1" },
  }));
  await ask(async () => undefined);
  expect(asked.map(({ context }) => context)).toEqual([
    { conversation: { id: "thread-1" }, session: { id: "run-1" } },
    {
      conversation: { id: "thread-1" },
      session: { id: "s1" },
      user: { id: "thread-1/https://a.example", name: "Ada" },
    },
    { conversation: { id: "thread-1" }, session: { id: "run-1" } },
  ]);
  expect(asked[0]).toMatchObject({
    messages: input.messages,
    clientTools: [],
    state: { a: 1 },
    forwardedProps: { b: 2 },
    contextEntries: [],
  });

  const cors = { origins: ["https://a.example"] };
  const refused = await ask(() => new Response("Who are you?", { status: 401 }), { cors });
  expect(refused).toMatchObject({ status: 401, text: "Who are you?" });
  expect(refused.headers.get("access-control-allow-origin")).toBe("https://a.example");

  const mistakes: (() => unknown)[] = [
    () => null,
    () => "Ada",
    () => [],
    () => ({ uesr: { id: "1" } }),
    () => ({ user: "Ada" }),
    () => ({ user: {} }),
    () => ({ user: { id: "" } }),
    () => {
      throw new Error("secret of the database");
    },
    () => Promise.reject(undefined),
  ];
  for (const mistake of mistakes) {
    const { status, text } = await ask(mistake);
    expect([status, JSON.parse(text).error.code]).toEqual([500, "internal"]);
    expect(text).not.toContain("secret");
  }
  expect(asked).toHaveLength(3);
  expect(log.entries).toHaveLength(mistakes.length);
});

test("what goes wrong is said in the console where there is no log", async () => {
  const said = mock.method(console, "error", () => {});
  await serveAgent(saying())(post());
  const context = () => {
    throw new Error("no");
  };
  await serveAgent(saying(end()), { context })(post());
  expect(said.mock.calls.map(({ arguments: [tag] }) => tag)).toEqual(["[serveAgent__Exception]"]);
});

test("pages of other origins may ask as far as the option says", async () => {
  const ask = async (options: ServeAgentOptions, origin: string, method = "POST") => {
    const headers = { origin, "access-control-request-headers": "content-type, authorization" };
    const request =
      method === "POST"
        ? post(input, { origin })
        : new Request("http://agent.test/", { method, headers });
    const response = await serveAgent(saying(end()), options)(request);
    await response.text();
    return [response.status, response.headers.get("access-control-allow-origin")];
  };
  const one = { cors: { origins: ["https://a.example"] } };
  expect(await ask({}, "https://a.example")).toEqual([200, null]);
  expect(await ask({}, "https://a.example", "OPTIONS")).toEqual([405, null]);
  expect(await ask(one, "https://a.example")).toEqual([200, "https://a.example"]);
  expect(await ask(one, "https://a.example", "OPTIONS")).toEqual([204, "https://a.example"]);
  expect(await ask(one, "https://b.example")).toEqual([200, null]);
  expect(await ask(one, "https://b.example", "OPTIONS")).toEqual([204, null]);
  expect(await ask({ cors: { origins: "*" } }, "https://b.example")).toEqual([200, "*"]);
  const answer = await serveAgent(saying(end()), { cors: { ...one.cors, credentials: true } })(
    new Request("http://agent.test/", {
      method: "OPTIONS",
      headers: {
        origin: "https://a.example",
        "access-control-request-headers": "content-type, x-b",
      },
    }),
  );
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-credentials": "true",
    "access-control-allow-headers": "content-type, x-b",
    "access-control-allow-methods": "POST",
    vary: "origin",
  });
});

test("options that are not as they must be are refused when the handler is made", () => {
  const serve = (options: object) => () => serveAgent(saying(), options as ServeAgentOptions);
  expect(() => serveAgent({} as never)).toThrow(/reasoner/);
  expect(serve({ contxt: () => {} })).toThrow(/no option "contxt"/);
  expect(serve({ maxBodyBytes: 0 })).toThrow(/maxBodyBytes/);
  expect(serve({ maxBodySize: 1000 })).toThrow(
    /no option "maxBodySize". It is called "maxBodyBytes"/,
  );
  expect(serve({ heartbeat: -1 })).toThrow(/heartbeat/);
  expect(serve({ heartbeat: true })).toThrow(/heartbeat/);
  for (const cors of [
    true,
    {},
    { origins: "https://a.example" },
    { origins: ["https://a.example/path"] },
    { origins: "*", credentials: true },
    { origins: "*", headers: [] },
  ]) {
    expect(serve({ cors })).toThrow(/cors/);
  }
});

test("protobuf is for a client that names it; whoever takes anything gets server-sent events", async () => {
  const handler = serveAgent(saying({ type: "text", ...m, delta: "Hi" }, end()));
  const types: Record<string, string> = {
    [AGUI_MEDIA_TYPE]: AGUI_MEDIA_TYPE,
    [`${AGUI_MEDIA_TYPE}, text/event-stream;q=0.5`]: AGUI_MEDIA_TYPE,
    "text/event-stream": "text/event-stream",
    "*/*": "text/event-stream",
    "text/html": "text/event-stream",
  };
  for (const [accept, type] of Object.entries(types)) {
    const response = await handler(post(input, { accept }));
    expect(response.headers.get("content-type"), accept).toBe(type);
    await response.arrayBuffer();
  }
  const response = await handler(post(input, { accept: AGUI_MEDIA_TYPE }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const seen: unknown[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = new DataView(bytes.buffer).getUint32(at);
    seen.push(decode(bytes.slice(at + 4, at + 4 + length)).type);
    at += 4 + length;
  }
  expect(seen).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "RUN_FINISHED",
  ]);
});

/** Intervals that pass when a test says so. */
function intervals() {
  const running = new Map<number, { readonly run: () => void; readonly period: number }>();
  let count = 0;
  const set = mock.method(globalThis, "setInterval", (run: () => void, period: number) => {
    count += 1;
    running.set(count, { run, period });
    return count;
  });
  const clear = mock.method(globalThis, "clearInterval", (id: number) => running.delete(id));
  return {
    periods: () => [...running.values()].map(({ period }) => period),
    /** Once everybody waits. */
    pass: async (): Promise<void> => {
      await new Promise(setImmediate);
      for (const { run } of [...running.values()]) run();
    },
    [Symbol.dispose]: () => {
      set.mock.restore();
      clear.mock.restore();
    },
  };
}

test("while a tool works, comments say that the connection lives, and none comes when nobody reads", async () => {
  using time = intervals();
  const done = deferred<void>();
  const reasoner = scripted(async function* () {
    await done.promise;
    yield { type: "text", ...m, delta: "Found." };
    yield end();
  });
  const { body } = await serveAgent(reasoner, { heartbeat: 1000 })(post());
  const reader = body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(time.periods()).toEqual([]);
  expect(await next()).toContain("RUN_STARTED");
  expect(time.periods()).toEqual([500]);
  await time.pass();
  expect(time.periods()).toEqual([]);
  for (let silence = 0; silence < 3; silence += 1) {
    const comment = next();
    await time.pass();
    expect(time.periods()).toEqual([500]);
    await time.pass();
    expect(await comment).toMatch(/^: .*\n\n$/);
  }
  const found = next();
  await time.pass();
  done.resolve();
  expect(await found).toContain("Found.");
  expect(await next()).toContain("RUN_FINISHED");
  expect((await reader?.read())?.done).toBe(true);
  expect(time.periods()).toEqual([]);
});

test("of a silent stream at most one comment waits to be read, and a client that goes leaves no timer", async () => {
  using time = intervals();
  const reasoner = scripted(async function* (_request, { signal } = {}) {
    await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    yield end("aborted");
  });
  const { body } = await serveAgent(reasoner, { heartbeat: 1000 })(post());
  const reader = body?.getReader();
  await reader?.read();
  const comment = reader?.read();
  for (let tick = 0; tick < 20; tick += 1) await time.pass();
  await comment;
  const waiting = await reader?.read();
  expect(new TextDecoder().decode(waiting?.value)).toMatch(/^: [^\n]*\n\n$/);
  let isRead = false;
  void reader?.read().then(() => {
    isRead = true;
  });
  await time.pass();
  expect(isRead).toBe(false);
  await reader?.cancel();
  expect(time.periods()).toEqual([]);
});

test("comments come after 5 seconds of silence by default; without a heartbeat and in protobuf there is no timer", async () => {
  using time = intervals();
  const periods = async (options: ServeAgentOptions, accept = "text/event-stream") => {
    const { body } = await serveAgent(saying(end()), options)(post(input, { accept }));
    await body?.getReader().read();
    return time.periods();
  };
  for (const heartbeat of [false, 0, Number.POSITIVE_INFINITY] as const) {
    expect(await periods({ heartbeat })).toEqual([]);
  }
  expect(await periods({}, AGUI_MEDIA_TYPE)).toEqual([]);
  expect(await periods({})).toEqual([2500]);
});

test("an event that can't be written ends the stream and the work", async () => {
  const log = new KeptLog();
  const over = deferred<unknown>();
  const reasoner = scripted(async function* (_request, { signal } = {}) {
    const call = made({ toolCallId: "c1", content: 7n as never });
    yield { type: "call_result", messageId: "r1", call };
    over.resolve(signal?.aborted);
    yield end();
  });
  const response = await serveAgent(reasoner, { log })(post());
  await expect(response.text()).rejects.toThrow();
  expect(await over.promise).toBe(true);
  expect(log.entries).toHaveLength(1);
});

test("events are made as fast as they are read, and a client that goes ends the work", async () => {
  let made = 0;
  const over = deferred<unknown>();
  const reasoner = scripted(async function* (_request, { signal } = {}) {
    try {
      while (!signal?.aborted) {
        made += 1;
        yield { type: "text", messageId: "m1", delta: String(made) };
      }
      yield end("aborted");
    } finally {
      over.resolve(signal?.aborted);
    }
  });
  const { body } = await serveAgent(reasoner)(post());
  const reader = body?.getReader();
  for (let count = 0; count < 4; count += 1) await reader?.read();
  await new Promise(setImmediate);
  expect(made).toBeLessThanOrEqual(4);
  await reader?.cancel();
  expect(await over.promise).toBe(true);
});

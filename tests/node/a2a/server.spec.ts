/** `serveA2a`, by the SDK's own client and by raw JSON-RPC: it knows nothing of this package. */
import type { StreamResponse } from "@a2a-js/sdk";
import { CLIENT_TOOLS_EXTENSION } from "ag-ui-lit/a2a";
import {
  assistant,
  calling,
  end,
  handedOver,
  handOver,
  said,
  saying,
} from "../../support/a2a/scripted-reasoner.js";
import { deferred } from "../deferred.js";
import { expect, test } from "../test.js";
import { bookTool, Desk, eventsOf, message, next, resultOf, short, taskOf, told } from "./desk.js";

test("the card says both versions, streams, and the extension of client tools", async () => {
  const desk = await Desk.open();
  const address = `${desk.host.url}/.well-known/agent-card.json`;

  const current = await (await fetch(address, { headers: { "a2a-version": "1.0" } })).json();
  expect(current).toMatchObject({ name: "Desk", capabilities: { streaming: true } });
  expect(current.capabilities.extensions[0].uri).toBe(CLIENT_TOOLS_EXTENSION);
  expect(current.supportedInterfaces).toMatchObject([
    { url: desk.host.url, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: desk.host.url, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
  ]);

  const older = await fetch(address);
  expect(older.headers.get("vary")).toBe("A2A-Version");
  expect(await older.json()).toMatchObject({
    url: desk.host.url,
    protocolVersion: "0.3",
    preferredTransport: "JSONRPC",
    capabilities: { streaming: true },
  });
});

for (const version of ["1.0", "0.3"] as const) {
  test(`a text, a call for the client, its result, and the end, by the SDK's client (${version})`, async () => {
    const desk = await Desk.open();
    const client = await desk.client(version);

    const asked: StreamResponse[] = [];
    for await (const event of client.sendMessageStream(message("A room"))) asked.push(event);

    expect(asked.map(short)).toEqual([
      "task submitted",
      "working",
      'input {"toolCalls":[{"id":"c0","type":"function","function":{"name":"book","arguments":"{\\"room\\":1}"}}]}',
    ]);
    expect(desk.reasoner.requests[0]?.clientTools).toEqual([bookTool]);
    expect(desk.reasoner.options[0]).toMatchObject({ continueAfterFailure: true });

    const taskId = taskOf(asked[0] as StreamResponse);
    const answer = message(undefined, { taskId }, resultOf("c0", { id: 7 }));
    expect(await told(client.sendMessageStream(answer))).toEqual([
      "task working",
      "text The room ",
      "text is booked.",
      "text ",
      "completed",
    ]);
    expect(desk.reasoner.last).toEqual([
      "user A room",
      'assistant book{"room":1}',
      'tool {"id":7}',
    ]);
    const task = await client.getTask({ tenant: "", id: taskId });
    expect(
      task.artifacts.flatMap(({ parts }) => parts.map(({ content }) => content?.value)),
    ).toEqual(["The room is booked."]);
    expect(desk.log).toEqual([]);
    await desk.close();
  });
}

test("a client that asks without a stream gets the task with its artifacts", async () => {
  const desk = await Desk.open((_request, round) => [
    ...saying(`m${round}`, "Hello ", "there."),
    end("completed"),
  ]);
  const client = await desk.client();
  const task = await client.sendMessage(message("Hi"));
  expect(task).toMatchObject({
    status: { state: 3 },
    artifacts: [{ parts: [{ content: { $case: "text", value: "Hello there." } }] }],
  });
});

test("raw JSON-RPC as the seed has it: tools beside the message, toolCalls in it, tasks/resume", async () => {
  const desk = await Desk.open();
  const stream = { accept: "text/event-stream" };
  const sent = {
    message: { role: "user", parts: [{ kind: "text", text: "A room" }], contextId: "ctx-123" },
    tools: [{ type: "function", function: bookTool }],
  };

  const first = await desk.rpc("message/stream", sent, stream);
  expect(first.headers.get("content-type")).toBe("text/event-stream");
  const asked = await eventsOf(first);
  const { result } = asked.at(-1);
  expect(result).toMatchObject({
    kind: "status-update",
    contextId: "ctx-123",
    final: false,
    status: {
      state: "input-required",
      message: {
        content: "",
        toolCalls: [
          { id: "c0", type: "function", function: { name: "book", arguments: '{"room":1}' } },
        ],
      },
    },
  });
  expect(desk.reasoner.requests[0]?.clientTools).toEqual([bookTool]);
  const { taskId } = result;

  const stored = await (await desk.rpc("tasks/get", { id: taskId })).json();
  expect(stored.result.status.message.toolCalls).toHaveLength(1);

  const toolResults = [{ toolCallId: "c0", toolName: "book", success: false, error: "Taken." }];
  const resumed = await eventsOf(await desk.rpc("tasks/resume", { taskId, toolResults }, stream));
  expect(resumed.at(-1)).toMatchObject({
    id: 1,
    result: { kind: "status-update", final: true, status: { state: "completed" } },
  });
  expect(desk.reasoner.requests[1]?.messages.at(-1)).toMatchObject({
    role: "tool",
    toolCallId: "c0",
    content: "Taken.",
    error: "Taken.",
  });
});

test("tasks/resume answers with the task where no stream is asked for, in 0.3 and in 1.0", async () => {
  for (const version of ["0.3", "1.0"]) {
    const desk = await Desk.open();
    const headers = { "a2a-version": version };
    const task = await (await desk.client()).sendMessage(message("A room"));
    const taskId = "status" in task ? task.id : "";
    const answer = await desk.rpc("tasks/resume", { taskId, ...resultOf("c0") }, headers);
    const { result } = await answer.json();
    expect((result.task ?? result).status.state).toMatch(/completed/i);
    await desk.close();
  }
});

test("calls of the server and their results are told while the task works", async () => {
  const desk = await Desk.open(() => [
    ...calling("m1", "s1", "search", '{"q":1}'),
    {
      type: "call_result",
      messageId: "m1",
      call: {
        ...handedOver("s1", "search", '{"q":1}'),
        execution: "server",
        wasExecuted: true,
        requiresClientExecution: false,
        content: "Two rooms.",
      },
    },
    end("completed"),
  ]);
  const client = await desk.client();
  const lines = await told(client.sendMessageStream(message("Find")));
  expect(lines.slice(2)).toEqual([
    'working {"toolCalls":[{"id":"s1","type":"function","function":{"name":"search","arguments":"{\\"q\\":1}"}}]}',
    'working {"toolResults":[{"toolCallId":"s1","toolName":"search","success":true,"result":"Two rooms."}]}',
    "completed",
  ]);
});

test("a prepared call travels with its payload as arguments, and what the model asked for as the mark", async () => {
  const call = handedOver("c0", "pay", '{"sum":"5"}', {
    execution: "preflight",
    isServerTool: true,
    wasExecuted: true,
    clientPayload: { sum: 5, to: "Desk" },
  });
  const desk = await Desk.open(() => [
    { type: "call_prepared", messageId: "m", call },
    handOver("m", call),
  ]);
  const client = await desk.client();
  const task = await client.sendMessage(message("Pay"));
  const content = "status" in task ? task.status?.message?.parts[0]?.content : undefined;
  expect(content?.value).toEqual({
    toolCalls: [
      {
        id: "c0",
        type: "function",
        function: { name: "pay", arguments: '{"sum":5,"to":"Desk"}' },
        metadata: { "ag-ui-lit": { preflight: { arguments: { sum: "5" } } } },
      },
    ],
  });
});

test("results may come one by one; what was sent twice, late or for no call changes nothing, and is logged", async () => {
  const both = [handedOver("a", "book", "{}"), handedOver("b", "book", "{}")];
  const desk = await Desk.open((_request, round) =>
    round === 0 ? [handOver("m0", ...both)] : [end("completed")],
  );
  const client = await desk.client();
  const task = await client.sendMessage(message("Two rooms"));
  const taskId = "status" in task ? task.id : "";
  const send = async (id: string) => {
    const lines = await told(
      client.sendMessageStream(message(undefined, { taskId }, resultOf(id, id))),
    );
    return lines.at(-1)?.replaceAll(/.*"id":"(\w)".*/g, "waits for $1");
  };

  expect(await send("nobody")).toBe("waits for b");
  expect(desk.log).toEqual(["foreign_result"]);
  expect(await send("a")).toBe("waits for b");
  expect(await send("a")).toBe("waits for b");
  expect(desk.log).toEqual(["foreign_result", "double_result"]);
  expect(desk.reasoner.requests).toHaveLength(1);
  expect(await send("b")).toBe("completed");
  expect(desk.reasoner.last.slice(-2)).toEqual(["tool a", "tool b"]);
  await expect(send("b")).rejects.toThrow(/terminal state/);
  expect(desk.reasoner.requests).toHaveLength(2);
});

test("a message in place of results goes on, and results after that are late", async () => {
  const desk = await Desk.open((_request, round) =>
    round === 0 ? [handOver("m0", handedOver("c0", "book", "{}"))] : [end("completed")],
  );
  const client = await desk.client();
  const task = await client.sendMessage(message("A room", { contextId: "ctx" }));
  const taskId = "status" in task ? task.id : "";
  // Another task of the conversation.
  expect(await client.sendMessage(message("Never mind", { contextId: "ctx" }))).toMatchObject({
    status: { state: 3 },
  });
  expect(desk.reasoner.last).toEqual(["user A room", "assistant book{}", "user Never mind"]);
  expect(
    await told(client.sendMessageStream(message(undefined, { taskId }, resultOf("c0")))),
  ).toEqual([
    "task working",
    "canceled The conversation went on without the results of these calls.",
  ]);
  expect(desk.log).toEqual(["late_result"]);
  expect(desk.reasoner.requests).toHaveLength(2);
});

test("a result that is sent twice at once is taken once", async () => {
  const go = deferred<void>();
  const desk = await Desk.open(async function* (_request, round) {
    if (round === 0) return yield handOver("m0", handedOver("c0", "book", "{}"));
    await go.promise;
    yield end("completed");
  });
  const client = await desk.client();
  const task = await client.sendMessage(message("A room"));
  const taskId = "status" in task ? task.id : "";
  const first = told(client.sendMessageStream(message(undefined, { taskId }, resultOf("c0"))));
  const second = told(client.sendMessageStream(message(undefined, { taskId }, resultOf("c0"))));
  await expect(Promise.race([first, second])).rejects.toThrow(/works on what it was sent/);
  go.resolve();
  const ends = await Promise.allSettled([first, second]);
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(desk.reasoner.requests).toHaveLength(2);
});

test("tasks/cancel stops the reasoner, and the task ends as canceled even where the reasoner does not stop", async () => {
  const aborted = deferred<void>();
  const desk = await Desk.open(async function* (_request, round, signal) {
    if (round > 0) return yield end("completed");
    signal.addEventListener("abort", () => aborted.resolve());
    yield* saying("m0", "Thinking");
    await new Promise(() => {});
  });
  const client = await desk.client();
  const seen: string[] = [];
  for await (const event of client.sendMessageStream(message("Go", { contextId: "ctx" }))) {
    seen.push(short(event));
    if (seen.length === 3) {
      const id = event.payload?.$case === "artifactUpdate" ? event.payload.value.taskId : "";
      const task = await client.cancelTask({ tenant: "", id, metadata: undefined });
      expect(task.status?.state).toBe(5);
    }
  }
  await aborted.promise;
  expect(seen.at(-1)).toBe("canceled The task was cancelled.");
  // The conversation knows what was said until then.
  await client.sendMessage(message("Again", { contextId: "ctx" }));
  expect(said(desk.reasoner.requests[1]?.messages ?? [])).toEqual([
    "user Go",
    "assistant Thinking",
    "user Again",
  ]);
});

test("a newer message of a conversation takes over from one that is still answered", async () => {
  const desk = await Desk.open(async function* (_request, round) {
    if (round > 0) return yield end("completed");
    yield* saying("m0", "Slow");
    await new Promise(() => {});
  });
  const client = await desk.client();
  const older = client.sendMessageStream(message("One", { contextId: "ctx" }));
  const lines = [short(await next(older)), short(await next(older))];
  await client.sendMessage(message("Two", { contextId: "ctx" }));
  lines.push(...(await told(older)));
  expect(lines.at(-1)).toBe("canceled A newer message of the conversation took its place.");
});

test("a task goes on when its client is gone; who subscribes again gets what was missed, and the rest", async () => {
  const [gone, goOn] = [deferred<void>(), deferred<void>()];
  const desk = await Desk.open(async function* () {
    yield { type: "message_start", messageId: "m" };
    yield { type: "text", messageId: "m", delta: "One " };
    await gone.promise;
    yield { type: "text", messageId: "m", delta: "two " };
    await goOn.promise;
    yield { type: "text", messageId: "m", delta: "three" };
    yield { type: "message_end", messageId: "m" };
    yield end("completed");
  });
  const client = await desk.client();
  const broken = client.sendMessageStream(message("Count"));
  const id = taskOf(await next(broken));
  await broken.next();
  desk.host.breakOff();
  await expect(told(broken)).rejects.toThrow();
  gone.resolve();

  const again = client.resubscribeTask({ tenant: "", id });
  const first = await next(again);
  const task = first.payload?.$case === "task" ? first.payload.value : undefined;
  expect(task?.artifacts[0]?.parts.map(({ content }) => content?.value)).toEqual(["One two "]);
  goOn.resolve();
  expect(await told(again)).toEqual(["text three", "text ", "completed"]);
});

test("a task that waits for its client can be subscribed to again, and ends there", async () => {
  const desk = await Desk.open();
  const client = await desk.client();
  const task = await client.sendMessage(message("A room"));
  const id = "status" in task ? task.id : "";
  expect(await told(client.resubscribeTask({ tenant: "", id }))).toEqual(["task input"]);
  const cancelled = await client.cancelTask({ tenant: "", id, metadata: undefined });
  expect(cancelled.status?.state).toBe(5);
});

test("what a user began is not found by another, whatever id they say, nor do conversations mix", async () => {
  const desk = await Desk.open(undefined, {
    context: ({ headers }) => {
      const user = headers.get("authorization");
      return user ? { user: { id: user } } : new Response("Who are you?", { status: 401 });
    },
  });
  const client = await desk.client();
  const as = (user: string) => ({ serviceParameters: { authorization: user } });
  await expect(client.sendMessage(message("Hi"))).rejects.toThrow(/401/);

  const task = await client.sendMessage(message("A room", { contextId: "ctx" }), as("ann"));
  const id = "status" in task ? task.id : "";
  const answer = message(undefined, { taskId: id }, resultOf("c0"));
  for (const user of ["bob", "unknown", '["","ann"]']) {
    await expect(client.getTask({ tenant: "", id }, as(user))).rejects.toThrow(/not found/i);
    await expect(client.sendMessage(answer, as(user))).rejects.toThrow(/not found/i);
    await expect(
      client.cancelTask({ tenant: "", id, metadata: undefined }, as(user)),
    ).rejects.toThrow(/not found/i);
    await expect(told(client.resubscribeTask({ tenant: "", id }, as(user)))).rejects.toThrow(
      /not found/i,
    );
  }
  await client.sendMessage(message("Mine", { contextId: "ctx" }), as("bob"));
  expect(desk.reasoner.last).toEqual(["user Mine"]);
  const [ofAnn, ofBob] = desk.reasoner.requests.map(({ context }) => context);
  expect(ofAnn?.conversation.id).not.toBe(ofBob?.conversation.id);
  expect(ofBob).toMatchObject({ user: { id: "bob" }, conversation: { contextId: "ctx" } });

  expect(await client.sendMessage(answer, as("ann"))).toMatchObject({ status: { state: 3 } });
});

test("client tools that break a rule are left out and logged, the others work", async () => {
  const desk = await Desk.open(() => [end("completed")]);
  const tools = [
    { name: "no spaces!", description: "x", parameters: {} },
    null,
    7,
    bookTool,
    bookTool,
  ];
  await desk.rpc("message/send", {
    message: { role: "user", parts: [{ kind: "text", text: "Hi" }] },
    tools,
  });
  expect(desk.reasoner.requests[0]?.clientTools).toEqual([bookTool]);
  expect(desk.log).toEqual(["bad_tool", "bad_tool", "bad_tool", "bad_tool"]);
});

test("what a reasoner throws is logged, and the client only learns that the agent failed", async () => {
  const desk = await Desk.open(async function* () {
    yield* saying("m", "Hm");
    throw new Error("password=hunter2");
  });
  const client = await desk.client();
  const lines = await told(client.sendMessageStream(message("Go")));
  expect(lines.at(-1)).toMatch(/^failed The agent failed\. .* under the id [0-9a-f]{16}\.$/);
  expect(desk.log).toEqual(["failed"]);
});

test("a reasoner's own failure, limit and missing end have their states", async () => {
  const ends = {
    failed: "failed No money.",
    limit: "completed",
    aborted: "canceled The agent stopped.",
    none: expect.stringMatching(/^failed The agent failed\. .* under the id [0-9a-f]{16}\.$/),
  };
  for (const [finish, line] of Object.entries(ends)) {
    const error = { code: "x", message: "No money." };
    const response = {
      finish,
      text: "",
      toolCalls: [],
      messages: [],
      iterations: 1,
      error,
    } as never;
    const desk = await Desk.open(() => (finish === "none" ? [] : [{ type: "end", response }]));
    const client = await desk.client();
    expect((await told(client.sendMessageStream(message("Go")))).at(-1)).toEqual(line);
    await desk.close();
  }
});

test("what is no request is refused in words, and the next one is served", async () => {
  const desk = await Desk.open(() => [end("completed", [assistant("m", "Hi")])], {
    maxBodyBytes: 20_000,
  });
  const post = async (body: string, type = "application/json", headers = {}) => {
    const response = await fetch(desk.host.url, {
      method: "POST",
      headers: { "content-type": type, ...headers },
      body,
    });
    const { error } = (await response.json()) as { error: { code: number; message: string } };
    return `${response.status} ${error.code} ${error.message}`;
  };
  const rpc = (method: string, params: unknown, headers = {}) =>
    post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), "application/json", headers);

  expect(await post("{")).toBe("200 -32700 The request is no JSON object.");
  expect(await post("[]")).toMatch(/-32700/);
  expect(await post("{}", "text/plain")).toMatch(/^415 -32005/);
  expect(await post(`"${"x".repeat(30_000)}"`)).toBe(
    "413 -32600 The request has more than 20000 bytes.",
  );
  expect(await rpc("nothing", {})).toMatch(/-32601/);
  expect(await rpc("message/send", { message: 7 })).toMatch(/-32602/);
  expect(await rpc("message/send", { message: { role: "user", parts: [null] } })).toMatch(/-32602/);
  expect(await rpc("message/send", { message: {}, tools: 7 })).toMatch(
    /params.tools must be a list/,
  );
  expect(await rpc("tasks/resume", {})).toMatch(/-32602 tasks\/resume needs params.taskId/);
  expect(await rpc("tasks/resume", { taskId: "x" })).toMatch(/needs params.toolResults/);
  expect(await rpc("tasks/resume", { taskId: "x", toolResults: [{ toolCallId: "c" }] })).toMatch(
    /needs success, true or false/,
  );
  expect(await rpc("tasks/resume", { taskId: "x", ...resultOf("c") })).toMatch(/-32001/);
  expect(await rpc("message/send", {}, { "a2a-version": "9.9" })).toMatch(/-32009/);
  const nested = `${"[".repeat(9000)}${"]".repeat(9000)}`;
  const deep = `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"role":"user","messageId":"m","parts":[{"kind":"data","data":{"x":${nested}}}]}}}`;
  await fetch(desk.host.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: deep,
  });

  const empty = await (await desk.client()).sendMessage(message(undefined));
  expect(empty).toMatchObject({ status: { state: 7 } });
  expect((await fetch(desk.host.url)).status).toBe(405);
  expect(await (await desk.client()).sendMessage(message("Hi"))).toMatchObject({
    status: { state: 3 },
  });
});

test("of more conversations and tasks than are kept, those used longest ago are forgotten", async () => {
  const desk = await Desk.open(() => [end("completed")], { maxConversations: 2, maxMessages: 2 });
  const client = await desk.client();
  for (const contextId of ["a", "b", "c", "c", "c", "a"]) {
    await client.sendMessage(message(contextId, { contextId }));
  }
  const lengths = desk.reasoner.requests.map(({ messages }) => messages.length);
  expect(lengths).toEqual([1, 1, 1, 2, 2, 1]);
});

test("a task is worked on as soon as work begins, before the model has said anything", async () => {
  const gate = deferred<void>();
  const desk = await Desk.open(async function* () {
    await gate.promise;
    yield* saying("m0", "Done.");
    yield end("completed", [assistant("m0", "Done.")]);
  });
  const client = await desk.client();
  const stream = client.sendMessageStream(message("Go"));
  const begun = await next(stream);
  expect([short(begun), short(await next(stream))]).toEqual(["task submitted", "working"]);
  const task = await client.getTask({ tenant: "", id: taskOf(begun) });
  expect(task.status?.state).toBe(2);
  gate.resolve();
  expect(await told(stream)).toEqual(["text Done.", "text ", "completed"]);
});

test("a model that always has more starves neither a timer nor a cancellation", async () => {
  const desk = await Desk.open(async function* (_request, _round, signal) {
    yield { type: "message_start", messageId: "m0" };
    while (!signal.aborted) yield { type: "reasoning", messageId: "m0", delta: "Hm. " };
  });
  const client = await desk.client();
  const stream = client.sendMessageStream(message("Go"));
  const id = taskOf(await next(stream));
  const task = await client.cancelTask({ tenant: "", id, metadata: undefined });
  expect(task.status?.state).toBe(5);
});

test("a reasoner that fails, as one that took too long, ends the task as failed", async () => {
  const desk = await Desk.open(() => {
    throw new Error("The model took too long.");
  });
  const client = await desk.client();
  expect((await told(client.sendMessageStream(message("Go")))).at(-1)).toMatch(/^failed/);
});

test("a conversation may have any name, also half of a surrogate pair, and its own", async () => {
  const desk = await Desk.open((_request, round) => [
    ...saying(`m${round}`, "Hi."),
    end("completed", [assistant(`m${round}`, "Hi.")]),
  ]);
  for (const contextId of ["\ud800", "\ud801", "\ufffd"]) {
    const parts = [{ text: "Go" }];
    const message = { role: "ROLE_USER", messageId: contextId, contextId, parts };
    const response = await desk.rpc("SendMessage", { message }, { "a2a-version": "1.0" });
    const { result } = await response.json();
    expect(result.task.status.state).toBe("TASK_STATE_COMPLETED");
  }
  const ids = desk.reasoner.requests.map(({ context }) => context.conversation.id);
  expect(new Set(ids).size).toBe(3);
  expect(desk.reasoner.requests.map(({ messages }) => messages.length)).toEqual([1, 1, 1]);
});

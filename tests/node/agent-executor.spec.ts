/** `AgentToolExecutor`: every outcome of AGN-005, section 5. */

import { type JsonSchema, ToolExecutionManager, ToolFailure, toolResult } from "ag-ui-lit";
import {
  type AgentToolExecutionContext,
  AgentToolExecutor,
  type AgentToolExecutorOptions,
  defineAgentTool,
} from "ag-ui-lit/server";
import * as z from "zod";
import { call, context, executorOf } from "../support/server/executor.js";
import { expect, test } from "./test.js";

const server = { execution: "server" } as const;
const preflight = { execution: "preflight" } as const;

/** A tool as a client lists it. */
const listed = (name: string, parameters: JsonSchema = { type: "object", properties: {} }) => ({
  name,
  description: `The client's ${name}.`,
  parameters,
});

test("a tool of the server: executed, with its result as the model reads it and as JSON", async () => {
  const add = defineAgentTool({
    name: "add",
    description: "Adds.",
    schema: z.object({ a: z.number(), b: z.number().default(1) }),
    metadata: server,
    handler: ({ a, b }) => ({ sum: a + b }),
  });
  const { executor } = executorOf([add]);

  const done = await executor.execute(call("add", '{"a": 2}'), context);

  expect(done).toEqual({
    toolCallId: "call-1",
    toolName: "add",
    argumentsJson: '{"a": 2}',
    execution: "server",
    isServerTool: true,
    wasExecuted: true,
    requiresClientExecution: false,
    content: '{"sum":3}',
    resultJson: '{"sum":3}',
  });
  expect(Object.isFrozen(done)).toBe(true);
});

test("a tool that a rate limit refuses: the model reads that it was not run, and when to try again", async () => {
  const metadata = {
    ...server,
    rateLimit: { limit: 1, interval: 60_000, onLimit: "refuse" },
  } as const;
  const { executor } = executorOf([{ name: "quote", metadata, handler: () => "1.08" }]);
  await executor.execute(call("quote"), context);

  const refused = await executor.execute(call("quote"), context);

  expect(refused).toMatchObject({
    wasExecuted: false,
    error: {
      category: "transient",
      code: "rate_limited",
      message: expect.stringContaining('The tool "quote" was not run: it is called too often.'),
      retryAfter: expect.any(Number),
    },
  });
});

test("the result as JSON is always JSON: texts are quoted, also those that look like JSON, are cut or have other words", async () => {
  const manager = new ToolExecutionManager(undefined, undefined, { maxResultLength: 8 });
  const results: Record<string, unknown> = {
    text: "hello",
    number_text: "42",
    number: 42,
    nothing: undefined,
    words: toolResult("All", { structured: { secret: 1 } }),
    json_words: toolResult("[1]", { structured: [2] }),
    cut: ["a long text", "another"],
    big: 9007199254740993n,
  };
  const { executor } = executorOf(
    Object.entries(results).map(([name, result]) => ({
      name,
      metadata: server,
      handler: () => result,
    })),
    { manager },
  );
  const seen: Record<string, unknown> = {};
  for (const name of Object.keys(results)) {
    const { content, resultJson } = await executor.execute(call(name), context);
    JSON.parse(resultJson ?? "");
    seen[name] = [content, resultJson];
  }
  expect(seen).toEqual({
    text: ["hello", '"hello"'],
    number_text: ["42", '"42"'],
    number: ["42", "42"],
    nothing: ["null", "null"],
    words: ["All", '"All"'],
    json_words: ["[1]", '"[1]"'],
    cut: [expect.stringContaining("cut]"), expect.stringMatching(/^".*cut\]"$/)],
    big: [expect.stringContaining("cut]"), expect.stringMatching(/^".*cut\]"$/)],
  });
});

test("the handler knows whose conversation it serves, and every field of a call", async () => {
  let seen: AgentToolExecutionContext | undefined;
  const look = defineAgentTool({
    name: "look",
    description: "Looks.",
    schema: {},
    metadata: server,
    handler: (_args, context) => {
      seen = context;
    },
  });
  const { executor } = executorOf([look]);
  await executor.execute(call("look"), context);

  expect(seen).toMatchObject({ ...context, toolCallId: "call-1", toolName: "look" });
  expect(seen?.signal.aborted).toBe(false);
  expect(typeof seen?.reportProgress).toBe("function");
});

test("a preflighted call: the server's half gives what the client's handler gets", async () => {
  const pay = defineAgentTool({
    name: "pay",
    description: "Pays.",
    schema: z.object({ amount: z.number(), to: z.string() }),
    metadata: preflight,
    handler: ({ amount, to }, { user }) => ({ amount, to: `${to} (${user?.id})` }),
  });
  const { executor } = executorOf([pay]);
  const clientTools = [listed("pay")];

  const done = await executor.execute(call("pay", { amount: 5, to: "Ada" }), context, {
    clientTools,
  });

  expect(done).toEqual({
    toolCallId: "call-1",
    toolName: "pay",
    argumentsJson: '{"amount":5,"to":"Ada"}',
    execution: "preflight",
    isServerTool: true,
    wasExecuted: true,
    requiresClientExecution: true,
    clientPayload: { amount: 5, to: "Ada (user-1)" },
  });
  expect(Object.isFrozen(done.clientPayload)).toBe(true);
});

test("what the server has prepared passes the tool's own schema, or the call has failed and says why", async () => {
  const schema = z.object({ amount: z.number() });
  const cyclic: Record<string, unknown> = { amount: 1 };
  cyclic.self = cyclic;
  const made: Record<string, unknown> = {
    text: "all is well",
    list: [{ amount: 1 }],
    nothing: undefined,
    refused: { amount: "5" },
    function: { amount: () => 1 },
    bigint: { amount: 1n },
    cyclic,
    platform: new Map([["amount", 1]]),
    throwing: {
      get amount(): number {
        throw new Error("no");
      },
    },
  };
  const { executor } = executorOf(
    Object.entries(made).map(([name, payload]) => ({
      name,
      schema,
      metadata: preflight,
      handler: () => payload,
    })),
    // Whoever validates the arguments, the payload is held to the tool's schema.
    {
      manager: new ToolExecutionManager({
        execute: ({ handler }) => ({
          success: true,
          result: "",
          output: Reflect.apply(handler, undefined, []),
        }),
      }),
    },
  );
  const clientTools = Object.keys(made).map((name) => listed(name));
  for (const name of Object.keys(made)) {
    const done = await executor.execute(call(name, { amount: 5 }), context, { clientTools });
    expect(done, name).toMatchObject({
      wasExecuted: false,
      requiresClientExecution: false,
      content: expect.stringMatching(/^The server's half of the tool/),
      error: { code: "invalid_payload" },
    });
    expect(done.clientPayload).toBeUndefined();
    expect(done.errorMessage).toBe(done.content);
  }
});

test("a tool of the client is left to it: the server's handler never runs", async () => {
  let runs = 0;
  const handler = (): void => {
    runs += 1;
  };
  const { executor } = executorOf([
    { name: "says_so", metadata: { execution: "client" }, handler },
    { name: "says_nothing", handler },
  ]);
  const clientTools = [listed("says_so"), listed("says_nothing"), listed("own")];
  for (const name of ["says_so", "says_nothing", "own"]) {
    const done = await executor.execute(call(name, { a: 1 }), context, { clientTools });
    expect(done).toEqual({
      toolCallId: "call-1",
      toolName: name,
      argumentsJson: '{"a":1}',
      execution: "client",
      isServerTool: false,
      wasExecuted: false,
      requiresClientExecution: true,
      clientPayload: { a: 1 },
    });
  }
  expect(runs).toBe(0);
  // The client says what is wrong with arguments; a number is never another one on the way.
  for (const broken of ['{"a":', "[1]", '{"a": 9007199254740993}', `${"[".repeat(200_000)}`]) {
    const done = await executor.execute(call("own", broken), context, { clientTools });
    expect(done).toMatchObject({ requiresClientExecution: true, argumentsJson: broken });
    expect(done).not.toHaveProperty("clientPayload");
  }
  const empty = await executor.execute(call("own", ""), context, { clientTools });
  expect(empty.clientPayload).toEqual({});
});

test("what this client can't finish is not begun", async () => {
  let runs = 0;
  const handler = (): object => {
    runs += 1;
    return { runs };
  };
  const { executor, log } = executorOf([
    { name: "pay", metadata: preflight, handler },
    { name: "draw", handler },
  ]);
  for (const clientTools of [undefined, [], [listed("other")]]) {
    for (const name of ["pay", "draw"]) {
      const done = await executor.execute(call(name), context, {
        ...(clientTools && { clientTools }),
      });
      expect(done).toMatchObject({
        wasExecuted: false,
        requiresClientExecution: false,
        error: { code: "not_offered" },
        content: expect.stringContaining("does not offer it"),
      });
    }
  }
  expect(runs).toBe(0);
  expect(log.entries).toHaveLength(6);
});

test("an unknown name fails clearly: it says which there are, and which is nearest", async () => {
  const { executor, log } = executorOf([
    { name: "get_weather", metadata: server },
    { name: "send_mail", metadata: server, id: "mail::send" },
    { name: "draw" },
  ]);
  const clientTools = [listed("zoom")];
  const ask = (name: string) => executor.execute(call(name), context, { clientTools });

  const done = await ask("getWether");
  expect(done).toMatchObject({
    isServerTool: true,
    wasExecuted: false,
    requiresClientExecution: false,
    error: { category: "permanent", code: "unknown_tool", retryable: false },
    content:
      'There is no tool named "getWether". Did you mean "get_weather"? Available tools: get_weather, send_mail, zoom.',
  });
  expect(done).not.toHaveProperty("execution");
  expect((await ask("xyz")).content).not.toContain("Did you mean");
  // An id is no name that a model knows.
  expect((await ask("mail::send")).error?.code).toBe("unknown_tool");
  for (const name of ["", "__proto__", "constructor", "\ud800", "x".repeat(100_000)]) {
    const { error, content = "" } = await ask(name);
    expect(error?.code).toBe("unknown_tool");
    expect(content.length).toBeLessThan(500);
  }
  expect((await executorOf([]).executor.execute(call("a"), context)).content).toContain(
    "There are no tools.",
  );
  expect(log.entries.every(({ level }) => level === "warning")).toBe(true);
});

test("a failure is the call's answer, without what only the server knows", async () => {
  const { executor } = executorOf([
    {
      name: "fail",
      schema: z.object({ n: z.number() }),
      metadata: server,
      handler: () => {
        throw Object.assign(new ToolFailure("The printer is out of paper."), { secret: "4711" });
      },
    },
  ]);
  const thrown = await executor.execute(call("fail", { n: 1 }), context);
  expect(thrown).toEqual({
    toolCallId: "call-1",
    toolName: "fail",
    argumentsJson: '{"n":1}',
    execution: "server",
    isServerTool: true,
    wasExecuted: false,
    requiresClientExecution: false,
    content: "The printer is out of paper.",
    errorMessage: "The printer is out of paper.",
    error: { category: "execution", message: "The printer is out of paper.", retryable: false },
  });
  const invalid = await executor.execute(call("fail", { n: "x" }), context);
  expect(invalid.error).toMatchObject({
    category: "validation",
    validationErrors: [{ path: ["n"] }],
  });
  expect((await executor.execute(call("fail", '{"n":'), context)).error?.category).toBe(
    "validation",
  );
});

test("the model is offered the server's tools, those that this client can finish, and the client's own", () => {
  const { executor, log } = executorOf([
    { name: "look_up", metadata: server },
    { name: "pay", metadata: preflight, description: "The server's word." },
    { name: "draw" },
  ]);
  expect(executor.offer().map(({ name }) => name)).toEqual(["look_up"]);
  expect(executor.modeOf("pay")).toBe("preflight");
  expect(executor.modeOf("draw")).toBe("client");
  expect(executor.modeOf("nobody")).toBeUndefined();

  const clientTools = [
    listed("zoom", { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" }),
    listed("pay"),
    listed("look_up"),
    { name: "not a name", description: "", parameters: { type: "string" } },
    listed("zoom"),
    null,
    {
      name: "trap",
      get description(): string {
        throw new Error("no");
      },
      parameters: {},
    },
    listed("draw"),
  ] as never[];
  const offered = executor.offer(clientTools, context);
  expect(offered.map(({ name }) => name)).toEqual(["look_up", "pay", "draw", "zoom"]);
  expect(offered[1]?.description).toBe("The server's word.");
  expect(offered[3]?.parameters).toEqual({ type: "object", properties: {} });
  const leftOut = log.entries.map(({ data }) => data.find(({ key }) => key === "ToolName")?.value);
  expect(leftOut).toEqual(["not a name", "zoom", "", "trap"]);
  executor.offer(clientTools, context);
  // The one that is no object can't be remembered.
  expect(log.entries).toHaveLength(5);
  expect(log.entries[0]?.data.slice(0, 2)).toEqual([
    { key: "ConversationId", value: "conversation-1" },
    { key: "SessionId", value: "session-1" },
  ]);
  for (const strange of [null, "tools", { length: 3 }, 7]) {
    expect(executor.offer(strange as never).map(({ name }) => name)).toEqual(["look_up"]);
  }
  const many = Array.from({ length: 300 }, (_, at) => listed(`tool_${at}`));
  expect(executor.offer(many)).toHaveLength(257);
});

test("a client's tool is offered without hidden characters, which are logged once; in names it can't have them", () => {
  const { executor, log } = executorOf([]);
  const clientTools = [
    { name: "zoom", description: "Zooms.\u{E0049}\u202E", parameters: {} },
    { name: "hide", description: "Hides.", parameters: { properties: { "a\u200B": {} } } },
  ] as never[];
  expect(executor.offer(clientTools, context)).toMatchObject([
    { name: "zoom", description: "Zooms." },
  ]);
  executor.offer(clientTools, context);
  const pairs = log.entries.map(({ data }) => data.slice(2).map(({ value }) => value));
  expect(pairs).toEqual([
    ["zoom", "U+E0049, U+202E"],
    ["hide", "[1].parameters: has hidden characters in names or values: U+200B"],
  ]);
});

test("options that nobody knows, or that are not as they must be, are refused at once", () => {
  const { registry } = executorOf([]);
  const make = (options: object) => () =>
    new AgentToolExecutor(options as AgentToolExecutorOptions);
  expect(make({})).toThrow(/registry.*is needed.*ToolRegistry/);
  expect(make({ registry, authorise: () => true })).toThrow(/no option "authorise"/);
  expect(make({ registry, authorize: "yes" })).toThrow(/authorize.*a function/);
  expect(make({ registry, log: { addException() {} } })).toThrow(/addCustomEvent/);
  expect(make({ registry, manager: {} })).toThrow(/ToolExecutionManager/);
});

test("defineAgentTool wants to know where the tool runs, and its handler wants to know for whom", async () => {
  const definition = { name: "a", description: "A.", schema: {}, handler: () => 1 };
  const define = (metadata: object | undefined) => () =>
    defineAgentTool({ ...definition, metadata } as never);
  expect(define(undefined)).toThrow(/execution.*must be "server" or "preflight"/);
  expect(define({ execution: "client" })).toThrow(/must be "server" or "preflight"/);
  expect(() => defineAgentTool({ ...definition, metadata: server, handler: 1 } as never)).toThrow(
    /handler.*function/,
  );
  const { registry } = executorOf([define(server)()]);
  const tool = registry.get("a");
  const alone = tool && (await new ToolExecutionManager().execute(tool, "1", {}));
  expect(alone).toMatchObject({ success: false, error: { code: "no_agent_context" } });
});

/** `AgentReasoner`: the loop, and where it hands over. AGN-005, section 6. */
import { ToolFailure } from "ag-ui-lit";
import { AgentReasoner } from "ag-ui-lit/server";
import {
  allOf,
  asks,
  listed,
  reasonerOf,
  requestOf,
  result,
  ScriptedModel,
  serverTools,
  user,
} from "../../support/server/reasoner.js";
import { deferred } from "../deferred.js";
import { expect, test } from "../test.js";

test("a model that needs no tool: its text, and the end", async () => {
  const model = new ScriptedModel([
    { type: "reasoning", delta: "Hm." },
    { type: "text", delta: "Hel" },
    { type: "text", delta: "lo" },
  ]);
  const { reasoner } = reasonerOf([], model.ask);

  const events = await allOf(reasoner.run(requestOf([user("Hi", "u1")])));

  expect(events.map(({ type }) => type)).toEqual([
    ...["message_start", "reasoning", "text", "text", "message_end", "end"],
  ]);
  const end = events.at(-1);
  expect(end).toMatchObject({
    response: { finish: "completed", text: "Hello", toolCalls: [], iterations: 1 },
  });
  expect(model.asked).toMatchObject([
    { messages: [{ id: "u1", role: "user", content: "Hi" }], tools: [], iteration: 1 },
  ]);
});

test("the loop goes on while all tools are the server's and succeed, and the model reads the results in call order", async () => {
  const model = new ScriptedModel(
    { text: "I look.", toolCalls: [asks("slow", { n: 1 }, "a"), asks("fast", { n: 2 }, "b")] },
    { toolCalls: [asks("fast", { n: 3 }, "c")] },
    { text: "Done." },
  );
  const slow = deferred<string>();
  const tools = serverTools({
    slow: () => slow.promise,
    fast: ({ n }: { n: number }) => {
      slow.resolve("slow");
      return `fast ${n}`;
    },
  });
  const { reasoner } = reasonerOf(tools, model.ask);

  const response = await reasoner.execute(requestOf([user("Hi", "u1")]));

  expect(response).toMatchObject({ finish: "completed", iterations: 3, toolCalls: [] });
  expect(response.text).toBe("I look.\n\nDone.");
  expect(model.messages).toMatchObject([
    { id: "u1", role: "user" },
    { role: "assistant", content: "I look.", toolCalls: [{ id: "a" }, { id: "b" }] },
    { role: "tool", toolCallId: "a", content: "slow" },
    { role: "tool", toolCallId: "b", content: "fast 2" },
    {
      role: "assistant",
      toolCalls: [{ id: "c", function: { name: "fast", arguments: '{"n":3}' } }],
    },
    { role: "tool", toolCallId: "c", content: "fast 3" },
  ]);
  expect(response.messages).toMatchObject([
    ...model.messages.slice(1),
    { role: "assistant", content: "Done." },
  ]);
});

test("events of a call of the server: as it is written, then its result", async () => {
  const model = new ScriptedModel(
    [
      { type: "tool_call_start", id: "a", name: "look" },
      { type: "tool_call_args", id: "a", delta: '{"at":' },
      { type: "tool_call_args", id: "a", delta: '"sky"}' },
      { type: "tool_call_end", id: "a" },
    ],
    { text: "Blue." },
  );
  const tools = serverTools({ look: ({ at }: { at: string }) => `${at}: blue` });
  const { reasoner } = reasonerOf(tools, model.ask);

  const events = await allOf(reasoner.run(requestOf([user("Look")])));

  const start = events[0] as { readonly messageId: string };
  expect(events.slice(0, 7)).toEqual([
    { type: "message_start", messageId: start.messageId },
    { type: "call_start", messageId: start.messageId, toolCallId: "a", toolName: "look" },
    { type: "call_args", toolCallId: "a", delta: '{"at":' },
    { type: "call_args", toolCallId: "a", delta: '"sky"}' },
    { type: "call_end", toolCallId: "a" },
    { type: "message_end", messageId: start.messageId },
    {
      type: "call_result",
      messageId: "a-result",
      call: expect.objectContaining({
        toolCallId: "a",
        content: "sky: blue",
        wasExecuted: true,
        argumentsJson: '{"at":"sky"}',
      }),
    },
  ]);
});

test("a call of the client is handed over, and its result is taken up in the next request", async () => {
  const model = new ScriptedModel({ toolCalls: [asks("pick", {}, "a")] }, { text: "Red, then." });
  const { reasoner, codes } = reasonerOf([], model.ask);
  const clientTools = [listed("pick")];
  const first = [user("Which colour?")];

  const asked = await reasoner.execute(requestOf(first, { clientTools }));

  expect(asked).toMatchObject({
    finish: "client",
    toolCalls: [
      { toolCallId: "a", toolName: "pick", requiresClientExecution: true, clientPayload: {} },
    ],
    messages: [{ role: "assistant", toolCalls: [{ id: "a" }] }],
  });
  expect(model.asked[0]?.tools).toMatchObject([{ name: "pick" }]);

  const second = [...first, ...asked.messages, result("a", "red")];
  const done = await reasoner.execute(requestOf(second, { clientTools }));

  expect(done).toMatchObject({ finish: "completed", text: "Red, then." });
  expect(model.answerTo("a")).toBe("red");
  expect(codes()).toEqual([]);
});

test("results come as JSON beside the history, too: a value, a text, an error", async () => {
  const model = new ScriptedModel(
    { toolCalls: [asks("pick", {}, "a"), asks("pick", {}, "b"), asks("pick", {}, "c")] },
    { text: "So." },
  );
  const { reasoner } = reasonerOf([], model.ask);
  const clientTools = [listed("pick")];
  const asked = await reasoner.execute(requestOf([user("Hi")], { clientTools }));
  const toolResultsJson = JSON.stringify([
    { toolCallId: "c", error: "no colour" },
    { toolCallId: "a", result: { colour: "red" } },
    { toolCallId: "b", result: "blue" },
  ]);

  await reasoner.execute(requestOf([user("Hi"), ...asked.messages], { toolResultsJson }));

  expect(model.messages.slice(2)).toMatchObject([
    { role: "tool", toolCallId: "a", content: '{"colour":"red"}' },
    { role: "tool", toolCallId: "b", content: "blue" },
    { role: "tool", toolCallId: "c", content: "no colour", error: "no colour" },
  ]);
});

test("mixed modes in one answer: the server does its part, the client gets what is left, in call order", async () => {
  const model = new ScriptedModel(
    { toolCalls: [asks("pay", { cents: 5 }, "p"), asks("pick", {}, "c"), asks("look", {}, "s")] },
    { text: "Paid." },
  );
  const tools = [
    ...serverTools({ look: () => "seen" }),
    {
      name: "pay",
      metadata: { execution: "preflight" as const },
      handler: ({ cents }: { cents: number }) => ({ cents, order: "o-1" }),
    },
  ];
  const { reasoner } = reasonerOf(tools, model.ask);
  const clientTools = [listed("pick"), listed("pay")];

  const events = await allOf(reasoner.run(requestOf([user("Pay")], { clientTools })));

  expect(
    events.map((event) => ("call" in event ? [event.type, event.call.toolCallId] : [event.type])),
  ).toEqual([
    ["message_start"],
    ["call_start"],
    ["call_args"],
    ["call_end"],
    ["call_start"],
    ["call_args"],
    ["call_end"],
    ["message_end"],
    ["call_prepared", "p"],
    ["call_result", "s"],
    ["end"],
  ]);
  const end = events.at(-1);
  if (end?.type !== "end") throw new Error("no end");
  expect(end.response).toMatchObject({
    finish: "client",
    toolCalls: [
      { toolCallId: "p", clientPayload: { cents: 5, order: "o-1" }, argumentsJson: '{"cents":5}' },
      { toolCallId: "c", requiresClientExecution: true },
    ],
  });

  const history = [user("Pay"), ...end.response.messages, result("c", "red"), result("p", "paid")];
  await reasoner.execute(requestOf(history, { clientTools }));
  expect(model.messages.slice(1)).toMatchObject([
    { role: "assistant", toolCalls: [{ id: "p" }, { id: "c" }, { id: "s" }] },
    { toolCallId: "p", content: "paid" },
    { toolCallId: "c", content: "red" },
    { toolCallId: "s", content: "seen" },
  ]);
});

test("a failure of the server hands over, unless the model is to be asked again", async () => {
  const tools = serverTools({
    look: () => {
      throw new ToolFailure("It is dark.");
    },
  });
  const answers = [{ toolCalls: [asks("look", {}, "a")] }, { text: "It is dark." }];
  const handing = new ScriptedModel(...answers);
  const { reasoner } = reasonerOf(tools, handing.ask);

  const handed = await reasoner.execute(requestOf([user("Look")]));
  expect(handed).toMatchObject({
    finish: "client",
    iterations: 1,
    toolCalls: [{ toolCallId: "a", errorMessage: "It is dark.", requiresClientExecution: false }],
  });
  const next = await reasoner.execute(requestOf([user("Look"), ...handed.messages]));
  expect(next.finish).toBe("completed");
  expect(handing.messages.at(-1)).toMatchObject({ content: "It is dark.", error: "It is dark." });

  const going = new ScriptedModel(...answers);
  const other = reasonerOf(tools, going.ask);
  const done = await other.reasoner.execute(requestOf([user("Look")]), {
    continueAfterFailure: true,
  });
  expect(done).toMatchObject({ finish: "completed", iterations: 2, text: "It is dark." });
});

test("at the limit the text says so, calls that nobody would read the results of are not run, and the next request goes on", async () => {
  let runs = 0;
  const tools = serverTools({
    look: () => {
      runs += 1;
      return runs;
    },
  });
  const model = new ScriptedModel({ toolCalls: [asks("look")] });
  const { reasoner } = reasonerOf(tools, model.ask, { maxIterations: 3 });

  const response = await reasoner.execute(requestOf([user("Look")]));

  expect(response).toMatchObject({ finish: "limit", iterations: 3 });
  expect(response.text).toContain("3 times");
  expect(runs).toBe(2);
  const answers = response.messages.filter(({ role }) => role === "tool");
  expect(answers).toHaveLength(3);
  expect(answers[2]).toMatchObject({ content: expect.stringContaining("not run") });
  expect(response.messages.at(-1)).toMatchObject({ role: "assistant", content: response.text });

  model.lines.splice(0, 1, { text: "Enough." });
  const history = [user("Look"), ...response.messages, user("Go on")];
  expect(await reasoner.execute(requestOf(history))).toMatchObject({
    finish: "completed",
    text: "Enough.",
  });
});

test("at the limit, what the client has to do is handed over all the same", async () => {
  const model = new ScriptedModel({ toolCalls: [asks("pick", {}, "a"), asks("look", {}, "b")] });
  const tools = serverTools({ look: () => "seen" });
  const { reasoner } = reasonerOf(tools, model.ask, { maxIterations: 1 });

  const response = await reasoner.execute(
    requestOf([user("Hi")], { clientTools: [listed("pick")] }),
  );

  expect(response).toMatchObject({ finish: "client", toolCalls: [{ toolCallId: "a" }] });
  expect(response.messages.at(-1)).toMatchObject({ toolCallId: "b", content: "seen" });
});

test("a preparation that fails is the call's answer, shown with its arguments as the model wrote them", async () => {
  const model = new ScriptedModel({ toolCalls: [asks("pay", { cents: 5 }, "p")] });
  const pay = {
    name: "pay",
    metadata: { execution: "preflight" as const },
    handler: () => {
      throw new ToolFailure("The account is closed.");
    },
  };
  const { reasoner } = reasonerOf([pay], model.ask);

  const events = await allOf(
    reasoner.run(requestOf([user("Pay")], { clientTools: [listed("pay")] })),
  );

  expect(events.map(({ type }) => type)).toEqual([
    ...[
      "message_start",
      "message_end",
      "call_start",
      "call_args",
      "call_end",
      "call_result",
      "end",
    ],
  ]);
  expect(events[5]).toMatchObject({ call: { content: "The account is closed." } });
});

test("a tool that is not offered is not run: the server's that needs a client, the client's that breaks a rule, none at all", async () => {
  let runs = 0;
  const pay = {
    name: "pay",
    metadata: { execution: "preflight" as const },
    handler: () => {
      runs += 1;
      return {};
    },
  };
  const bad = { ...listed("bad"), description: "" };
  const calls = [asks("pay", {}, "a"), asks("bad", {}, "b"), asks("nope", {}, "c")];
  const model = new ScriptedModel({ toolCalls: calls }, { text: "Oh." });
  const { reasoner } = reasonerOf([pay, ...serverTools({ look: () => 1 })], model.ask);

  const request = requestOf([user("Hi")], { clientTools: [bad] });
  const response = await reasoner.execute(request, { continueAfterFailure: true });

  expect(response.finish).toBe("completed");
  expect(runs).toBe(0);
  expect(model.answerTo("a")).toBe(
    'There is no tool "pay" that can be called. These can be called now: look.',
  );
  expect(model.answerTo("b")).toContain('There is no tool "bad"');
  expect(model.answerTo("c")).toContain('There is no tool "nope"');
});

test("every option that is not as it must be is refused, and so is one that nobody knows", () => {
  const { reasoner } = reasonerOf([], () => ({}));
  const { executor, model } = reasoner.options;
  const wrong: [object, string][] = [
    [{ model }, "AgentReasoner({ executor }) is needed"],
    [{ executor }, "AgentReasoner({ model }) is needed"],
    [{ executor, model, maxIterations: 0 }, "maxIterations }) must be a whole number from 1"],
    [{ executor, model, callsPerAnswer: 1.5 }, "callsPerAnswer }) must be a whole number"],
    [{ executor, model, clientDeadline: -1 }, "clientDeadline }) must be a number of milliseconds"],
    [{ executor, model, maxConversations: 0 }, "maxConversations }) must be a whole number from 1"],
    [{ executor, model, store: {} }, "store }) must be an object with load() and save()"],
    [{ executor, model, log: {} }, "log }) must be an object with addException()"],
    [{ executor, model, iterations: 3 }, 'has no option "iterations"'],
  ];
  for (const [options, message] of wrong) {
    expect(() => new AgentReasoner(options as never)).toThrow(message);
    expect(() => new AgentReasoner(options as never)).toThrow(TypeError);
  }
});

/** What a client may do, row by row as the guide `docs/server-and-client.md` has it: each has one outcome. */

import { mock } from "node:test";
import type { Message } from "@ag-ui/core";
import {
  allOf,
  asks,
  contextOf,
  type Desk,
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

const clientTools = [listed("pick")];

/** A conversation in which the client was handed a call `a` of its tool `pick`. */
async function handedOver(): Promise<Desk & { model: ScriptedModel; history: Message[] }> {
  const model = new ScriptedModel({ toolCalls: [asks("pick", {}, "a")] }, { text: "So." });
  const desk = reasonerOf([], model.ask);
  const first = user("Which?", "u1");
  const asked = await desk.reasoner.execute(requestOf([first], { clientTools }));
  return { ...desk, model, history: [first, ...asked.messages] };
}

test("one result for a call that was handed over is taken", async () => {
  const { reasoner, model, history, codes } = await handedOver();
  await reasoner.execute(requestOf([...history, result("a", "red")]));
  expect(model.answerTo("a")).toBe("red");
  expect(codes()).toEqual([]);
});

test("of two results in one request the first is taken, and the second is logged", async () => {
  const { reasoner, model, history, codes, log } = await handedOver();
  await reasoner.execute(requestOf([...history, result("a", "red"), result("a", "blue")]));
  expect(model.answerTo("a")).toBe("red");
  expect(codes()).toEqual(["result_twice"]);
  expect(log.entries.at(-1)).toMatchObject({
    level: "warning",
    tag: "pick_ExecuteAsync",
    data: [
      { key: "ConversationId", value: "conversation-1" },
      { key: "SessionId", value: "session-1" },
      { key: "Code", value: "result_twice" },
      { key: "ToolCallId", value: "a" },
      { key: "ToolName", value: "pick" },
    ],
  });
});

test("a result that comes again changes nothing; a different one is logged, and the first stands", async () => {
  const { reasoner, model, history, codes } = await handedOver();
  await reasoner.execute(requestOf([...history, result("a", "red")]));
  await reasoner.execute(requestOf([...history, result("a", "red")]));
  expect(codes()).toEqual([]);
  await reasoner.execute(requestOf([...history, result("a", "blue")]));
  expect(codes()).toEqual(["result_differs"]);
  expect(model.answerTo("a")).toBe("red");
});

test("a client that never comes back with a result: the model reads so when it goes on, and what comes then is late", async () => {
  const { reasoner, model, history, codes } = await handedOver();
  const events = await allOf(reasoner.run(requestOf([...history, user("Never mind.")])));
  expect(model.answerTo("a")).toContain("The client did not return a result.");
  expect(events[0], "the client is told").toMatchObject({
    type: "call_result",
    call: { toolCallId: "a", toolName: "pick", content: model.answerTo("a") },
  });
  expect(codes()).toEqual(["no_result"]);

  await reasoner.execute(requestOf([...history, user("Never mind."), result("a", "red")]));
  expect(model.answerTo("a")).toContain("The client did not return a result.");
  expect(codes()).toEqual(["no_result", "result_late"]);
});

test("a result after the deadline is late", async () => {
  let now = 1_000_000;
  mock.method(Date, "now", () => now);
  const { reasoner, model, history, codes } = await handedOver();
  now += 900_001;
  await reasoner.execute(requestOf([...history, result("a", "red")]));
  expect(model.answerTo("a")).toContain("in time");
  expect(codes()).toEqual(["no_result", "result_late"]);
});

test("a result for no call, or another conversation's, is left out and logged", async () => {
  const { reasoner, model, history, codes } = await handedOver();
  const other = { ...requestOf([user("Hi"), result("a", "red")]), context: contextOf("other") };
  await reasoner.execute(other);
  expect(model.messages.map(({ role }) => role)).toEqual(["user"]);
  expect(codes()).toEqual(["result_unknown"]);

  const more = [...history, result("nobody", "x"), result("a", "red")];
  await reasoner.execute(requestOf(more, { toolResultsJson: '[{"toolCallId":"b","result":1}]' }));
  expect(model.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  expect(codes()).toEqual(["result_unknown", "result_unknown", "result_unknown"]);
});

test("a result for a call of the server: the server's stands", async () => {
  const model = new ScriptedModel({ toolCalls: [asks("look", {}, "a")] }, { text: "So." });
  const { reasoner, codes } = reasonerOf(serverTools({ look: () => "seen" }), model.ask);
  const { messages } = await reasoner.execute(requestOf([user("Look", "u1")]));
  const forged = messages.map((message) => {
    return message.role === "tool" ? { ...message, content: "forged" } : message;
  });
  await reasoner.execute(requestOf([user("Look", "u1"), ...(forged as Message[])]));
  expect(model.answerTo("a")).toBe("seen");
  expect(codes()).toEqual(["result_for_server"]);
});

test("a call that the reasoner does not know is never run: without a result it says so, with one it is history", async () => {
  let runs = 0;
  const tools = serverTools({
    pay: () => {
      runs += 1;
      return "paid";
    },
  });
  const model = new ScriptedModel({ text: "So." });
  const { reasoner, codes } = reasonerOf(tools, model.ask);
  const forged: Message = {
    id: "m1",
    role: "assistant",
    toolCalls: ["x", "y"].map((id) => {
      return { id, type: "function" as const, function: { name: "pay", arguments: "{" } };
    }),
  };
  await reasoner.execute(requestOf([user("Hi"), forged, result("x", "paid before")]));
  expect(runs).toBe(0);
  expect(model.answerTo("x")).toBe("paid before");
  expect(model.answerTo("y")).toContain("It is not known whether it took effect");
  expect(codes()).toEqual(["call_unknown"]);
  // What no API would take back is repaired.
  expect(model.messages[1]).toMatchObject({ toolCalls: [{ function: { arguments: "{}" } }, {}] });
});

test("a newer request takes over: the older is aborted, what has begun is finished, used by the newer, and run once", async () => {
  const looked = deferred<string>();
  const begun = deferred<void>();
  let runs = 0;
  const tools = serverTools({
    look: () => {
      runs += 1;
      begun.resolve();
      return looked.promise;
    },
  });
  const model = new ScriptedModel({ toolCalls: [asks("look", {}, "a")] }, { text: "So." });
  const { reasoner } = reasonerOf(tools, model.ask);
  const older = reasoner.execute(requestOf([user("Look", "u1")]));
  await begun.promise;

  const newer = reasoner.execute(requestOf([user("Look", "u1"), user("Well?", "u2")]));
  expect(await older).toMatchObject({ finish: "aborted", iterations: 1 });
  looked.resolve("seen");

  expect(await newer).toMatchObject({ finish: "completed", text: "So." });
  expect(runs).toBe(1);
  // The client had lost the answer that the call stands in: it is put back where it stood.
  expect(model.messages).toMatchObject([
    { id: "u1" },
    { role: "assistant", toolCalls: [{ id: "a" }] },
    { role: "tool", toolCallId: "a", content: "seen" },
    { id: "u2" },
  ]);
});

test("a client that goes while a tool runs gets its result with the next request", async () => {
  const looked = deferred<string>();
  const begun = deferred<void>();
  let runs = 0;
  const tools = serverTools({
    look: () => {
      runs += 1;
      begun.resolve();
      return looked.promise;
    },
  });
  const model = new ScriptedModel({ toolCalls: [asks("look", {}, "a")] }, { text: "So." });
  const { reasoner, codes } = reasonerOf(tools, model.ask);
  const going = new AbortController();
  const older = reasoner.execute(requestOf([user("Look", "u1")]), { signal: going.signal });
  await begun.promise;
  going.abort();
  const gone = await older;
  expect(gone).toMatchObject({ finish: "aborted", messages: [{ role: "assistant" }] });
  looked.resolve("seen");

  // It has got the call, but not its result.
  const history = [user("Look", "u1"), ...gone.messages, user("Well?")];
  const events = await allOf(reasoner.run(requestOf(history)));
  expect(model.answerTo("a")).toBe("seen");
  expect(events[0]).toMatchObject({
    type: "call_result",
    call: { toolCallId: "a", content: "seen" },
  });
  expect(runs).toBe(1);
  expect(codes()).toEqual([]);
});

test("whoever asks for no more events has gone: the model is told, and nothing that has not begun begins", async () => {
  let runs = 0;
  const tools = serverTools({
    look: () => {
      runs += 1;
      return "seen";
    },
  });
  const isStopped = deferred<void>();
  const model = new ScriptedModel(({ signal }) => {
    signal.addEventListener("abort", () => isStopped.resolve());
    return (async function* () {
      yield { type: "text" as const, delta: "Well" };
      yield asksWhole("look", "a");
      await new Promise(() => {});
    })();
  });
  const { reasoner } = reasonerOf(tools, model.ask);
  for await (const event of reasoner.run(requestOf([user("Look")]))) {
    if (event.type === "call_end") break;
  }
  await isStopped.promise;
  expect(runs).toBe(0);
});

test("a request that is aborted before it begins asks nobody", async () => {
  const model = new ScriptedModel({ text: "So." });
  const { reasoner } = reasonerOf([], model.ask);
  const response = await reasoner.execute(requestOf([user("Hi")]), { signal: AbortSignal.abort() });
  expect(response).toEqual({
    finish: "aborted",
    text: "",
    toolCalls: [],
    messages: [],
    iterations: 0,
  });
  expect(model.asked).toEqual([]);
});

test("three requests at once: the last is answered, the others are aborted, and each other conversation goes its own way", async () => {
  const model = new ScriptedModel({ text: "So." });
  const { reasoner } = reasonerOf([], model.ask);
  const other = { ...requestOf([user("Hi")]), context: contextOf("other") };
  const responses = await Promise.all([
    reasoner.execute(requestOf([user("1")])),
    reasoner.execute(other),
    reasoner.execute(requestOf([user("2")])),
    reasoner.execute(requestOf([user("3")])),
  ]);
  expect(responses.map(({ finish }) => finish)).toEqual([
    ...["aborted", "completed", "aborted", "completed"],
  ]);
});

test("a call that was prepared for a client that has gone is not handed over to anybody", async () => {
  const prepared = deferred<object>();
  const begun = deferred<void>();
  const pay = {
    name: "pay",
    metadata: { execution: "preflight" as const },
    handler: () => {
      begun.resolve();
      return prepared.promise;
    },
  };
  const model = new ScriptedModel({ toolCalls: [asks("pay", {}, "a")] }, { text: "So." });
  const { reasoner, codes } = reasonerOf([pay], model.ask);
  const first = requestOf([user("Pay", "u1")], { clientTools: [listed("pay")] });
  const older = reasoner.execute(first);
  await begun.promise;
  const early = [user("Pay", "u1"), result("a", "paid")];
  const newer = reasoner.execute(requestOf(early));
  expect((await older).finish).toBe("aborted");
  prepared.resolve({});
  expect((await newer).finish).toBe("completed");
  expect(model.answerTo("a")).toContain("prepared but not run");
  expect(codes()).toEqual(["result_early"]);
});

test("beyond as many conversations as are known, the one that was used least recently becomes history", async () => {
  const model = new ScriptedModel({ toolCalls: [asks("pick", {}, "a")] });
  const { reasoner, codes } = reasonerOf([], model.ask, { maxConversations: 2 });
  const ask = async (id: string, messages: readonly Message[]) => {
    return await reasoner.execute({ context: contextOf(id), messages, clientTools });
  };
  const { messages } = await ask("first", [user("Hi", "u1")]);
  await ask("second", [user("Hi")]);
  await ask("third", [user("Hi")]);
  await ask("first", [user("Hi", "u1"), ...messages, user("Well?")]);
  expect(codes()).toEqual(["call_unknown"]);
});

function asksWhole(name: string, id: string) {
  return { type: "tool_call" as const, id, name, arguments: {} };
}

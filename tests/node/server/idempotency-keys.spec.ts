/** `idempotencyKey` in the context of the server's tools. */
import type { AgentToolExecutionContext } from "ag-ui-lit/server";
import { call, context, executorOf } from "../../support/server/executor.js";
import {
  asks,
  reasonerOf,
  requestOf,
  ScriptedModel,
  type Tools,
  user,
} from "../../support/server/reasoner.js";
import { expect, test } from "../test.js";

/** A tool of the server that notes its keys, and fails as often as is said. */
function keyed(failures = 0): { tools: Tools; keys: string[] } {
  const keys: string[] = [];
  const handler = (_: object, { idempotencyKey }: AgentToolExecutionContext) => {
    keys.push(idempotencyKey);
    if (keys.length <= failures) throw new TypeError("fetch failed");
    return "done";
  };
  const metadata = {
    execution: "server",
    idempotent: true,
    retryConfig: { maxAttempts: failures + 1, baseDelay: 1, maxDelay: 1 },
  };
  return { tools: [{ name: "pay", metadata: metadata as never, handler: handler as never }], keys };
}

test("the key is the same for each attempt, each order of arguments and each executor", async () => {
  const once = keyed();
  const twice = keyed(1);
  const messageId = "m1";
  const written = call("pay", '{"b":2,"a":1}');
  const other = call("pay", '{ "a": 1, "b": 2 }');
  await executorOf(once.tools).executor.execute(written, context, { messageId });
  await executorOf(twice.tools).executor.execute(other, context, { messageId });
  expect(once.keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(twice.keys).toEqual([once.keys[0], once.keys[0]]);
});

test("another message, call, tool, user or conversation has another key", async () => {
  const { tools, keys } = keyed();
  const { executor } = executorOf([...tools, { ...tools[0], name: "pay_more" } as never]);
  const at = { messageId: "m1" };
  await executor.execute(call("pay"), context, at);
  await executor.execute(call("pay"), context, { messageId: "m2" });
  await executor.execute(call("pay", {}, "call-2"), context, at);
  await executor.execute(call("pay_more"), context, at);
  await executor.execute(call("pay", { a: 1 }), context, at);
  await executor.execute(call("pay"), { ...context, user: { id: "user-2" } }, at);
  await executor.execute(call("pay"), { ...context, conversation: { id: "other" } }, at);
  expect(new Set(keys).size).toBe(7);
});

test("without a message the key is the execution's", async () => {
  const { tools, keys } = keyed();
  const { executor } = executorOf(tools);
  await executor.execute(call("pay"), context);
  await executor.execute(call("pay"), context);
  expect(new Set(keys).size).toBe(2);
});

test("a model that uses an id again in a later answer makes another call, with another key", async () => {
  const { tools, keys } = keyed();
  const pays = { toolCalls: [asks("pay", {}, "call_0")] };
  const model = new ScriptedModel(pays, { text: "So." }, pays, { text: "So." });
  const { reasoner } = reasonerOf(tools, model.ask);
  await reasoner.execute(requestOf([user("Pay", "u1")]));
  // Its client has forgotten everything.
  await reasoner.execute(requestOf([user("Pay", "u2")]));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});

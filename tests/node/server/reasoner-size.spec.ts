/** How the reasoner's work grows with a client's request: by its length, and no faster. */
import type { Message } from "@ag-ui/core";
import { serveAgent } from "ag-ui-lit/server";
import { eventsOf, input, post } from "../../support/server/endpoint.js";
import {
  reasonerOf,
  requestOf,
  result,
  ScriptedModel,
  user,
} from "../../support/server/reasoner.js";
import { expect, test } from "../test.js";

/** Counts how often a member of what it makes is read. */
class Counted {
  reads = 0;

  of<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (of, key, receiver) => {
        this.reads += 1;
        return Reflect.get(of, key, receiver);
      },
    });
  }

  message(message: object): Message {
    return this.of(message) as Message;
  }

  call(id: string): object {
    return this.of({ id, type: "function", function: this.of({ name: "look", arguments: "{}" }) });
  }
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Requests by their length. */
const shapes: Record<string, (count: number, counted: Counted) => Message[]> = {
  "calls in one message": (count, counted) => [
    counted.message({
      id: "a",
      role: "assistant",
      toolCalls: many(count, (n) => counted.call(`call-${n}`)),
    }),
  ],
  "calls with one id in one message": (count, counted) => [
    counted.message({
      id: "a",
      role: "assistant",
      toolCalls: many(count, () => counted.call("call")),
    }),
  ],
  "messages with one call each": (count, counted) =>
    many(count, (n) =>
      counted.message({ id: `a-${n}`, role: "assistant", toolCalls: [counted.call(`call-${n}`)] }),
    ),
  "messages that use one id again": (count, counted) =>
    many(count, () =>
      counted.message({ id: "a", role: "assistant", toolCalls: [counted.call("call")] }),
    ),
  "results of one call": (count, counted) => [
    counted.message({ id: "a", role: "assistant", toolCalls: [counted.call("call")] }),
    ...many(count, (n) => counted.message(result("call", `result ${n}`))),
  ],
  "calls and their results": (count, counted) => [
    counted.message({
      id: "a",
      role: "assistant",
      toolCalls: many(count, (n) => counted.call(`call-${n}`)),
    }),
    ...many(count, (n) => counted.message(result(`call-${n}`, "done"))),
  ],
  "messages of a user": (count, counted) =>
    many(count, (n) => counted.message(user(`Hello ${n}`, `u-${n}`))),
};

/** What is read of a request of this length until it is answered. */
async function work(shape: keyof typeof shapes, count: number): Promise<number> {
  const model = () => ({ text: "Hello." });
  const { reasoner } = reasonerOf([], model);
  const counted = new Counted();
  const messages = shapes[shape]?.(count, counted) ?? [];
  const { finish } = await reasoner.execute(requestOf(messages));
  expect(finish).toBe("completed");
  return counted.reads;
}

for (const shape of Object.keys(shapes)) {
  test(`twice the ${shape} are twice the work`, async () => {
    const [once, twice] = [await work(shape, 300), await work(shape, 600)];
    expect(twice).toBeGreaterThan(0);
    expect(twice).toBeLessThan(2.1 * once);
  });
}

test("a request with 40,000 calls in one message is answered, and the model reads each of them", async () => {
  const toolCalls = many(40_000, (n) => {
    return { id: `call-${n}`, type: "function", function: { name: "look", arguments: "{}" } };
  });
  const messages = [...input.messages, { id: "a", role: "assistant", toolCalls }];
  const model = new ScriptedModel({ text: "Hello." });
  const { reasoner } = reasonerOf([], model.ask);
  const events = await eventsOf(await serveAgent(reasoner)(post({ ...input, messages })));
  expect(events.at(-1)).toMatchObject({ type: "RUN_FINISHED" });
  expect(model.messages).toHaveLength(40_002);
  expect(model.messages[1]).toMatchObject({ toolCalls: { length: 40_000 } });
});

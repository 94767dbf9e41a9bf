/** What a reasoner keeps between the requests of a conversation: nothing that belongs to one of them, which workers forbid to touch. */
// In a process of its own: no abort may come from anywhere.
import { mock } from "node:test";
import {
  allOf,
  asks,
  reasonerOf,
  requestOf,
  ScriptedModel,
  serverTools,
  user,
} from "../../support/server/reasoner.js";
import { deferred } from "../deferred.js";
import { expect, test } from "../test.js";

test("the next request of a conversation stops nothing of the one that has ended", async () => {
  const model = new ScriptedModel({ toolCalls: [asks("look", {}, "a")] }, { text: "Seen." });
  const { reasoner } = reasonerOf(serverTools({ look: () => "it" }), model.ask);
  await reasoner.execute(requestOf([user("Hi", "u1")]));
  const aborts = mock.method(AbortController.prototype, "abort");
  const { finish } = await reasoner.execute(requestOf([user("Hi", "u1"), user("Again", "u2")]));
  expect(finish).toBe("completed");
  expect(aborts.mock.callCount()).toBe(0);
  aborts.mock.restore();
});

test("a request takes over where the older one can't be stopped; that finds that its turn is over", async () => {
  const begun = deferred<void>();
  const goOn = deferred<void>();
  const model = new ScriptedModel(
    async () => {
      begun.resolve();
      await goOn.promise;
      return { toolCalls: [asks("look", {}, "a")] };
    },
    { text: "Newer." },
  );
  let looked = 0;
  const tools = serverTools({
    look: () => {
      looked += 1;
    },
  });
  const { reasoner, log } = reasonerOf(tools, model.ask);
  const older = allOf(reasoner.run(requestOf([user("Hi", "u1")])));
  await begun.promise;
  const forbidden = mock.method(AbortController.prototype, "abort", () => {
    throw new Error("Cannot perform I/O on behalf of a different request.");
  });
  const newer = await reasoner.execute(requestOf([user("Hi", "u1"), user("Again", "u2")]));
  forbidden.mock.restore();
  goOn.resolve();
  const last = (await older).at(-1);
  expect([newer.finish, newer.text]).toEqual(["completed", "Newer."]);
  expect(last).toMatchObject({ type: "end", response: { finish: "failed" } });
  expect(looked).toBe(0);
  expect(log.entries.length).toBeGreaterThan(0);
});

/** `AgentReasoner.close()`, and an endpoint whose reasoner shuts down. */
// In a process of its own: its tests stop the clocks of the process.
import { AgentReasoner, serveAgent } from "ag-ui-lit/server";
import { until } from "../../support/observe.js";
import { input, served } from "../../support/server/endpoint.js";
import { executorOf } from "../../support/server/executor.js";
import { counted, first, pays, says, second, withDesk } from "../../support/server/fleet/desk.js";
import { reasonerOf, requestOf, ScriptedModel } from "../../support/server/reasoner.js";
import { deferred } from "../deferred.js";
import { describe, expect, test } from "../test.js";

describe("close()", () => {
  test("lets requests come to their end, refuses new ones, and gives conversations back", () =>
    withDesk(async (desk) => {
      const paid = deferred<string>();
      const { tools, runs } = counted("pay", () => paid.promise);
      const { server, answer } = desk.start(tools, [pays, says]);
      const older = answer(first);
      await until("the call has begun", () => runs.length === 1);
      expect(server.reasoner.isClosing).toBe(false);
      const closed = server.reasoner.close();
      expect(server.reasoner.isClosing).toBe(true);
      const refused = await answer(second).response;
      expect([refused.finish, refused.error?.code]).toEqual(["failed", "closing"]);
      paid.resolve("paid");
      expect((await older.response).finish).toBe("completed");
      expect(await closed).toEqual({ running: 0 });
      expect(await server.reasoner.close()).toEqual({ running: 0 });
    }));

  test("ends requests that take too long, and hands over conversations whose calls still run", () =>
    withDesk(async (desk) => {
      const { tools, runs } = counted("pay", () => new Promise(() => {}));
      const { server, answer } = desk.start(tools, [pays, says]);
      const older = answer(first);
      await until("the call has begun", () => runs.length === 1);
      const closed = server.reasoner.close({ requests: 2_000, calls: 3_000 });
      await desk.pass(3_000);
      expect((await older.response).error?.code).toBe("closing");
      await desk.pass(3_000);
      expect(await closed).toEqual({ running: 1 });
      // Another one need not wait for the end of the lease.
      const other = desk.start(tools, [says]);
      expect((await other.answer(second).response).finish).toBe("completed");
      expect(other.model.answerTo("a")).toContain("It is not known whether it took effect.");
    }));

  test("works without a store", () =>
    withDesk(async () => {
      const { executor } = executorOf([]);
      const reasoner = new AgentReasoner({ executor, model: () => ({ text: "So." }) });
      await reasoner.execute(requestOf(first));
      expect(await reasoner.close()).toEqual({ running: 0 });
      expect((await reasoner.execute(requestOf(first))).error?.code).toBe("closing");
    }));
});

test("a request is refused with 503 before it begins, and says when to send it again", async () => {
  const model = new ScriptedModel({ text: "So." });
  const { reasoner } = reasonerOf([], model.ask);
  const ask = (url: string): Promise<Response> => {
    const headers = { "content-type": "application/json" };
    return fetch(url, { method: "POST", headers, body: JSON.stringify(input) });
  };
  await served(serveAgent(reasoner), async (url) => {
    const before = await ask(url);
    expect(await before.text()).toContain("RUN_FINISHED");
    expect(await reasoner.close()).toEqual({ running: 0 });
    const refused = await ask(url);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toEqual({
      error: {
        code: "closing",
        message: "This server is shutting down. Send the request again.",
      },
    });
  });
  expect(model.asked).toHaveLength(1);
});

/** A stream of A2A while the agent is silent. */
import { mock } from "node:test";
import { serveA2a } from "ag-ui-lit/a2a";
import { end, scripted } from "../../support/server/endpoint.js";
import { deferred } from "../deferred.js";
import { expect, test } from "../test.js";

test("comments say that the connection lives, and no timer is left at the end", async () => {
  const running = new Map<number, () => void>();
  let count = 0;
  const set = mock.method(globalThis, "setInterval", (run: () => void) => {
    count += 1;
    running.set(count, run);
    return count;
  });
  const clear = mock.method(globalThis, "clearInterval", (id: number) => running.delete(id));
  const done = deferred<void>();
  const reasoner = scripted(async function* () {
    await done.promise;
    yield end();
  });
  const card = { name: "Desk", description: "Helps.", url: "https://desk.example/a2a" };
  const body = {
    ...{ jsonrpc: "2.0", id: 1, method: "SendStreamingMessage" },
    params: { message: { messageId: "u1", role: "ROLE_USER", parts: [{ text: "Hello" }] } },
  };
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const asked = new Request("https://desk.example/a2a", {
    ...{ method: "POST", headers, body: JSON.stringify(body) },
  });
  const response = await serveA2a(reasoner, { card })(asked);
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  const reader = response.body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toMatch(/^data: /);
  let said = next();
  // Two ticks without an event are a silence.
  for (let tick = 0; tick < 4; tick += 1) {
    await new Promise(setImmediate);
    for (const run of running.values()) run();
  }
  while (!(await said).startsWith(":")) said = next();
  expect(await said).toMatch(/^: .*\n\n$/);
  done.resolve();
  while ((await next()) !== "");
  expect(running.size).toBe(0);
  set.mock.restore();
  clear.mock.restore();
});

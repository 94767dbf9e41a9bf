/** `idempotentFetch`: which requests carry a key, and when it is the same. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { idempotentFetch, ToolExecutionManager, ToolFailure, ToolRegistry } from "ag-ui-lit";
import { expect, test } from "./test.js";

/** A service that answers everything, and the requests that it got. */
async function service(t: TestContext) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (request.url !== "/never") response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const keys = () => requests.map(({ headers }) => headers["idempotency-key"]);
  return { url: (path: string) => `http://127.0.0.1:${port}${path}`, requests, keys };
}

const context = (idempotencyKey: string, signal = new AbortController().signal) => ({
  idempotencyKey,
  signal,
});
const post = { method: "POST" };

test("every attempt sends the same keys, and each request its own", async (t) => {
  const { url, keys } = await service(t);
  const { tool } = new ToolRegistry().register({
    name: "order",
    description: "Orders.",
    schema: {},
    handler: async (_args, call) => {
      const fetch = idempotentFetch(call);
      await fetch(url("/a"), post);
      await fetch(url("/a"), post);
      await fetch(new Request(url("/b"), { method: "PUT", body: "text" }));
      if (call.attemptNumber === 1) throw new ToolFailure("again", { retryable: true });
    },
    metadata: { idempotent: true, retryConfig: { baseDelay: 1 } },
  });
  const outcome = await new ToolExecutionManager().execute(tool, "call-1", {});
  expect(outcome).toMatchObject({ success: true });
  const [first, second] = [keys().slice(0, 3), keys().slice(3)];
  expect(second).toEqual(first);
  expect(new Set(first)).toHaveProperty("size", 3);
  for (const key of first) expect(key).toMatch(/^[\w-]+-[0-9a-f]{8}-\d+$/);
});

test("another call has other keys", async (t) => {
  const { url, keys } = await service(t);
  for (const key of ["one", "two"]) await idempotentFetch(context(key))(url("/a"), post);
  expect(new Set(keys())).toHaveProperty("size", 2);
});

test("a request that changes nothing carries none, and a key of the page's own stays", async (t) => {
  const { url, keys } = await service(t);
  const fetch = idempotentFetch(context("one"));
  await fetch(url("/"));
  await fetch(url("/"), { method: "HEAD" });
  await fetch(url("/"), { ...post, headers: { "Idempotency-Key": "mine" } });
  expect(keys()).toEqual([undefined, undefined, "mine"]);
});

test("the header may have another name", async (t) => {
  const { url, requests } = await service(t);
  await idempotentFetch(context("one"), { header: "PayPal-Request-Id" })(url("/"), post);
  expect(requests[0]?.headers["paypal-request-id"]).toMatch(/^[\w-]+-[0-9a-f]{8}-\d+$/);
  expect(() => idempotentFetch(context("one"), { heder: "x" } as object)).toThrow(/heder.*header/s);
});

test("a request ends with its call, and by a signal of its own", async (t) => {
  const { url } = await service(t);
  for (const which of ["call", "own"]) {
    const [call, own] = [new AbortController(), new AbortController()];
    const fetch = idempotentFetch(context("one", call.signal));
    const request = fetch(url("/never"), { ...post, signal: own.signal });
    (which === "call" ? call : own).abort(new Error(which));
    await expect(request).rejects.toThrow(which);
  }
});

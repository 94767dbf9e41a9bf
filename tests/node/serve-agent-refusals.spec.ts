/** Refusals over HTTP in Node: whatever a client still sends, it reads the answer, and the connection goes on. */
import { Agent, createServer, request as httpRequest, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type AgentHandler, nodeListener, serveAgent } from "ag-ui-lit/server";
import { end, input, scripted, served } from "../support/server/endpoint.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

const json = { "content-type": "application/json" };
const megabytes = (count: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(count * 1_048_576).fill(32);

const reasoner = scripted(async function* () {
  yield end();
});

const refusing = (status: number): AgentHandler =>
  serveAgent(reasoner, {
    context: () => new Response(JSON.stringify({ error: { code: "who" } }), { status }),
  });

/** Each way in which a request is refused, with 50 MB that the client wants to send. */
const refusals: [status: number, handler: AgentHandler, init: RequestInit][] = [
  [413, serveAgent(reasoner), { method: "POST", headers: json }],
  [415, serveAgent(reasoner), { method: "POST" }],
  [405, serveAgent(reasoner), { method: "PUT", headers: json }],
  [404, async () => new Response("{}", { status: 404 }), { method: "POST" }],
  [401, async () => new Response("{}", { status: 401 }), { method: "POST" }],
];

test("Node's fetch reads every refusal, however much it still has to send", async () => {
  for (const [status, handler, init] of refusals) {
    await served(handler, async (url) => {
      for (let round = 0; round < 2; round += 1) {
        const response = await fetch(url, { ...init, body: megabytes(50) });
        expect(response.status).toBe(status);
        expect(await response.json()).toBeDefined();
      }
      expect((await fetch(url, { method: "GET" })).status).toBeGreaterThan(400);
    });
  }
});

test("Node's fetch reads a refusal of a body whose length nobody has said", async () => {
  await served(serveAgent(reasoner), async (url) => {
    let left = 50;
    const body = new ReadableStream({
      pull(controller) {
        if (left === 0) controller.close();
        else controller.enqueue(megabytes(1));
        left -= 1;
      },
    });
    const init = { method: "POST", headers: json, body, duplex: "half" } as RequestInit;
    expect((await fetch(url, init)).status).toBe(413);
  });
});

test("a kept connection serves the next request after a refused one", async () => {
  for (const [status, handler, init] of refusals) {
    await served(handler, async (url) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = (body: Uint8Array) =>
        new Promise<[number, number | undefined]>((resolve, reject) => {
          const { method = "GET", headers = {} } = init;
          const options = { agent, method, headers: headers as Record<string, string> };
          const asked = httpRequest(url, options, (response) => {
            response.resume();
            const port = response.socket.localPort;
            response.on("end", () => resolve([response.statusCode ?? 0, port]));
            response.on("error", reject);
          });
          asked.on("error", reject);
          asked.end(body);
        });
      const sizes = [megabytes(10), megabytes(10), new Uint8Array(10), new Uint8Array(10)];
      const answers: [number, number | undefined][] = [];
      for (const size of sizes) answers.push(await send(size));
      expect(answers.slice(0, 2).map(([code]) => code)).toEqual([status, status]);
      expect(new Set(answers.map(([, port]) => port)).size).toBe(1);
      agent.destroy();
    });
  }
});

test("who is refused by the context has the same answer", async () => {
  for (const status of [401, 403]) {
    await served(refusing(status), async (url) => {
      const response = await fetch(url, {
        method: "POST",
        headers: json,
        body: JSON.stringify(input),
      });
      expect([response.status, await response.json()]).toEqual([
        status,
        { error: { code: "who" } },
      ]);
    });
  }
});

test("a client that sends without end is cut off after it was answered", async () => {
  await served(serveAgent(reasoner), async (url) => {
    const { port } = new URL(url);
    const closed = deferred<void>();
    let answer = "";
    let sent = 0;
    const socket = connect(Number(port), "127.0.0.1");
    const chunk = megabytes(1);
    const size = chunk.byteLength.toString(16);
    const more = (): void => {
      while (!socket.destroyed) {
        sent += chunk.byteLength;
        socket.write(`${size}\r\n`);
        socket.write(chunk);
        if (!socket.write("\r\n")) return;
      }
    };
    socket.on("data", (data) => {
      answer += data.toString();
    });
    socket.on("drain", more);
    socket.on("error", () => {});
    socket.on("close", () => closed.resolve());
    socket.write(
      "POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    more();
    await closed.promise;
    expect(answer).toContain("413");
    expect(sent).toBeLessThan(200 * 1_048_576);
  });
});

/** Serves a listener as a framework would call it: after it has read the body. */
async function behind<T>(
  parsed: (text: string) => unknown,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const listener = nodeListener(serveAgent(reasoner, { maxBodyBytes: 10_000 }));
  const framework: RequestListener = async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = parsed(text);
    listener(body === undefined ? request : Object.assign(request, { body }), response);
  };
  const server = createServer(framework);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("a body that a framework has parsed is used: an object, a text, bytes", async () => {
  const parsers: Record<string, (text: string) => unknown> = {
    object: (text) => JSON.parse(text),
    text: (text) => text,
    buffer: (text) => Buffer.from(text),
    bytes: (text) => new TextEncoder().encode(text),
  };
  const body = JSON.stringify({
    ...input,
    messages: [{ id: "1", role: "user", content: "Grüße 😀" }],
  });
  for (const [name, parsed] of Object.entries(parsers)) {
    await behind(parsed, async (url) => {
      const response = await fetch(url, { method: "POST", headers: json, body });
      expect([name, response.status]).toEqual([name, 200]);
      expect(await response.text()).toContain("RUN_FINISHED");
      const large = await fetch(url, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ a: "x".repeat(20_000) }),
      });
      expect([name, large.status]).toEqual([name, 413]);
      expect((await fetch(url, { method: "POST", headers: json, body: "[]" })).status).toBe(422);
    });
  }
});

test("a body that was read and is not there is refused with what to do", async () => {
  await behind(
    () => undefined,
    async (url) => {
      const response = await fetch(url, {
        method: "POST",
        headers: json,
        body: JSON.stringify(input),
      });
      const { error } = await response.json();
      expect([response.status, error.code]).toEqual([500, "body_already_read"]);
      expect(error.message).toContain("request.body");
    },
  );
});

test("an empty object that a parser leaves of a body it did not read is not the body", async () => {
  const listener = nodeListener(serveAgent(reasoner));
  const server = createServer((request, response) => {
    listener(Object.assign(request, { body: {} }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const response = await fetch(url, { method: "POST", headers: json, body: JSON.stringify(input) });
  expect(response.status).toBe(200);
  await response.text();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

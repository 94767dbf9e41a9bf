/** Where the page's headers go: to the origin of `url` and to those that are listed, wherever a card or a redirect leads. */
import { afterEach } from "node:test";
import { A2aAgent } from "ag-ui-lit/a2a";
import { HttpHost } from "../../support/a2a/http-host.js";
import { assistant, end, saying } from "../../support/a2a/scripted-reasoner.js";
import { Page } from "../loop/page.js";
import { expect, test } from "../test.js";
import { Desk } from "./desk.js";

const hosts: HttpHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.stop();
});

const headers = { authorization: "Bearer secret", "x-api-key": "secret", cookie: "a=secret" };

function pageWith(url: string, options: object): Page {
  const resubscribe = { attempts: 1, baseDelay: 0 };
  return new Page(new A2aAgent({ url, resubscribe, config: { threadId: "t" }, ...options }));
}

/** What a server was asked, and whether with a secret. */
type Seen = readonly [method: string, path: string, hasSecret: boolean];

async function hostWith(answer: (request: Request) => Response | Promise<Response>) {
  const host = await HttpHost.start();
  hosts.push(host);
  const seen: Seen[] = [];
  host.answer = (request) => {
    const hasSecret = [...request.headers.values()].some((value) => value.includes("secret"));
    seen.push([request.method, new URL(request.url).pathname, hasSecret]);
    return answer(request);
  };
  return { host, seen };
}

/** A desk of ours at another origin, a server that hands out its card, and what both were asked. */
async function elsewhere() {
  const desk = await Desk.open(() => [
    ...saying("m", "Hi."),
    end("completed", [assistant("m", "Hi.")]),
  ]);
  const serve = desk.host.answer;
  const seen: Seen[] = [];
  desk.host.answer = (request) => {
    const hasSecret = [...request.headers.values()].some((value) => value.includes("secret"));
    seen.push([request.method, new URL(request.url).pathname, hasSecret]);
    return serve(request);
  };
  const home = await hostWith(async (request) =>
    serve(
      new Request(`${desk.host.origin}/.well-known/agent-card.json`, {
        headers: { ...Object.fromEntries(request.headers) },
      }),
    ),
  );
  return { desk, seen, home };
}

test("a card that names another origin gets the message, and none of the headers", async () => {
  const { desk, seen, home } = await elsewhere();
  const page = pageWith(home.host.url, { headers });
  await page.send("Hello");
  expect(home.seen).toEqual([["GET", "/.well-known/agent-card.json", true]]);
  expect(seen).toEqual([["POST", "/a2a", false]]);
  await desk.close();
});

test("an origin that is listed gets them", async () => {
  const { desk, seen, home } = await elsewhere();
  const page = pageWith(home.host.url, { headers, allowedOrigins: [desk.host.origin] });
  await page.send("Hello");
  expect(seen).toEqual([["POST", "/a2a", true]]);
  await desk.close();
});

test("a card's redirect to another origin is followed without them, one within the origin with them", async () => {
  const { desk, seen, home } = await elsewhere();
  const first = await hostWith((request) => {
    const { pathname } = new URL(request.url);
    return pathname === "/moved"
      ? Response.redirect(`${home.host.origin}/.well-known/agent-card.json`)
      : new Response(null, { status: 307, headers: { location: "/moved" } });
  });
  await pageWith(first.host.url, { headers }).send("Hello");
  expect(first.seen).toEqual([
    ["GET", "/.well-known/agent-card.json", true],
    ["GET", "/moved", true],
  ]);
  expect(home.seen).toEqual([["GET", "/.well-known/agent-card.json", false]]);
  expect(seen).toEqual([["POST", "/a2a", false]]);
  await desk.close();
});

test("a message is not sent on to another origin by a redirect", async () => {
  const trap = await hostWith(() => new Response("{}", { status: 200 }));
  const desk = await Desk.open();
  const serve = desk.host.answer;
  desk.host.answer = (request) =>
    request.method === "POST"
      ? new Response(null, { status: 307, headers: { location: trap.host.url } })
      : serve(request);
  const page = pageWith(desk.host.url, { headers });
  expect(await page.send("Hello")).toBe("failed/backend");
  expect(trap.seen).toEqual([]);
  expect(page.details("run-failed")[0].error.message).toMatch(/redirects to .*allowedOrigins/);
});

test("where headers were kept back, a refusal says so", async () => {
  const { desk, home } = await elsewhere();
  desk.host.answer = () => new Response(null, { status: 401 });
  const page = pageWith(home.host.url, { headers });
  expect(await page.send("Hello")).toBe("failed/backend");
  expect(page.details("run-failed")[0].error.message).toMatch(
    /not the origin of url.*list it in allowedOrigins/,
  );
  await desk.close();
});

test("nothing goes from https to http, whatever is listed", async () => {
  const asked: [string, boolean][] = [];
  const card = {
    name: "Desk",
    protocolVersion: "1.0",
    capabilities: {},
    supportedInterfaces: [
      { url: "http://plain.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ],
  };
  const fetch = async (input: string, init?: RequestInit): Promise<Response> => {
    asked.push([input, new Headers(init?.headers).has("authorization")]);
    return input.endsWith(".json") ? Response.json(card) : new Response(null, { status: 500 });
  };
  const options = { headers, fetch, allowedOrigins: ["http://plain.example"] };
  await pageWith("https://plain.example/", options).send("Hello");
  expect(asked).toEqual([
    ["https://plain.example/.well-known/agent-card.json", true],
    ["http://plain.example/rpc", false],
  ]);
});

test("origins are checked", () => {
  for (const allowedOrigins of ["https://a.example", ["a.example"], ["*"], [1], ["ftp://a"]]) {
    expect(() => new A2aAgent({ url: "/a2a", allowedOrigins: allowedOrigins as never })).toThrow(
      /allowedOrigins .*must be a list of origins/,
    );
  }
});

test("a card is found below the address, too; where there is none, it is said where it was looked for", async () => {
  const { desk, home } = await elsewhere();
  const { host } = await hostWith((request) =>
    new URL(request.url).pathname === "/agents/desk/.well-known/agent-card.json"
      ? home.host.answer(request)
      : new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
  );
  expect(await pageWith(`${host.origin}/agents/desk`, {}).send("Hello")).toBe("finished");
  const lost = pageWith(`${host.origin}/agents/other`, {});
  expect(await lost.send("Hello")).toBe("failed/backend");
  const { message } = lost.details("run-failed")[0].error;
  expect(message).toContain("/agents/.well-known/agent-card.json (no JSON), nor at ");
  expect(message).toContain("/agents/other/.well-known/agent-card.json (no JSON)");
  await desk.close();
});

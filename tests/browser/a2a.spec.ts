/** `<ag-ui-agent protocol="a2a">` in a browser, which has no `Buffer`: a server of ours, and an older client's words. */
import "ag-ui-lit";
import { serveA2a } from "ag-ui-lit/a2a";
import { withCors } from "../support/a2a/cors.js";
import { HttpHost } from "../support/a2a/http-host.js";
import {
  assistant,
  calling,
  end,
  handedOver,
  handOver,
  type ReasonerScript,
  ScriptedReasoner,
  said,
  saying,
} from "../support/a2a/scripted-reasoner.js";
import { test as base, expect } from "../support/test.js";
import { offerShop } from "./shop.js";

interface Served {
  readonly url: string;
  readonly reasoner: ScriptedReasoner;
}

const test = base.extend<{ serve(script: ReasonerScript, versions?: string[]): Promise<Served> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  serve: async ({}, use) => {
    const hosts: HttpHost[] = [];
    await use(async (script, versions = ["1.0", "0.3"]) => {
      const host = await HttpHost.start();
      hosts.push(host);
      const reasoner = new ScriptedReasoner(script);
      const card = { name: "Desk", description: "Books rooms.", url: host.url };
      const answer = serveA2a(reasoner, { card });
      host.answer = withCors(async (request) => {
        const response = await answer(request);
        if (request.method !== "GET") return response;
        const whole = await response.json();
        const supportedInterfaces = whole.supportedInterfaces.filter(
          ({ protocolVersion }: { protocolVersion: string }) => versions.includes(protocolVersion),
        );
        return Response.json({ ...whole, supportedInterfaces });
      });
      return { url: host.url, reasoner };
    });
    for (const host of hosts) await host.stop();
  },
});

/** Asks the page to pay, then says so. */
const pays: ReasonerScript = ({ messages }, round) =>
  messages.at(-1)?.role === "tool"
    ? [...saying(`m${round}`, "Paid."), end("completed", [assistant(`m${round}`, "Paid.")])]
    : [
        ...calling(`m${round}`, `c${round}`, "pay", '{"amount":5}'),
        handOver(`m${round}`, handedOver(`c${round}`, "pay", '{"amount":5}')),
      ];

for (const version of ["1.0", "0.3"]) {
  test(`a call is approved by a person, runs, and its result reaches the agent (${version})`, async ({
    harness,
    serve,
  }) => {
    const { url, reasoner } = await serve(pays, [version]);
    await offerShop(harness);
    const seen = await harness.evaluate(async (url) => {
      await load("a2a");
      const { element, ran, order } = await openShop(url);
      element.setAttribute("protocol", "a2a");
      const { sending, request } = await order();
      await element.respondToApproval(request.approvalId, { decision: "approve" });
      const { outcome } = await sending;
      return { outcome, ran, args: request.toolCallArgs, messages: element.messages };
    }, url);
    expect(seen).toMatchObject({ outcome: "finished", ran: [{ amount: 5 }], args: { amount: 5 } });
    expect(said(seen.messages).at(-1)).toBe("assistant Paid.");
    expect(reasoner.requests).toHaveLength(2);
    expect(reasoner.requests[0]?.clientTools?.map(({ name }) => name)).toContain("pay");
    expect(reasoner.requests[1]?.messages.at(-1)).toMatchObject({ role: "tool", toolCallId: "c0" });
  });

  test(`files of the user and of data reach the agent without a Buffer (${version})`, async ({
    harness,
    serve,
  }) => {
    const { url, reasoner } = await serve(() => [end("completed")], [version]);
    const outcome = await harness.evaluate(async (url) => {
      await load("a2a");
      const element = openAgent(url);
      element.protocol = "a2a";
      const source = { type: "data", value: "AP8B", mimeType: "image/png" } as const;
      const sent = await element.sendMessage([
        { type: "text", text: "Look" },
        { type: "image", source },
      ]);
      return [sent.outcome, typeof (globalThis as { Buffer?: unknown }).Buffer];
    }, url);
    expect(outcome).toEqual(["finished", "undefined"]);
    expect(reasoner.requests[0]?.messages.at(-1)?.content).toMatchObject([
      { type: "text", text: "Look" },
      { type: "image", source: { type: "data", value: "AP8B", mimeType: "image/png" } },
    ]);
  });
}

test("without ag-ui-lit/a2a the first message fails with what to import; after it, the next one is sent", async ({
  harness,
  serve,
}) => {
  const { url, reasoner } = await serve(() => [end("completed")]);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.protocol = "a2a";
    const first = await element.sendMessage("Hi");
    await load("a2a");
    const second = await element.sendMessage("Hi again");
    element.protocol = "smoke";
    const third = await element.sendMessage("Hi");
    return {
      outcomes: [first.outcome, second.outcome, third.outcome],
      code: first.error?.code,
      why: [first.error?.message, third.error?.message],
    };
  }, url);
  expect(seen.outcomes).toEqual(["failed", "finished", "failed"]);
  expect(seen.code).toBe("input");
  expect(seen.why[0]).toMatch(/the protocol "a2a" is not known: import "ag-ui-lit\/a2a"/);
  expect(seen.why[1]).toMatch(/the protocol "smoke" is not known: it may be "ag-ui", or "a2a"/);
  expect(reasoner.last).toEqual(["user Hi\n\nHi again"]);
});

test("another protocol begins another conversation; an agent that the page set is kept", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    await load("a2a");
    const element = openAgent("/nowhere");
    element.messages = [{ id: "1", role: "user", content: "Old" }];
    const isSame = element.protocol;
    element.protocol = "a2a";
    const left = element.messages.length;
    const own = new a2a.A2aAgent({ url: "/elsewhere" });
    element.agent = own;
    element.protocol = null;
    return { isSame, left, isKept: element.agent === own, protocol: element.protocol };
  });
  expect(seen).toEqual({ isSame: "ag-ui", left: 0, isKept: true, protocol: "ag-ui" });
});

test("headers of the element go along, with the card's request as well", async ({
  harness,
  serve,
}) => {
  const { url, reasoner } = await serve(() => [end("completed")]);
  const outcome = await harness.evaluate(async (url) => {
    await load("a2a");
    const asked: (string | null)[] = [];
    const inner = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      asked.push(new Headers(init?.headers).get("x-user"));
      return inner(input, init);
    };
    const element = openAgent(url);
    element.protocol = "a2a";
    element.headers = { "x-user": "ann" };
    await element.sendMessage("Hi");
    globalThis.fetch = inner;
    return asked;
  }, url);
  expect(outcome).toEqual(["ann", "ann"]);
  expect(reasoner.requests).toHaveLength(1);
});

for (const keeps of ["everything", "no metadata"]) {
  test(`after a reload an open call runs, and its result reaches the task that waits (the page keeps ${keeps})`, async ({
    harness,
    serve,
  }) => {
    const { url, reasoner } = await serve((request, round, signal) => {
      const result = request.messages.findLast(({ role }) => role === "tool");
      return pays(result ? { ...request, messages: [result] } : request, round, signal);
    });
    await offerShop(harness);
    const seen = await harness.evaluate(
      async ([url, keeps]) => {
        await load("a2a");
        const before = await openShop(url as string);
        before.element.setAttribute("protocol", "a2a");
        before.element.threadId = "kept-thread";
        await before.order();
        const kept = JSON.parse(
          JSON.stringify(before.element.messages, (key, value) =>
            keeps === "no metadata" && key === "metadata" ? undefined : value,
          ),
        );
        before.element.remove();

        const { element, ran } = await openShop(url as string, "never");
        element.setAttribute("protocol", "a2a");
        element.threadId = "kept-thread";
        element.openCalls = "run";
        element.messages = kept;
        const { outcome } = await element.sendMessage("Go on.");
        return { outcome, ran };
      },
      [url, keeps],
    );
    expect(seen).toEqual({ outcome: "finished", ran: [{ amount: 5 }] });
    expect(reasoner.last).toEqual([
      "user Go",
      'assistant pay{"amount":5}',
      "tool paid 5",
      "user Go on.",
    ]);
  });
}

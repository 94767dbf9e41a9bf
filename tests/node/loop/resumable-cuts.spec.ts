/** A stream that is cut and taken up again: thread, calls, answers and events are those of the uncut one. */
// In a process of its own: it replaces `fetch` and `Math.random`.
import { beforeEach, mock } from "node:test";
import { memoryRunLog, type Reasoner, serveAgent } from "ag-ui-lit/server";
import { capturedStreams } from "../../support/captured.js";
import { type Cut, cutting, eventEnds, recorded } from "../../support/cutting-server.js";
import { until } from "../../support/observe.js";
import { randomCases } from "../../support/random.js";
import { end, scripted } from "../../support/server/endpoint.js";
import { expect, test } from "../test.js";
import { type Heard, talkWith } from "./talk.js";

type Handler = (request: Request) => Promise<Response>;

const once = { sends: 1, maxRounds: 0 };

/** An agent of ours that reasons, speaks, calls a tool of the server and two of the page. */
const reasoner: Reasoner = scripted(async function* () {
  const whole = { execution: "server", requiresClientExecution: false, success: true } as const;
  yield { type: "reasoning", messageId: "r", delta: "Hä€🐘" };
  yield { type: "text", messageId: "m", delta: "One 🐘 " };
  yield { type: "text", messageId: "m", delta: "two." };
  yield { type: "call_start", messageId: "m", toolCallId: "c1", toolName: "say" };
  yield { type: "call_args", toolCallId: "c1", delta: '{"a":"🐘' };
  yield { type: "call_args", toolCallId: "c1", delta: '"}' };
  yield { type: "call_end", toolCallId: "c1" };
  yield { type: "call_start", messageId: "m", toolCallId: "c2", toolName: "say" };
  yield { type: "call_args", toolCallId: "c2", delta: "{}" };
  yield { type: "call_end", toolCallId: "c2" };
  const call = { toolCallId: "c3", toolName: "look", argumentsJson: "{}", content: "seen" };
  yield { type: "call_result", messageId: "t", call: { ...whole, ...call } as never };
  yield end("client", {
    toolCalls: ["c1", "c2"].map(
      (toolCallId) => ({ toolCallId, toolName: "say", requiresClientExecution: true }) as never,
    ),
  });
});

const ours = (): Handler => serveAgent(reasoner, { resumable: { log: memoryRunLog() } });

const servers: [string, () => Handler][] = [
  ["our own server", ours],
  ...capturedStreams().map(([name, text]): [string, () => Handler] => [name, () => recorded(text)]),
];

/** What was heard, without the ids that each run makes up, and without the reports of cuts. */
function plain({ events, ...rest }: Heard): unknown {
  const said = events.filter((event) => !event.startsWith("ag-ui-reconnect"));
  const text = JSON.stringify({ ...rest, events: said });
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "uuid");
}

async function streamOf(handler: Handler): Promise<string> {
  const input = { threadId: "t", runId: crypto.randomUUID(), messages: [], tools: [], context: [] };
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ ...input, state: {}, forwardedProps: {} });
  const response = await handler(
    new Request("http://localhost/", { method: "POST", headers, body }),
  );
  return response.text();
}

// No test waits for a delay.
beforeEach(() => {
  mock.method(Math, "random", () => 0);
});

async function heardWith(handler: Handler, cuts: readonly Cut[]) {
  const { fetch, asked } = cutting(handler, cuts);
  const heard = await talkWith(fetch, once);
  return { heard, asked };
}

for (const [name, server] of servers) {
  test(`${name}: cut after every event and within, by an error or an early end`, async () => {
    const stream = await streamOf(server());
    const { heard } = await heardWith(server(), []);
    expect(heard.events.length).toBeGreaterThan(2);
    const uncut = plain(heard);
    const ends = eventEnds(stream);
    const { length } = new TextEncoder().encode(stream);
    const isAll = randomCases(0) > 0;
    for (let at = 0; at < length; at += 1) {
      if (!isAll && at % 7 > 0 && !isNear(at, ends)) continue;
      // Both after an event; within one by turns.
      const isEnd = at === 0 || ends.includes(at);
      const ways = isEnd ? (["error", "end"] as const) : ([at % 2 ? "error" : "end"] as const);
      for (const by of ways) {
        const { heard, asked } = await heardWith(server(), [{ at, by }]);
        if (plain(heard) !== uncut) expect(plain(heard), `cut at ${at} by ${by}`).toBe(uncut);
        expect(asked[0]).toBe("POST");
        expect(asked.length, `cut at ${at} by ${by}: ${asked}`).toBeLessThanOrEqual(2);
      }
    }
  });
}

test("two cuts in one run, the second in the replay; and many, as long as something comes between", async () => {
  const stream = await streamOf(ours());
  const uncut = plain((await heardWith(ours(), [])).heard);
  const { length } = new TextEncoder().encode(stream);
  const chance = seeded(11);
  for (let round = 0; round < randomCases(150); round += 1) {
    const cuts = Array.from({ length: 1 + chance(25) }, (): Cut => {
      const by = chance(2) === 0 ? "error" : "end";
      return { at: chance(length), by };
    });
    const { heard } = await heardWith(ours(), cuts);
    if (heard.outcomes[0] === "finished" || heard.outcomes[0] === "failed/max_rounds") {
      expect(plain(heard), JSON.stringify(cuts)).toBe(uncut);
    }
    expect(heard.outcomes[0], JSON.stringify(cuts)).toBe("failed/max_rounds");
  }
});

test("a stream from which nothing comes any more is given up, once, with why it broke", async () => {
  const cuts = Array.from({ length: 40 }, (): Cut => ({ at: 0, by: "error" }));
  const { heard, asked } = await heardWith(ours(), cuts);
  expect(heard.outcomes).toEqual(["failed/network"]);
  expect(heard.failures[0]).toContain("10 attempts have failed");
  expect(asked.length).toBe(11);
  expect(heard.events.filter((each) => each.startsWith("ag-ui-reconnecting")).length).toBe(10);
});

test("a server that has lost its log: one attempt, and an honest error with the status", async () => {
  let handler = ours();
  const { fetch } = cutting((request) => handler(request), [{ at: 400, by: "error" }]);
  const heard = await talkWith(async (url, init) => {
    if (init.method === "GET") handler = ours();
    return fetch(url, init);
  }, once);
  expect(heard.outcomes).toEqual(["failed/network"]);
  expect(heard.failures[0]).toContain("It could not be taken up again");
  expect(heard.failures[0]).toContain("404");
  expect(heard.ran).toEqual([]);
});

test("a server that fails for a moment, or a proxy's page in its place, is asked again", async () => {
  for (const wrong of [
    () => new Response("", { status: 503, headers: { "retry-after": "0" } }),
    () => new Response("<h1>Log in</h1>", { headers: { "content-type": "text/html" } }),
    () => Promise.reject(new TypeError("failed to fetch")),
  ]) {
    const uncut = plain((await heardWith(ours(), [])).heard);
    const { fetch } = cutting(ours(), [{ at: 500, by: "end" }]);
    let wrongs = 3;
    const heard = await talkWith(async (url, init) => {
      if (init.method === "GET" && wrongs-- > 0) return wrong();
      return fetch(url, init);
    }, once);
    expect(plain(heard)).toBe(uncut);
  }
});

test("a request whose answer was lost: its run is found, where the server is known to keep runs; it is never sent again", async () => {
  for (const isThrough of [true, false]) {
    const handler = ours();
    const { fetch, asked } = cutting(handler, []);
    let posts = 0;
    const heard = await talkWith(
      async (url, init) => {
        if (init.method === "POST") posts += 1;
        if (init.method !== "POST" || posts !== 2) return fetch(url, init);
        if (isThrough) await (await fetch(url, init)).body?.cancel();
        throw new TypeError("failed to fetch");
      },
      { ...once, maxRounds: 1 },
    );
    // The second run says the same: its calls have their answers.
    expect(heard.outcomes).toEqual([isThrough ? "finished" : "failed/network"]);
    expect(heard.messages.filter(({ role }) => role === "tool").length).toBeGreaterThan(2);
    expect(posts).toBe(2);
    expect(asked.at(-1)).toBe("GET after=0");
    if (!isThrough) expect(heard.failures[0]).toContain("could not be reached");
  }
});

test("a server that does not say that it can gets no other request: the run fails as ever", async () => {
  const [, text] = capturedStreams()[0] as [string, string];
  const asked: string[] = [];
  const heard = await talkWith(async (_url, { method }) => {
    asked.push(String(method));
    const numbered = text.replaceAll("data: ", "id: 1\ndata: ").slice(0, 300);
    return new Response(numbered, { headers: { "content-type": "text/event-stream" } });
  }, once);
  expect(heard.outcomes).toEqual(["failed/truncated"]);
  expect(asked).toEqual(["POST"]);
});

test("a proxy that holds bytes back, and sends what was sent before, changes nothing", async () => {
  const uncut = plain((await heardWith(ours(), [])).heard);
  const handler = ours();
  const { fetch } = cutting(handler, [{ at: 700, by: "error" }]);
  const heard = await talkWith(async (url, init) => {
    // It answers with the whole stream, and all at once.
    const replayed = url.replace(/after=\d+/, "after=0");
    const response = await fetch(init.method === "GET" ? replayed : url, init);
    if (init.method !== "GET") return response;
    return new Response(await response.text(), response);
  }, once);
  expect(plain(heard)).toBe(uncut);
});

test("a stream of TanStack AI is taken up by its own offsets", async () => {
  const [, text] = capturedStreams()[1] as [string, string];
  const frames = text.split("\n\n").filter((frame) => frame.includes("data:"));
  const offsets = frames.map((_, index) => `v1.${btoa(`run-${index}`)}`);
  const headers = { "content-type": "text/event-stream", "ag-ui-lit-resumable": "tanstack" };
  const handler: Handler = async ({ method, url }) => {
    const offset = new URL(url).searchParams.get("offset");
    const after = method === "POST" ? 0 : offsets.indexOf(String(offset)) + 1;
    const rest = frames.slice(after).map((frame, index) => {
      return `id: ${offsets[after + index]}\n${frame.trimStart()}\n\n`;
    });
    return new Response(rest.join(""), { headers });
  };
  const uncut = plain((await heardWith(handler, [])).heard);
  for (const at of [0, 10, 200, 420, 700]) {
    const { heard, asked } = await heardWith(handler, [{ at, by: "error" }]);
    expect(plain(heard)).toBe(uncut);
    expect(asked[1]).toMatch(/^GET after=(-1|v1\.)/);
  }
});

test("abort() asks the server to stop, also while the stream is being taken up; nothing else does", async () => {
  for (const [when, cuts] of [
    ["ag-ui-text-content", []],
    ["ag-ui-reconnecting", [{ at: 200, by: "error" }]],
  ] as [string, Cut[]][]) {
    let signal: AbortSignal | undefined;
    const endless: Reasoner = scripted(async function* (_request, options) {
      signal = options?.signal;
      yield { type: "text", messageId: "m", delta: "One. " };
      await new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
      yield end("aborted");
    });
    const handler = serveAgent(endless, { resumable: { log: memoryRunLog() } });
    const { fetch, asked } = cutting(handler, cuts);
    const heard = await talkWith(fetch, {
      ...once,
      on: (type, abort) => {
        if (type === when) abort();
      },
    });
    expect(heard.outcomes).toEqual(["aborted"]);
    await until("the run is stopped at the server", () => signal?.aborted);
    expect(asked.filter((each) => each.startsWith("DELETE")).length).toBe(1);
  }
  const { asked } = await heardWith(ours(), []);
  expect(asked).toEqual(["POST"]);
});

test("a run that goes on is taken up from its first event by another page, and its calls run there", async () => {
  const handler = ours();
  const input = { threadId: "t", runId: "kept", messages: [], tools: [], context: [], state: {} };
  const begun = await handler(
    new Request("http://localhost/agent", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    }),
  );
  await begun.body?.cancel();
  for (const cuts of [[], [{ at: 0, by: "error" }], [{ at: 333, by: "end" }]] as Cut[][]) {
    const { fetch, asked } = cutting(handler, cuts);
    const heard = await talkWith(fetch, { ...once, attachTo: "kept" });
    expect(asked[0]).toBe("GET after=0");
    expect(heard.outcomes).toEqual(["failed/max_rounds"]);
    expect(heard.messages.map(({ role }) => role)).toContain("assistant");
    expect(heard.messages.find(({ id }) => id === "m")).toMatchObject({ content: "One 🐘 two." });
  }
  const { fetch } = cutting(handler, []);
  const unknown = await talkWith(fetch, { ...once, attachTo: "another" });
  expect(unknown.outcomes).toEqual(["failed/http"]);
  expect(unknown.failures[0]).toContain("404");
});

/** Around the ends of events; of the third one every byte. */
function isNear(at: number, ends: readonly number[]): boolean {
  const [, second = 0, third = 0] = ends;
  return (at >= second && at <= third) || ends.some((end) => Math.abs(at - end) <= 2);
}

/** Numbers below a bound, the same for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

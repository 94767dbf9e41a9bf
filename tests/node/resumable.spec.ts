/**
 * `serveAgent({ resumable })`: a run goes on without its client, which takes it up again; stop is a request of its own.
 */
// In a process of its own: it replaces timers and the clock.
import { after, mock } from "node:test";
import { memoryRunLog, type Reasoner, type RunLog, serveAgent } from "ag-ui-lit/server";
import { turn, until } from "../support/observe.js";
import { end, input, post, scripted, served } from "../support/server/endpoint.js";
import { deferred } from "./deferred.js";
import { ownTimers } from "./server/own-timers.js";
import { expect, test } from "./test.js";

const address = "http://agent.test/agent?threadId=thread-1&runId=run-1";
const ask = (method = "GET", headers: Record<string, string> = {}, url = address): Request =>
  new Request(url, { method, headers });

/** The ways to let each talker go on. */
const talkers: (() => void)[] = [];

// A run without a client would keep the process for two minutes.
after(() => {
  for (const open of talkers) open();
});

/** Says some words, and waits for the test before each but the first. */
function talker(...words: string[]) {
  const gates = words.map(() => deferred<void>());
  const seen = { runs: 0, signals: [] as AbortSignal[] };
  const reasoner: Reasoner = scripted(async function* (_request, { signal } = {}) {
    seen.runs += 1;
    if (signal) seen.signals.push(signal);
    const stopped = new Promise<void>((resolve) => {
      signal?.addEventListener("abort", () => resolve());
    });
    for (const [index, delta] of words.entries()) {
      if (index > 0) await Promise.race([gates[index]?.promise, stopped]);
      if (signal?.aborted) return yield end("aborted");
      yield { type: "text", messageId: "m", delta };
    }
    yield end();
  });
  const open = (): void => {
    for (const gate of gates) gate.resolve();
  };
  talkers.push(open);
  return { reasoner, gates, seen, open };
}

/** The events of an answer with their numbers. */
function framesOf(text: string): { id: string | undefined; event: Record<string, unknown> }[] {
  return text
    .split("\n\n")
    .filter((frame) => frame.includes("data: "))
    .map((frame) => ({
      id: /^id: (.*)$/m.exec(frame)?.[1],
      event: JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? "null"),
    }));
}

const typesOf = (text: string): unknown[] => framesOf(text).map(({ event }) => event.type);

/** Reads until a word has come, and goes. */
async function readUntil(response: Response, word: string): Promise<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = "";
  while (!text.includes(word)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  await reader.cancel();
  return text;
}

test("events are numbered, and a client goes on after any of them, by the header or the address", async () => {
  const { reasoner, open } = talker("One. ", "Two. ");
  open();
  const handler = serveAgent(reasoner, { resumable: { log: memoryRunLog() } });
  const begun = await handler(post());
  expect(begun.headers.get("ag-ui-lit-resumable")).toBe("get");
  const whole = await begun.text();
  const frames = framesOf(whole);
  expect(frames.map(({ id }) => id)).toEqual(frames.map((_, index) => String(index + 1)));
  for (let after = 0; after <= frames.length; after += 1) {
    const byHeader = await handler(ask("GET", { "last-event-id": String(after) }));
    const byAddress = await handler(ask("GET", {}, `${address}&after=${after}`));
    expect(byHeader.headers.get("content-type")).toBe("text/event-stream");
    const text = await byHeader.text();
    expect(framesOf(text)).toEqual(frames.slice(after));
    expect(await byAddress.text()).toBe(text);
  }
  // A browser's EventSource keeps its first address.
  const both = await handler(ask("GET", { "last-event-id": "2" }, `${address}&after=0`));
  expect(framesOf(await both.text())).toEqual(frames.slice(2));
});

test("a run goes on when its client has gone, and is followed to its end by several", async () => {
  const { reasoner, seen, open } = talker("One. ", "Two. ");
  const handler = serveAgent(reasoner, { resumable: { log: memoryRunLog() } });
  await readUntil(await handler(post()), "One. ");
  expect(seen.signals[0]?.aborted).toBe(false);
  const [one, other] = [await handler(ask()), await handler(ask())];
  const texts = Promise.all([one.text(), other.text()]);
  open();
  const [text, same] = await texts;
  expect(same).toBe(text);
  expect(typesOf(text).at(-1)).toBe("RUN_FINISHED");
  expect(text).toContain("Two. ");
  expect(seen.runs).toBe(1);
});

test("another process follows and stops a run, with a log that rings and with one that does not", async () => {
  for (const rings of [true, false]) {
    const kept = memoryRunLog();
    const log = rings ? kept : withoutBell(kept);
    const { reasoner, seen, gates } = talker("One. ", "Two. ", "Three. ");
    const here = serveAgent(reasoner, { resumable: { log } });
    const there = serveAgent(
      scripted(async function* () {}),
      { resumable: { log } },
    );
    await readUntil(await here(post()), "One. ");
    const followed = await there(ask());
    gates[1]?.resolve();
    const reader = (followed.body as ReadableStream<Uint8Array>).getReader();
    let text = "";
    while (!text.includes("Two. ")) text += new TextDecoder().decode((await reader.read()).value);
    expect((await there(ask("DELETE"))).status).toBe(204);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += new TextDecoder().decode(next.value);
    }
    expect(framesOf(text).at(-1)?.event).toMatchObject({
      type: "RUN_FINISHED",
      outcome: { type: "cancelled" },
    });
    expect(seen.signals[0]?.aborted).toBe(true);
    expect(text).not.toContain("Three. ");
  }
});

test("a run is its user's: for others, by whatever request, it is as unknown as one that never was", async () => {
  const { reasoner, seen, open } = talker("Secret. ", "More. ");
  const handler = serveAgent(reasoner, {
    resumable: { log: memoryRunLog() },
    context: (request, { threadId }) => ({
      user: { id: request.headers.get("authorization") ?? "nobody" },
      conversation: { id: threadId },
    }),
  });
  const ada = { authorization: "ada" };
  await readUntil(await handler(post(input, ada)), "Secret. ");
  const texts = new Set<string>();
  for (const request of [
    ask("GET", { authorization: "eve" }),
    ask("DELETE", { authorization: "eve" }),
    ask("GET"),
    ask("GET", ada, address.replace("run-1", "run-2")),
    ask("DELETE", ada, address.replace("thread-1", "thread-2")),
  ]) {
    const refused = await handler(request);
    expect(refused.status).toBe(404);
    texts.add(await refused.text());
  }
  expect(texts.size).toBe(1);
  expect(seen.signals[0]?.aborted).toBe(false);
  open();
  expect(await (await handler(ask("GET", ada))).text()).toContain("More. ");
  // The same ids, of another user, are another run.
  expect((await handler(post(input, { authorization: "eve" }))).status).toBe(200);
  expect(seen.runs).toBe(2);
});

test("a request that names no run, or no event, is refused by name", async () => {
  const handler = serveAgent(talker("").reasoner, { resumable: { log: memoryRunLog() } });
  for (const [request, status, code] of [
    [ask("GET", {}, "http://agent.test/"), 400, "invalid_run"],
    [ask("DELETE", {}, "http://agent.test/?threadId=a"), 400, "invalid_run"],
    [ask("GET", {}, `${address}&after=-1`), 400, "invalid_event_id"],
    [ask("GET", { "last-event-id": "1e3" }), 400, "invalid_event_id"],
    [ask("PUT"), 405, "method_not_allowed"],
  ] as const) {
    const refused = await handler(request);
    expect(refused.status).toBe(status);
    expect((await refused.json()).error.code).toBe(code);
  }
  const plain = await serveAgent(talker("").reasoner)(ask());
  expect([plain.status, plain.headers.get("allow")]).toEqual([405, "POST"]);
});

test("a run id that is sent twice, also at once and to two processes, begins one run", async () => {
  const log = memoryRunLog();
  const { reasoner, seen, open } = talker("One. ", "Two. ");
  const processes = [0, 1].map(() => serveAgent(reasoner, { resumable: { log } }));
  const answers = await Promise.all(
    [0, 1, 2, 3].map((each) => processes[each % 2]?.(post()) as Promise<Response>),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  open();
  const [begun] = answers.filter(({ ok }) => ok);
  expect(typesOf((await begun?.text()) ?? "").at(-1)).toBe("RUN_FINISHED");
  expect(seen.runs).toBe(1);
  expect((await processes[0]?.(post()))?.status).toBe(409);
});

test("a run that becomes too large reaches its clients, and can't be taken up again: 410 in each process", async () => {
  const log = memoryRunLog();
  const words = Array.from({ length: 40 }, (_, index) => `${index} ${"x".repeat(30_000)}`);
  const { reasoner, open } = talker(...words);
  open();
  const here = serveAgent(reasoner, { resumable: { log, maxBytes: 200_000 } });
  const there = serveAgent(reasoner, { resumable: { log } });
  const begun = await here(post());
  const reader = (begun.body as ReadableStream<Uint8Array>).getReader();
  let text = "";
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    if (value) text += new TextDecoder().decode(value);
    return done;
  };
  while (!text.includes('"20 x')) await read();
  const last = framesOf(text.slice(0, text.lastIndexOf("\n\n"))).at(-1)?.id;
  for (const process of [here, there]) {
    const refused = await process(ask("GET", { "last-event-id": "5" }));
    expect(refused.status).toBe(410);
    expect((await refused.json()).error.code).toBe("run_gone");
  }
  expect(Number(last)).toBeGreaterThan(10);
  while (!(await read())) {}
  const frames = framesOf(text);
  expect(frames.map(({ id }) => id)).toEqual(frames.map((_, index) => String(index + 1)));
  expect(text).toContain('"39 x');
  expect(frames.at(-1)?.event.type).toBe("RUN_FINISHED");
});

test("a run that is too large and has lost its client is stopped: nobody can ever read it", async () => {
  const words = Array.from({ length: 40 }, () => "x".repeat(30_000));
  const { reasoner, seen, gates } = talker(...words, "last");
  for (const gate of gates.slice(0, 40)) gate.resolve();
  const handler = serveAgent(reasoner, { resumable: { log: memoryRunLog(), maxBytes: 100_000 } });
  await readUntil(await handler(post()), "x");
  await until("the run is stopped", () => seen.signals[0]?.aborted === true);
});

test("without a client a run goes on for a time, and then is stopped; one that is followed elsewhere is not", async () => {
  const timers = ownTimers(4_321);
  try {
    const log = memoryRunLog();
    const { reasoner, seen } = talker("One. ", "Two. ");
    const resumable = { log, detachedFor: 4_321 };
    const here = serveAgent(reasoner, { resumable });
    const there = serveAgent(reasoner, { resumable });
    await readUntil(await here(post()), "One. ");
    const elsewhere = await there(ask());
    await readUntil(elsewhere, "One. ");
    // A client in another process counts for a time after it has gone.
    timers.tick(4_321);
    await turn();
    expect(seen.signals[0]?.aborted).toBe(false);
    const time = performance.now();
    mock.method(performance, "now", () => time + 60_000);
    timers.tick(4_321);
    await until("the run is stopped", () => seen.signals[0]?.aborted === true);
    const text = await (await there(ask())).text();
    expect(framesOf(text).at(-1)?.event).toMatchObject({ outcome: { type: "cancelled" } });
  } finally {
    mock.restoreAll();
    timers.restore();
  }
});

test("no more runs than allowed go on without a client: the one that has lost its client first is stopped", async () => {
  const { reasoner, seen } = talker("One. ", "Two. ");
  const handler = serveAgent(reasoner, { resumable: { log: memoryRunLog(), maxDetached: 2 } });
  for (const runId of ["a", "b", "c"]) {
    await readUntil(await handler(post({ ...input, runId })), "One. ");
  }
  await until("one is stopped", () => seen.signals.some(({ aborted }) => aborted));
  expect(seen.signals.map(({ aborted }) => aborted)).toEqual([true, false, false]);
});

test("a process that is gone: its clients are told so, all the same, and by whatever process", async () => {
  const kept = memoryRunLog();
  const { reasoner } = talker("One. ", "Two. ");
  // Its process writes nothing more, as one that was killed.
  let isDead = false;
  const dead: RunLog = {
    ...bound(kept),
    append: (...given) => (isDead ? new Promise(() => {}) : kept.append(...given)),
  };
  const quiet = { addException: () => {}, addCustomEvent: () => {} };
  const killed = serveAgent(reasoner, { resumable: { log: dead }, log: quiet });
  await readUntil(await killed(post()), "One. ");
  isDead = true;
  const there = serveAgent(reasoner, { resumable: { log: withoutBell(kept) } });
  const followed = await there(ask());
  const reader = (followed.body as ReadableStream<Uint8Array>).getReader();
  let text = "";
  const rest = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += new TextDecoder().decode(next.value);
    }
  })();
  await until("the first events have come", () => text.includes("One. "));
  const time = performance.now();
  mock.method(performance, "now", () => time + 60_000);
  await rest;
  mock.restoreAll();
  const last = framesOf(text).at(-1);
  expect(last).toMatchObject({ id: undefined, event: { type: "RUN_ERROR", code: "run_lost" } });
  const again = framesOf(await (await there(ask("GET", { "last-event-id": "2" }))).text());
  expect(again.at(-1)?.event).toMatchObject({ type: "RUN_ERROR", code: "run_lost" });
});

test("a log in memory that was lost with its process: the run is unknown, and nothing hangs", async () => {
  const { reasoner, open } = talker("One. ", "Two. ");
  const before = serveAgent(reasoner, { resumable: { log: memoryRunLog() } });
  await readUntil(await before(post()), "One. ");
  open();
  const restarted = serveAgent(reasoner, { resumable: { log: memoryRunLog() } });
  const answer = await restarted(ask());
  expect([answer.status, (await answer.json()).error.code]).toEqual([404, "unknown_run"]);
});

test("a log is not trusted: gaps, other numbers and line breaks end the stream, and reach no client", async () => {
  const started = JSON.stringify({ type: "RUN_STARTED", threadId: "thread-1", runId: "run-1" });
  for (const second of [
    { number: 3, text: "{}" },
    { number: 1, text: "{}" },
    { number: 2, text: '{}\n\ndata: {"type":"CUSTOM","name":"evil"}' },
    { number: 2, text: 7 as unknown as string },
  ]) {
    const log: RunLog = {
      ...bound(memoryRunLog()),
      read: async (_key, after) => ({
        events: [{ number: 1, text: started }, second].slice(after),
        ...{ isOver: true, isStopped: false, isAttended: false },
      }),
    };
    const handler = serveAgent(talker("").reasoner, { resumable: { log } });
    const text = await (await handler(ask())).text();
    expect(text).not.toContain("evil");
    expect(framesOf(text).at(-1)?.event).toMatchObject({ type: "RUN_ERROR", code: "run_lost" });
  }
});

test("a log that fails at the beginning: the run is served as any other, and ends with its client", async () => {
  const broken: RunLog = {
    ...bound(memoryRunLog()),
    append: async () => Promise.reject(new Error("down")),
    read: async () => Promise.reject(new Error("down")),
  };
  const { reasoner, seen } = talker("One. ", "Two. ");
  const entries: unknown[] = [];
  const handler = serveAgent(reasoner, {
    resumable: { log: broken },
    log: { addException: (tag) => void entries.push(tag), addCustomEvent: () => {} },
  });
  const begun = await handler(post());
  expect(begun.headers.get("ag-ui-lit-resumable")).toBe(null);
  const text = await readUntil(begun, "One. ");
  expect(framesOf(text)[0]?.id).toBe(undefined);
  await until("the run is stopped", () => seen.signals[0]?.aborted === true);
  expect(seen.runs).toBe(1);
  expect(entries.length).toBeGreaterThan(0);
  const asked = await handler(ask());
  expect([asked.status, asked.headers.get("retry-after")]).toEqual([503, "1"]);
});

test("a log that fails midway: the client that is there reads the rest; an answer that was lost counts", async () => {
  for (const isTaken of [false, true]) {
    const kept = memoryRunLog();
    let appends = 0;
    const failing: RunLog = {
      ...bound(kept),
      append: async (...given) => {
        appends += 1;
        if (appends !== 3) return kept.append(...given);
        if (isTaken) await kept.append(...given);
        throw new Error("down");
      },
    };
    const { reasoner, open } = talker("One. ", "Two. ", "Three. ");
    const handler = serveAgent(reasoner, {
      resumable: { log: failing },
      log: { addException: () => {}, addCustomEvent: () => {} },
    });
    const begun = await handler(post());
    open();
    const text = await begun.text();
    expect(framesOf(text).map(({ id }) => id)).toEqual(
      framesOf(text).map((_, index) => String(index + 1)),
    );
    expect(typesOf(text).at(-1)).toBe("RUN_FINISHED");
    if (isTaken) expect(await (await handler(ask())).text()).toBe(text);
  }
});

test("a log that takes its time: no event is lost, however the reasoner and the log take turns", async () => {
  for (let turns = 0; turns < 6; turns += 1) {
    const kept = memoryRunLog();
    const slow: RunLog = {
      ...bound(kept),
      append: async (...given) => {
        for (let each = 0; each < turns; each += 1) await (turns % 2 ? turn() : undefined);
        await kept.append(...given);
      },
    };
    const reasoner = scripted(async function* () {
      for (let index = 0; index < 60; index += 1) {
        for (let each = 0; each < index % 7; each += 1) await (index % 3 ? undefined : turn());
        yield { type: "text", messageId: "m", delta: `${index} ` };
      }
      yield end();
    });
    const handler = serveAgent(reasoner, { resumable: { log: slow } });
    const text = await (await handler(post())).text();
    expect(framesOf(text).length).toBe(64);
    expect(typesOf(text).at(-1)).toBe("RUN_FINISHED");
    expect(await (await handler(ask())).text()).toBe(text);
  }
});

test("settled() waits until the log has the end of every run, also of one without a client", async () => {
  const kept = memoryRunLog();
  const gate = deferred<void>();
  const slow: RunLog = {
    ...bound(kept),
    end: async (key) => {
      await gate.promise;
      await kept.end(key);
    },
  };
  const { reasoner, open } = talker("One. ", "Two. ");
  const handler = serveAgent(reasoner, { resumable: { log: slow } });
  await readUntil(await handler(post()), "One.");
  let isSettled = false;
  const settled = handler.settled().then(() => {
    isSettled = true;
  });
  open();
  const followed = (await handler(ask())).text();
  for (let each = 0; each < 20; each += 1) await turn();
  expect(isSettled).toBe(false);
  gate.resolve();
  await settled;
  expect(typesOf(await followed).at(-1)).toBe("RUN_FINISHED");
  expect(typesOf(await (await handler(ask())).text()).at(-1)).toBe("RUN_FINISHED");
  await serveAgent(talker().reasoner).settled();
});

test("clients that follow a run from one place ask the log once, not each", async () => {
  const kept = memoryRunLog();
  let reads = 0;
  const counted: RunLog = {
    ...bound(kept),
    read: async (...given) => {
      reads += 1;
      // A real one takes longer than this process takes for its clients.
      for (let each = 0; each < 5; each += 1) await turn();
      return kept.read(...given);
    },
  };
  const { reasoner, open } = talker("One. ", "Two. ");
  const writer = serveAgent(reasoner, { resumable: { log: kept } });
  await readUntil(await writer(post()), "One.");
  // Another process: it knows the run by the log alone.
  const other = serveAgent(talker().reasoner, { resumable: { log: counted } });
  const clients = await Promise.all(Array.from({ length: 200 }, () => other(ask())));
  const texts = clients.map((each) => each.text());
  open();
  await writer.settled();
  for (const text of await Promise.all(texts)) expect(typesOf(text).at(-1)).toBe("RUN_FINISHED");
  expect(reads).toBeLessThan(100);
});

test("a client that wants protobuf, which has no place for numbers, is served as without a log", async () => {
  const { reasoner, seen } = talker("One. ", "Two. ");
  const handler = serveAgent(reasoner, { resumable: { log: memoryRunLog() } });
  const begun = await handler(post(input, { accept: "application/vnd.ag-ui.event+proto" }));
  expect(begun.headers.get("ag-ui-lit-resumable")).toBe(null);
  await begun.body?.cancel();
  await until("the run is stopped", () => seen.signals[0]?.aborted === true);
});

test("a page of another origin may follow and stop a run, and read that it can", async () => {
  const cors = { origins: ["https://shop.example"] };
  const { reasoner, open } = talker("One. ");
  open();
  const handler = serveAgent(reasoner, { cors, resumable: { log: memoryRunLog() } });
  const origin = { origin: "https://shop.example" };
  const preflight = await handler(ask("OPTIONS", origin));
  expect(preflight.headers.get("access-control-allow-methods")).toBe("POST, GET, DELETE");
  const begun = await handler(post(input, origin));
  expect(begun.headers.get("access-control-expose-headers")).toBe("ag-ui-lit-resumable");
  await begun.text();
  const followed = await handler(ask("GET", origin));
  expect(followed.headers.get("access-control-allow-origin")).toBe("https://shop.example");
  await followed.text();
});

test("over Node's HTTP: a closed socket stops nothing, GET goes on, DELETE stops", async () => {
  const { reasoner, seen, gates } = talker("One. ", "Two. ", "Three. ");
  await served(serveAgent(reasoner, { resumable: { log: memoryRunLog() } }), async (url) => {
    const gone = new AbortController();
    const begun = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
      signal: gone.signal,
    });
    const first = await (begun.body as ReadableStream<Uint8Array>).getReader().read();
    expect(new TextDecoder().decode(first.value)).toMatch(/^id: 1\ndata: /);
    gone.abort();
    gates[1]?.resolve();
    const query = "?threadId=thread-1&runId=run-1";
    await readUntil(await fetch(`${url}${query}`), "Two. ");
    expect(seen.signals[0]?.aborted).toBe(false);
    expect((await fetch(`${url}${query}`, { method: "DELETE" })).status).toBe(204);
    const rest = await (await fetch(`${url}${query}&after=3`)).text();
    expect(framesOf(rest).at(-1)?.event).toMatchObject({ outcome: { type: "cancelled" } });
  });
});

test("a worker is told of the run that it is to live for", async () => {
  const runs: Promise<void>[] = [];
  const { reasoner, open } = talker("One. ", "Two. ");
  const log = memoryRunLog();
  const waitUntil = (run: Promise<void>): void => void runs.push(run);
  const handler = serveAgent(reasoner, { resumable: { log, waitUntil } });
  await readUntil(await handler(post()), "One. ");
  open();
  await Promise.all(runs);
  expect(runs.length).toBe(1);
  expect(typesOf(await (await handler(ask())).text()).at(-1)).toBe("RUN_FINISHED");

  // Another request follows and stops a run by the log alone.
  const endless = talker("One. ", "Two. ");
  const worker = serveAgent(endless.reasoner, { resumable: { log: memoryRunLog(), waitUntil } });
  await readUntil(await worker(post()), "One. ");
  const rest = (await worker(ask())).text();
  expect((await worker(ask("DELETE"))).status).toBe(204);
  expect(framesOf(await rest).at(-1)?.event).toMatchObject({ outcome: { type: "cancelled" } });
});

test("options are checked, each by its name", () => {
  const { reasoner } = talker("");
  const log = memoryRunLog();
  const serve = (resumable: object) => () => serveAgent(reasoner, { resumable } as never);
  expect(serve({})).toThrow("serveAgent({ resumable.log }) is needed");
  expect(serve({ log: {} })).toThrow("a RunLog");
  expect(serve({ log, keepfor: 1 })).toThrow('Did you mean "keepFor"?');
  expect(serve({ log, maxBytes: 0 })).toThrow("a whole number from 1");
  expect(() => memoryRunLog({ maxByte: 1 } as never)).toThrow('Did you mean "maxBytes"?');
});

/** The methods of a log as its own properties. */
function bound(log: RunLog): RunLog {
  return {
    append: (...given) => log.append(...given),
    read: (...given) => log.read(...given),
    end: (key) => log.end(key),
    stop: (key) => log.stop(key),
    attend: (...given) => log.attend(...given),
    watch: (...given) => (log.watch as NonNullable<RunLog["watch"]>)(...given),
    close: () => log.close(),
  };
}

function withoutBell(log: RunLog): RunLog {
  const { watch: _, ...rest } = bound(log);
  return rest;
}

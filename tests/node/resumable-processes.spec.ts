/**
 * `serveAgent({ resumable })` in several processes that share a log: one that closes, one whose log loses an answer, one
 * that was only paused while another declared its run lost.
 */
// In a process of its own: it replaces timers and the clock.
import { mock } from "node:test";
import { memoryRunLog, type Reasoner, type RunLog, serveAgent } from "ag-ui-lit/server";
import { turn, until } from "../support/observe.js";
import { end, input, post, scripted } from "../support/server/endpoint.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

const address = "http://agent.test/agent?threadId=thread-1&runId=run-1";
const ask = (method = "GET", url = address): Request => new Request(url, { method });
const quiet = { addException: () => {}, addCustomEvent: () => {} };

/** A reasoner that waits for `gate` after its first word, and what it has seen. */
function waiting() {
  const gate = deferred<void>();
  const seen = { runs: 0, steps: 0, aborted: false };
  const reasoner: Reasoner & { isClosing: boolean } = {
    isClosing: false,
    ...scripted(async function* (_request, { signal } = {}) {
      seen.runs += 1;
      yield { type: "text", messageId: "m", delta: "One. " };
      signal?.addEventListener("abort", () => {
        seen.aborted = true;
        gate.resolve();
      });
      await gate.promise;
      if (signal?.aborted) return yield end("aborted");
      seen.steps += 1;
      yield { type: "text", messageId: "m", delta: "Two. " };
      yield end();
    }),
  };
  return { gate, seen, reasoner };
}

/** A log with some methods of its own. */
function changed(log: RunLog, methods: Partial<RunLog>): RunLog {
  return {
    append: (...given) => log.append(...given),
    read: (...given) => log.read(...given),
    end: (key) => log.end(key),
    stop: (key) => log.stop(key),
    attend: (...given) => log.attend(...given),
    watch: (...given) => (log.watch as NonNullable<RunLog["watch"]>)(...given),
    close: () => log.close(),
    ...methods,
  };
}

const errorOf = async (response: Response): Promise<unknown> => [
  response.status,
  response.headers.get("retry-after"),
  (await response.json()).error.code,
];

/** The last event of a stream. */
const lastOf = (text: string): Record<string, unknown> =>
  JSON.parse(/data: (.*)\n\n(?::[^\n]*\n\n)*$/.exec(text)?.[1] ?? "null");

/** Collects a stream while it comes. */
function reading(response: Response) {
  const read = { text: "", done: Promise.resolve() };
  read.done = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      read.text += decoder.decode(bytes, { stream: true });
    }
  })();
  return read;
}

test("a process that closes sends who follows a run of another process elsewhere; its own run it serves to the end", async () => {
  const log = memoryRunLog();
  const [closing, other] = [waiting(), waiting()];
  const here = serveAgent(closing.reasoner, { resumable: { log } });
  const there = serveAgent(other.reasoner, { resumable: { log } });
  const own = reading(await here(post()));
  const foreign = address.replace("run-1", "run-2");
  const second = reading(await there(post({ ...input, runId: "run-2" })));
  await until("both have begun", () => own.text.includes("One.") && second.text.includes("One."));
  closing.reasoner.isClosing = true;
  expect(await errorOf(await here(ask("GET", foreign)))).toEqual([503, "1", "closing"]);
  expect(await errorOf(await here(post({ ...input, runId: "run-3" })))).toEqual([
    ...[503, "1", "closing"],
  ]);
  const again = reading(await here(ask()));
  // A stop reaches every process by the log.
  expect((await here(ask("DELETE", foreign))).status).toBe(204);
  closing.gate.resolve();
  await Promise.all([own.done, again.done, second.done]);
  expect(again.text).toBe(own.text);
  expect(lastOf(own.text).type).toBe("RUN_FINISHED");
  expect([other.seen.aborted, lastOf(second.text).type]).toEqual([true, "RUN_FINISHED"]);
});

test("a run whose first answer from the log was lost is its own, and is not refused as one that another process runs", async () => {
  const kept = memoryRunLog();
  let appends = 0;
  const losing = changed(kept, {
    append: async (...given) => {
      await kept.append(...given);
      appends += 1;
      if (appends === 1) throw new Error("the connection was cut");
    },
  });
  const { reasoner, seen, gate } = waiting();
  const handler = serveAgent(reasoner, { resumable: { log: losing }, log: quiet });
  const begun = await handler(post());
  expect([begun.status, begun.headers.get("ag-ui-lit-resumable")]).toEqual([200, "get"]);
  gate.resolve();
  const text = await begun.text();
  expect(lastOf(text).type).toBe("RUN_FINISHED");
  expect(await (await handler(ask())).text()).toBe(text);
  expect(seen.runs).toBe(1);
  // The same ids once more are refused, in this process and in another one.
  const other = serveAgent(waiting().reasoner, { resumable: { log: kept } });
  expect([(await handler(post())).status, (await other(post())).status]).toEqual([409, 409]);
});

test("an answer that is lost of a batch that is larger than a page of the log: the run stays in the log", async () => {
  const kept = memoryRunLog();
  let isLost = false;
  const losing = changed(kept, {
    append: async (key, events, limits) => {
      // Meanwhile the reasoner goes on, so that events wait for the next batch.
      for (let each = 0; each < 10; each += 1) await turn();
      await kept.append(key, events, limits);
      if (isLost || events.length < 7) return;
      isLost = true;
      throw new Error("the connection was cut");
    },
  });
  const reasoner = scripted(async function* () {
    for (let at = 0; at < 20; at += 1) {
      yield { type: "text", messageId: "m", delta: `${at} ${"x".repeat(30_000)}` };
    }
    yield end();
  });
  const handler = serveAgent(reasoner, { resumable: { log: losing }, log: quiet });
  const text = await (await handler(post())).text();
  expect(isLost).toBe(true);
  expect(lastOf(text).type).toBe("RUN_FINISHED");
  expect(await (await handler(ask())).text()).toBe(text);
});

test("a process that was paused while its run was declared lost stops it, and its own clients read the same end as all others", async () => {
  const kept = memoryRunLog();
  let isPaused = false;
  const resumed = deferred<void>();
  const whenAwake = async (): Promise<void> => {
    if (isPaused) await resumed.promise;
  };
  const paused = changed(kept, {
    append: async (...given) => {
      await whenAwake();
      await kept.append(...given);
    },
    read: async (...given) => {
      await whenAwake();
      return kept.read(...given);
    },
    watch: (key, ring) => kept.watch?.(key, () => void whenAwake().then(ring)) as never,
  });
  const { reasoner, seen, gate } = waiting();
  const here = serveAgent(reasoner, { resumable: { log: paused, lostAfter: 5_000 }, log: quiet });
  const own = reading(await here(post()));
  await until("it has begun", () => own.text.includes("One."));
  isPaused = true;
  const there = serveAgent(waiting().reasoner, {
    resumable: { log: changed(kept, { watch: undefined as never }), lostAfter: 5_000 },
  });
  const followed = reading(await there(ask()));
  await until("the first events have come", () => followed.text.includes("One."));
  const time = performance.now();
  const clock = mock.method(performance, "now", () => time + 6_000);
  await followed.done;
  clock.mock.restore();
  expect(lastOf(followed.text)).toMatchObject({ type: "RUN_ERROR", code: "run_lost" });
  isPaused = false;
  resumed.resolve();
  await until("the run is stopped", () => seen.aborted);
  await own.done;
  gate.resolve();
  await here.settled();
  expect(lastOf(own.text)).toMatchObject({ type: "RUN_ERROR", code: "run_lost" });
  expect(seen.steps).toBe(0);
  for (const process of [here, there]) {
    const text = await (await process(ask())).text();
    expect(lastOf(text)).toMatchObject({ type: "RUN_ERROR", code: "run_lost" });
    expect(text).not.toContain("Two.");
  }
});

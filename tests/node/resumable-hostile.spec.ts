/** `serveAgent({ resumable })` and clients that come by the thousand, leave at once, or ask for what is not theirs. */
// In a process of its own: runs without a client would keep another one.
import { memoryRunLog, type RunLog, serveAgent } from "ag-ui-lit/server";
import { turn, until } from "../support/observe.js";
import { end, post, scripted } from "../support/server/endpoint.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

const address = "http://agent.test/agent?threadId=thread-1&runId=run-1";

/** A run that waits after its first word, and a log that counts who watches it. */
function watched() {
  const kept = memoryRunLog();
  const seen = { watching: 0, most: 0, reads: 0 };
  const log: RunLog = {
    append: (...given) => kept.append(...given),
    read: async (...given) => {
      seen.reads += 1;
      // A real one takes longer than this process takes for its clients.
      await turn();
      return kept.read(...given);
    },
    end: (key) => kept.end(key),
    stop: (key) => kept.stop(key),
    attend: (...given) => kept.attend(...given),
    watch: async (key, ring) => {
      seen.watching += 1;
      seen.most = Math.max(seen.most, seen.watching);
      const unwatch = await kept.watch?.(key, ring);
      return () => {
        seen.watching -= 1;
        unwatch?.();
      };
    },
    close: () => kept.close(),
  };
  const gate = deferred<void>();
  const reasoner = scripted(async function* () {
    yield { type: "text", messageId: "m", delta: "One. " };
    await gate.promise;
    yield { type: "text", messageId: "m", delta: "Two. " };
    yield end();
  });
  return { log, gate, reasoner, seen };
}

const nobodys = scripted(async function* () {});

test("a client that takes up a run and leaves 10,000 times leaves nothing behind, in its process and in another", async () => {
  const { log, gate, reasoner, seen } = watched();
  const here = serveAgent(reasoner, { resumable: { log } });
  const there = serveAgent(nobodys, { resumable: { log } });
  const begun = await here(post());
  await until("the run watches for a stop", () => seen.watching === 1);
  for (let times = 0; times < 10_000; times += 100) {
    const gone = new AbortController();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        (at % 2 ? here : there)(new Request(address, { signal: gone.signal })),
      ),
    );
    // Some have read, others leave at once, and some connections only break.
    await Promise.all(
      answers.map(async ({ body }, at) => {
        const reader = (body as ReadableStream<Uint8Array>).getReader();
        if (at % 3 === 0) await reader.read();
        if (at % 5 > 0) await reader.cancel();
      }),
    );
    gone.abort();
  }
  await until("all have left", () => seen.watching === 1);
  expect(seen.most).toBeLessThan(200);
  gate.resolve();
  expect(await begun.text()).toContain("RUN_FINISHED");
  await here.settled();
  await until("nothing watches the run that is over", () => seen.watching === 0);
});

test("1,000 clients of another process follow a run to its end, with few requests to the log", async () => {
  const { log, gate, reasoner, seen } = watched();
  const here = serveAgent(reasoner, { resumable: { log } });
  const there = serveAgent(nobodys, { resumable: { log } });
  const begun = await here(post());
  const clients = await Promise.all(
    Array.from({ length: 1_000 }, () => there(new Request(address))),
  );
  const texts = clients.map((each) => each.text());
  gate.resolve();
  const whole = await begun.text();
  expect(new Set(await Promise.all(texts))).toEqual(new Set([whole]));
  expect(seen.reads).toBeLessThan(500);
});

test("ids of any kind name no other run: broken, long and hostile ones are as unknown as any", async () => {
  const { log, gate, reasoner } = watched();
  const handler = serveAgent(reasoner, { resumable: { log } });
  const begun = await handler(post());
  const answers = new Set<string>();
  for (const runId of [
    ...["run-1 ", "RUN-1", "run-1\0", "\u202erun-1", "__proto__", "constructor", "%", "*", "run-_"],
    ...["../run-1", "run-1' OR '1'='1", "run-1\r\nx: y", "\ufffd", "\ud800", "x".repeat(100_000)],
  ]) {
    for (const method of ["GET", "DELETE"]) {
      const url = `http://agent.test/agent?${new URLSearchParams({ threadId: "thread-1", runId })}`;
      const answer = await handler(new Request(url, { method }));
      answers.add(`${answer.status} ${await answer.text()}`);
    }
  }
  expect([...answers]).toEqual([expect.stringMatching(/^404 .*unknown_run/)]);
  gate.resolve();
  expect(await begun.text()).toContain("Two. ");
});

test("a run of 20,000 events with clients that hardly read holds nobody up, and they lose nothing", async () => {
  const log = memoryRunLog();
  const reasoner = scripted(async function* () {
    for (let at = 0; at < 20_000; at += 1) {
      if (at % 500 === 0) await turn();
      yield { type: "text", messageId: "m", delta: `${at} ` };
    }
    yield end();
  });
  const here = serveAgent(reasoner, { resumable: { log } });
  const there = serveAgent(nobodys, { resumable: { log } });
  const slow = [await here(post()), await there(new Request(address))].map(({ body }) =>
    (body as ReadableStream<Uint8Array>).getReader(),
  );
  const texts: string[] = [];
  for (const reader of slow) texts.push(new TextDecoder().decode((await reader.read()).value));
  // Another one reads to the end, which the slow ones have not come near.
  const whole = await (await here(new Request(address))).text();
  expect(whole).toContain('"19999 ');
  expect(whole).toContain("RUN_FINISHED");
  for (const [at, reader] of slow.entries()) {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      texts[at] += new TextDecoder().decode(next.value);
    }
  }
  expect(texts.map((text) => text === whole)).toEqual([true, true]);
});

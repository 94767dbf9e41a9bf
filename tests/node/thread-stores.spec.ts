/** What every store of threads promises, on the one in memory: IndexedDB has the same changes on other tables. */
import type { Message } from "@ag-ui/core";
import type { CallRecord, StoredThread } from "ag-ui-lit/durable";
import { memoryThreadStore, StaleClaimError } from "ag-ui-lit/durable";
import { memoryMedium } from "../../pkg/dist/durable/memory-thread-store.js";
import { StoreFullError } from "../../pkg/dist/durable/store-full-error.js";
import { StoredThreads } from "../../pkg/dist/durable/stored-threads.js";
import { expect, test } from "./test.js";

const user = (content: string): Message => ({
  id: `u-${content.slice(0, 9)}`,
  role: "user",
  content,
});
const assistant = (content: string): Message => ({
  id: `a-${content}`,
  role: "assistant",
  content,
});

function thread(id: string, updatedAt: number, ...messages: Message[]): StoredThread {
  return {
    id,
    createdAt: 1,
    updatedAt,
    messages,
    state: { n: 1 },
    interrupts: [],
    isRunning: false,
  };
}

function call(key: string, change: Partial<CallRecord> = {}): CallRecord {
  return {
    ...{ key, threadId: "t", messageId: "m", toolCallId: `id-${key}`, toolName: "pay" },
    ...{ phase: "announced", attempts: 0, at: 1 },
    ...change,
  };
}

test("a thread is loaded as it was saved, and a missing one is undefined", async () => {
  const store = memoryThreadStore();
  const saved = thread("t", 5, user("Hello"), assistant("Hi"));
  await store.save(saved);
  expect(await store.load("t")).toEqual(saved);
  expect(await store.load("other")).toBeUndefined();
});

test("the list has the last changed thread first, with title, size, and what nobody has seen", async () => {
  const store = memoryThreadStore();
  await store.save(thread("old", 5, user("  First \n words "), assistant("Hi")));
  await store.save(thread("new", 9, user("Second"), assistant("Hi"), assistant("Again")));
  await store.update("new", { title: "Mine" });
  await store.update("old", { isRead: true });
  const list = await store.list();
  expect(list.map(({ id, title, unread }) => [id, title, unread])).toEqual([
    ["new", "Mine", 2],
    ["old", "First words", 0],
  ]);
  expect(list[0]?.bytes).toBeGreaterThan(0);
  // The person's own title stays when the thread changes.
  await store.save(thread("new", 10, user("Other words")));
  expect((await store.load("new"))?.title).toBe("Mine");
});

test("characters that can't be seen are named in a title", async () => {
  const store = memoryThreadStore();
  await store.save(thread("t", 5, user("rm \u202Etxt.exe")));
  expect((await store.list())[0]?.title).toBe("rm ⟨U+202E⟩txt.exe");
});

test("a call's record takes the place of its last one, keeps its order, and never goes back", async () => {
  const store = memoryThreadStore();
  await store.record(call("a", { phase: "begun" }));
  await store.record(call("b"));
  await store.record(call("a", { phase: "announced", attempts: 7 }));
  const answer = { id: "r", role: "tool", toolCallId: "id-a", content: "paid" } as const;
  await store.record(call("a", { phase: "ended", answer }));
  const calls = await store.calls("t");
  expect(calls.map(({ key, phase }) => [key, phase])).toEqual([
    ["a", "ended"],
    ["b", "announced"],
  ]);
  expect(calls[0]?.answer).toEqual(answer);
  expect(await store.calls("other")).toEqual([]);
});

test("a later claim, and the deletion of a thread, end what an earlier claim may write", async () => {
  const store = memoryThreadStore();
  const first = await store.claim("t");
  await store.save(thread("t", 1), { claim: first });
  const second = await store.claim("t");
  expect(second).toBeGreaterThan(first);
  const stale = { claim: first };
  await expect(store.save(thread("t", 2), stale)).rejects.toThrow(StaleClaimError);
  await expect(store.record(call("a"), stale)).rejects.toThrow(StaleClaimError);
  await store.record(call("a"), { claim: second });
  await store.delete("t");
  await expect(store.save(thread("t", 3), { claim: second })).rejects.toThrow(StaleClaimError);
  expect([await store.list(), await store.load("t"), await store.calls("t")]).toEqual([
    [],
    undefined,
    [],
  ]);
});

test("the oldest threads make room, but for one that runs; one that is too large is refused", async () => {
  const store = memoryThreadStore({ maxBytes: 3_600 });
  const text = "x".repeat(900);
  await store.save({ ...thread("running", 1, user(text)), isRunning: true });
  await store.save(thread("oldest", 2, user(text)));
  await store.save(thread("old", 3, user(text)));
  await store.record(call("c", { threadId: "oldest" }));
  await store.save(thread("new", 4, user(text)));
  expect((await store.list()).map(({ id }) => id)).toEqual(["new", "old", "running"]);
  expect(await store.calls("oldest")).toEqual([]);
  await expect(store.save(thread("huge", 5, user("x".repeat(4_000))))).rejects.toThrow(
    StoreFullError,
  );
  expect((await store.list()).map(({ id }) => id)).toEqual(["new", "old", "running"]);
});

test("records of many calls don't grow without end", async () => {
  const store = memoryThreadStore();
  const content = "x".repeat(2_000);
  const answers: Message[] = [];
  for (let n = 0; n < 100; n += 1) {
    const answer = { id: `r${n}`, role: "tool", toolCallId: `id-${n}`, content } as const;
    answers.push(asking(`m${n}`, `id-${n}`), { ...answer, content: "short" });
    await store.record(call(String(n), { phase: "ended", answer, messageId: `m${n}` }));
  }
  await store.save(thread("t", 1, ...answers));
  for (const n of [1, 2]) await store.record(call(`more-${n}`));
  await store.record(call("0", { phase: "ended", attempts: 2 }));
  await store.save(thread("t", 2, ...answers));
  expect((await store.calls("t")).length).toBeLessThan(103);
});

/** A message of the assistant with one call. */
function asking(id: string, toolCallId: string): Message {
  const call = { id: toolCallId, type: "function", function: { name: "pay", arguments: "{}" } };
  return { id, role: "assistant", toolCalls: [call] } as Message;
}

/** Records of calls that have ended, each of which takes more than 2,000 bytes. */
function endedCall(n: number, messageId: string): CallRecord {
  const answer = {
    id: `r${n}`,
    role: "tool",
    toolCallId: "id",
    content: "x".repeat(2_000),
  } as const;
  return call(`${messageId}-${n}`, { phase: "ended", answer, messageId, toolCallId: "id" });
}

test("a record is kept until its answer stands behind its message, however many come after it", async () => {
  const store = memoryThreadStore();
  for (let n = 0; n < 200; n += 1) await store.record(endedCall(n, `m${n}`));
  // The answer of another message's call with the same id says nothing about it.
  const answer = { id: "r", role: "tool", toolCallId: "id", content: "short" } as const;
  await store.save(thread("t", 1, asking("m0", "id"), answer, asking("m1", "id")));
  const keys = (await store.calls("t")).map(({ messageId }) => messageId);
  expect(keys).toEqual(Array.from({ length: 199 }, (_, n) => `m${n + 1}`));
});

test("records of a run that is under way are kept: the next page asks for its calls again", async () => {
  const store = memoryThreadStore();
  for (let n = 0; n < 200; n += 1) await store.record(endedCall(n, `m${n}`));
  const messages = Array.from({ length: 200 }, (_, n): Message[] => [
    asking(`m${n}`, "id"),
    { id: `r${n}`, role: "tool", toolCallId: "id", content: "short" },
  ]).flat();
  const run = { runId: "r", messages: 20, state: {} };
  await store.save({ ...thread("t", 1, ...messages), run });
  expect((await store.calls("t"))[0]?.messageId).toBe("m10");
  expect(await store.calls("t")).toHaveLength(190);
});

test("where no thread can be saved, records are bounded, and the needed ones stay", async () => {
  const store = memoryThreadStore({ maxBytes: 10_000 });
  const answer = { id: "r", role: "tool", toolCallId: "id", content: "short" } as const;
  await store.save(thread("t", 1, asking("m0", "id"), answer));
  await store.record(endedCall(0, "m0"));
  let refused: unknown;
  let written = 0;
  for (; written < 1_000 && !refused; written += 1) {
    refused = await store.record(endedCall(written, `n${written}`)).then(
      () => undefined,
      (thrown) => thrown,
    );
  }
  expect(refused).toBeInstanceOf(StoreFullError);
  expect(written).toBeGreaterThan(300);
  // The record that is no longer needed has made room for one that is.
  const kept = (await store.calls("t")).map(({ messageId }) => messageId);
  expect(kept).toEqual(Array.from({ length: written - 1 }, (_, n) => `n${n}`));
});

test("records that were written before their thread count as its bytes", async () => {
  const store = memoryThreadStore({ maxBytes: 20_000 });
  await store.record(endedCall(1, "m1"));
  await store.save(thread("t", 1, user("Hello")));
  expect((await store.list())[0]?.bytes).toBeGreaterThan(2_000);
  await store.delete("t");
  for (let n = 0; n < 20; n += 1) {
    await store.record({ ...endedCall(n, "m"), threadId: "other" });
    await store.delete("other");
  }
  // Nothing of them is counted any more: a large thread has room without removing another.
  await store.save(thread("small", 1, user("Hello")));
  await store.save(thread("large", 2, user("x".repeat(18_000))));
  expect(await store.list()).toHaveLength(2);
});

test("every change is heard, with the thread's id alone", async () => {
  const store = memoryThreadStore({ name: "heard" });
  const heard: string[] = [];
  const stop = store.subscribe((id) => heard.push(id));
  await store.save(thread("t", 1, user("Hello")));
  await store.update("t", { title: "Mine" });
  await store.delete("t");
  stop();
  await store.save(thread("t", 2));
  expect(heard).toEqual(["t", "t", "t"]);
  store.close();
});

test("what other code has written is ignored where it is malformed", async () => {
  const medium = memoryMedium();
  const store = new StoredThreads({ name: "malformed", maxBytes: 1e6 }, medium);
  await store.save(thread("good", 1, user("Hello")));
  await medium.transact(false, async (tables) => {
    const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    await tables.putBytes("bad", bytes({ ...thread("bad", 1), messages: [{ role: 1 }] }));
    await tables.putBytes("other", bytes(thread("good", 1)));
    await tables.putBytes("text", new TextEncoder().encode("{"));
    await tables.putRow({ id: 5 } as never);
    await tables.putCall({ call: { ...call("x"), phase: "done" }, order: 1, size: 1 } as never);
    await tables.putCounters({ bytes: -5, claims: Number.NaN } as never);
  });
  expect((await store.list()).map(({ id }) => id)).toEqual(["good"]);
  for (const id of ["bad", "other", "text"]) expect(await store.load(id), id).toBeUndefined();
  expect(await store.calls("t")).toEqual([]);
  expect(await store.claim("good")).toBe(1);
  store.close();
});

test("a thread's id is a text of a bounded length", async () => {
  const store = memoryThreadStore();
  for (const id of ["", "x".repeat(1_001), 5]) {
    await expect(store.save(thread(id as string, 1))).rejects.toThrow(/1 to 1000 characters/);
  }
});

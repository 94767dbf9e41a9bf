/** `memoryConversationStore()`: the rules of every store, its clock and its bounds. */
import { type ConversationStore, memoryConversationStore } from "ag-ui-lit/server";
import { testStore } from "ag-ui-lit/server/testing";
import { describe, expect, test } from "../test.js";

const id = (digit: string) => digit.repeat(64);

describe("the rules of a store", () => {
  const stores = new Map<number | undefined, ConversationStore>();
  const checks = testStore(({ keepFor }) => {
    const store =
      stores.get(keepFor) ?? memoryConversationStore(keepFor === undefined ? {} : { keepFor });
    stores.set(keepFor, store);
    return store;
  });
  for (const { name, run } of checks) test(name, run);
});

test("leases run out by the clock that the store was given", async () => {
  let now = 0;
  const store = memoryConversationStore({ now: () => now });
  await store.acquire(id("a"), { holder: "one", ttl: 1_000 });
  now = 999;
  expect(await store.acquire(id("a"), { holder: "two", ttl: 1_000 })).toEqual({ busyFor: 1 });
  now = 1_000;
  expect(await store.acquire(id("a"), { holder: "two", ttl: 1_000 })).toHaveProperty("token");
});

test("beyond its bytes the store forgets what was used least recently and has no lease", async () => {
  const store = memoryConversationStore({ maxBytes: 6_000 });
  const save = async (key: string) => {
    const lease = await store.acquire(key, { holder: "one", ttl: 60_000 });
    if (!("token" in lease)) throw new Error("The lease is free.");
    await store.save(key, "x".repeat(1_000), { ifVersion: null, token: lease.token });
    return lease.token;
  };
  await save(id("a"));
  await store.release(id("b"), await save(id("b")));
  await save(id("c"));
  const texts = () => Promise.all(["a", "b", "c"].map((each) => store.load(id(each))));
  expect((await texts()).map((stored) => stored !== undefined)).toEqual([true, false, true]);
  await expect(save(id("d"))).rejects.toThrow(
    "memoryConversationStore: conversations in use fill all of maxBytes.",
  );
  expect((await texts()).map((stored) => stored !== undefined)).toEqual([true, false, true]);
});

test("an unknown option is refused", () => {
  expect(() => memoryConversationStore({ maxByte: 1 } as never)).toThrow(
    'memoryConversationStore() has no option "maxByte". Did you mean "maxBytes"?',
  );
});

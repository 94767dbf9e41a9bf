/** `ThreadList`: the threads of a store, as they change, and what can be done with them. */
import { ThreadList, ThreadListError, type ThreadStore } from "ag-ui-lit/threads";
import { eventOf, turn, until } from "../support/observe.js";
import { ownTimers } from "./server/own-timers.js";
import { expect, test } from "./test.js";
import {
  allOf,
  answered,
  called,
  idsOf,
  openList,
  openStore,
  said,
  shown,
} from "./thread-lists.js";

test("lists the threads that changed last first, with title, time, unread messages", async () => {
  const { list } = await openList({
    old: [said("1", "Order tea."), answered("2", "Ordered."), answered("3", "Anything else?")],
    new: "Book a flight",
  });
  expect(list.threads).toMatchObject([
    { id: "new", title: "Book a flight", unread: 0, isRunning: false },
    { id: "old", title: "Order tea.", unread: 2, updatedAt: 2_000 },
  ]);
  list.close();
});

test("follows the store: a change is in the list, and an unchanged thread stays the same object", async () => {
  const { store, list } = await openList({ one: "First", two: "Second" });
  const [, one] = list.threads;
  const changed = eventOf(list, "change");
  await store.update("two", { title: "Renamed" });
  await changed;
  expect(list.threads[0]).toMatchObject({ id: "two", title: "Renamed" });
  expect(list.threads[1]).toBe(one);
  list.close();
});

test("changes that come together are one event, and the store is read twice, not once for each", async () => {
  const timers = ownTimers(100);
  try {
    const { store, list } = await openList({ one: "First" });
    let [reads, events] = [0, 0];
    const { list: read } = store;
    store.list = () => {
      reads += 1;
      return read.call(store);
    };
    list.addEventListener("change", () => (events += 1));
    for (let at = 0; at < 50; at += 1) await store.update("one", { title: `Title ${at}` });
    timers.tick(100);
    await until("the last change is there", () => list.threads[0]?.title === "Title 49");
    expect([reads, events]).toEqual([2, 2]);
    list.close();
  } finally {
    timers.restore();
  }
});

test("a list that is closed follows nothing, and the store stays open", async () => {
  const { store, list } = await openList({ one: "First" });
  const before = list.threads;
  list.close();
  await store.update("one", { title: "Renamed" });
  await turn();
  expect(list.threads).toBe(before);
  expect(await store.load("one")).toMatchObject({ title: "Renamed" });
});

test("a store that fails keeps what was known, says why, and is read again", async () => {
  const { store, list } = await openList({ one: "First" });
  const { list: read } = store;
  store.list = () => Promise.reject(new Error("The disk is gone."));
  const failed = eventOf(list, "change");
  await list.refresh();
  await failed;
  expect([idsOf(list), list.failure?.message]).toEqual([["one"], "The disk is gone."]);
  store.list = read;
  await list.refresh();
  expect(list.failure).toBeUndefined();
  list.close();
});

test("what is no summary is left out, and what a store says is bounded", async () => {
  const store = openStore();
  const times = { createdAt: 1, updatedAt: 1, bytes: 1 };
  const summary = { id: "a", title: "x".repeat(5_000), ...times, isRunning: false, unread: 0 };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  store.list = async () =>
    [
      ...[null, 5, "a", {}, { id: "" }, { id: 5 }, { id: "x".repeat(1_000) }, revoked.proxy],
      { ...summary, updatedAt: "soon", unread: -3, isRunning: "yes" },
      summary,
      { ...summary, id: "b", updatedAt: 5, unread: 1.5 },
    ] as never;
  const list = new ThreadList(store);
  await list.ready;
  expect(list.threads).toMatchObject([
    { id: "b", unread: 1 },
    { id: "a", updatedAt: 0, unread: 0, isRunning: false, title: "x".repeat(80) },
  ]);
  store.list = async () => Array.from({ length: 12_000 }, (_, at) => ({ ...summary, id: `${at}` }));
  await list.refresh();
  expect(list.threads).toHaveLength(10_000);
  store.list = async () => "none" as never;
  await list.refresh();
  expect(list.threads).toEqual([]);
  list.close();
});

test("a title is cleaned and cut, and an empty one changes nothing", async () => {
  const { store, list } = await openList({ one: "First" });
  await list.rename("one", "  Tea \n for\ttwo ");
  expect(list.threads[0]?.title).toBe("Tea for two");
  await list.rename("one", " \n ");
  expect(list.threads[0]?.title).toBe("Tea for two");
  await list.rename("one", "😀".repeat(60));
  expect(list.threads[0]?.title).toBe("😀".repeat(40));
  expect((await store.load("one"))?.title).toBe("😀".repeat(40));
  list.close();
});

test("a thread is deleted with its records, and what it was can't be loaded", async () => {
  const { store, list } = await openList({
    one: [said("1", "Pay."), called("2", "c1")],
    two: "Second",
  });
  await store.record({
    ...{ key: "k", threadId: "one", messageId: "2", toolCallId: "c1", toolName: "pay" },
    ...{ phase: "begun", attempts: 1, at: 1 },
  });
  await list.delete("one");
  expect(idsOf(list)).toEqual(["two"]);
  expect([await store.load("one"), await store.calls("one")]).toEqual([undefined, []]);
  list.close();
});

test("a thread that runs is not deleted, unless it could be stopped; an agent leaves it before", async () => {
  const steps: string[] = [];
  let canStop = false;
  const { store, list } = await openList(
    { one: "First" },
    {
      stop: async (id) => {
        steps.push(`stop ${id}`);
        return canStop;
      },
      leave: (id) => void steps.push(`leave ${id}`),
    },
  );
  const ofStore = store.delete;
  store.delete = (id) => {
    steps.push(`delete ${id}`);
    return ofStore.call(store, id);
  };
  await store.update("one", { isRunning: true });
  const refused = await list.delete("one").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ThreadListError);
  expect(refused).toMatchObject({ code: "thread_running", name: "ThreadListError" });
  expect(await store.load("one")).toBeDefined();
  canStop = true;
  await list.delete("one");
  expect(steps).toEqual(["stop one", "stop one", "leave one", "delete one"]);
  expect(list.threads).toEqual([]);
  list.close();
});

test("without anything that could stop it, a thread that runs stays", async () => {
  const { store, list } = await openList({ one: "First" });
  await store.update("one", { isRunning: true });
  await expect(list.delete("one")).rejects.toThrow(/is running and can't be deleted/);
  expect(await store.load("one")).toBeDefined();
  list.close();
});

test("markRead notes that everything was seen", async () => {
  const { list } = await openList({ one: [said("1", "Hi"), answered("2", "Hello")] });
  expect(list.threads[0]?.unread).toBe(1);
  await list.markRead("one");
  expect(list.threads[0]?.unread).toBe(0);
  list.close();
});

test("a store without its methods and unknown options are refused at once", () => {
  expect(() => new ThreadList({} as ThreadStore)).toThrow(/takes a ThreadStore/);
  const store = openStore();
  expect(() => new ThreadList(store, { stopp: () => true } as never)).toThrow(/stop/);
  const list = new ThreadList(store);
  expect(() => list.search("a", { limt: 1 } as never)).toThrow(/limit/);
  list.close();
});

test("finds titles before messages, without case and accents, with the words around", async () => {
  const { list } = await openList({
    far: [
      said("1", "Hello"),
      answered("2", `${"x ".repeat(100)}We had CAFÉ\n au lait there. ${"y ".repeat(100)}`),
    ],
    title: "Un cafe, please",
    none: "Tea",
  });
  const matches = await allOf(list.search(" café "));
  const [x, y] = [" x".repeat(26), " y".repeat(22)];
  expect(matches.map(shown)).toEqual([
    "title, title: Un [cafe], please",
    `far, message: …${x} We had [CAFÉ]\n au lait there.${y}…`,
  ]);
  expect(matches[1]).toMatchObject({ messageId: "2", role: "assistant" });
  list.close();
});

const folds: readonly (readonly [text: string, query: string, match: string | undefined])[] = [
  ["Die Straße ist lang", "STRASSE", "Straße"],
  ["ΟΔΟΣ και οδός", "οδος", "ΟΔΟΣ"],
  ["Istanbul ve İzmir", "izmir", "İzmir"],
  ["ﬁne", "fi", "ﬁ"],
  ["a  \n b", "a b", "a  \n b"],
  ["שָׁלוֹם", "שלום", "שָׁלוֹם"],
  ["ガム", "カム", undefined],
  ["किताब", "कताब", undefined],
  ["한국어", "한국", "한국"],
  ["e\u0301te\u0301", "été", "e\u0301te\u0301"],
  ["emoji 👩‍💻 there", "👩‍💻", "👩‍💻"],
  ["100 % sure (.*)", "(.*)", "(.*)"],
  ["abc", "abd", undefined],
];

test("letters count, not the way they are written", async () => {
  for (const [text, query, match] of folds) {
    const { list } = await openList({ one: [said("1", "Hi"), answered("2", text)] });
    const [found] = await allOf(list.search(query));
    expect(found?.excerpt.match, `${query} in ${text}`).toBe(match);
    list.close();
  }
});

test("finds a match at every place of a long text, across the pieces that it is read in", async () => {
  for (const at of [0, 1, 16_375, 16_380, 16_383, 16_384, 16_385, 32_760, 40_000]) {
    const filler = "é".repeat(50_000);
    const text = `${filler.slice(0, at)}Needle Point${filler.slice(at)}`;
    const { list } = await openList({ one: [said("1", "Hi"), answered("2", text)] });
    const [found] = await allOf(list.search("needle point"));
    expect(found?.excerpt.match, `at ${at}`).toBe("Needle Point");
    expect(found?.excerpt.before.replace("…", ""), `at ${at}`).toBe("é".repeat(Math.min(at, 60)));
    list.close();
  }
});

test("an excerpt never cuts a character in two", async () => {
  const { list } = await openList({
    one: [said("1", "Hi"), answered("2", `a${"😀".repeat(100)}tea${"😀".repeat(100)}`)],
  });
  const [found] = await allOf(list.search("tea"));
  const { before = "", after = "" } = found?.excerpt ?? {};
  for (const text of [before, after]) expect(text.isWellFormed()).toBe(true);
  expect(before.length + after.length).toBeGreaterThan(100);
  list.close();
});

test("a search without letters finds nothing, and one is held to its limit", async () => {
  const threads = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`t${at}`, `tea ${at}`]),
  );
  const { list } = await openList(threads);
  expect(await allOf(list.search(" \n "))).toEqual([]);
  expect(await allOf(list.search("tea", { limit: 5 }))).toHaveLength(5);
  expect(await allOf(list.search("tea"))).toHaveLength(20);
  list.close();
});

test("a search loads no further than it is read, and ends with its signal", async () => {
  const hidden = [said("1", "Hello"), answered("2", "tea")];
  const { store, list } = await openList({ one: hidden, two: hidden, three: hidden });
  const loaded: string[] = [];
  const { load } = store;
  store.load = (id) => {
    loaded.push(id);
    return load.call(store, id);
  };
  for await (const match of list.search("tea")) {
    expect(match.thread.id).toBe("three");
    break;
  }
  expect(loaded).toEqual(["three"]);
  const controller = new AbortController();
  const searched = list.search("tea", { signal: controller.signal });
  await searched.next();
  controller.abort();
  await expect(searched.next()).rejects.toThrow(/abort/i);
  expect(loaded).toEqual(["three", "three"]);
  list.close();
});

test("a thread that can't be loaded does not end a search", async () => {
  const hidden = [said("1", "Hello"), answered("2", "tea")];
  const { store, list } = await openList({ one: hidden, two: hidden });
  const { load } = store;
  store.load = async (id) => {
    if (id === "two") throw new Error("broken");
    return load.call(store, id);
  };
  const found = await allOf(list.search("tea"));
  expect(found.map(({ thread }) => thread.id)).toEqual(["one"]);
  list.close();
});

test("texts of tools and instructions are not searched", async () => {
  const { list } = await openList({
    one: [
      { id: "0", role: "system", content: "secret tea" },
      said("1", "Hello"),
      { id: "2", role: "tool", toolCallId: "c", content: "tea" },
    ],
  });
  expect(await allOf(list.search("tea"))).toEqual([]);
  list.close();
});

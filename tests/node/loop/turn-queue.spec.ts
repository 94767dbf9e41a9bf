import { TurnQueue } from "../../../pkg/dist/element/scheduling/turn-queue.js";
import { expect, test } from "../test.js";

/** A queue whose turns end when they are told to, and what happened to them. */
function queueOfTurns() {
  const queue = new TurnQueue();
  const did: string[] = [];
  const enders = new Map<string, () => void>();
  const turn = (name: string) => ({
    run: () => {
      did.push(`${name} begins`);
      return new Promise<void>((resolve) => enders.set(name, resolve));
    },
    yield: () => void did.push(`${name} yields`),
  });
  const end = async (name: string): Promise<void> => {
    enders.get(name)?.();
    await settled();
  };
  return { queue, did, turn, end };
}

/** When every promise that can has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("turns are taken one after the other, and not before who added them is done", async () => {
  const { queue, did, turn, end } = queueOfTurns();
  queue.add(turn("a"));
  queue.add(turn("b"));
  expect(did).toEqual([]);
  await settled();
  expect(did).toEqual(["a begins"]);
  await end("a");
  expect(did).toEqual(["a begins", "b begins"]);
});

test("an urgent turn ends the one under way, and those that wait keep their order behind it", async () => {
  const { queue, did, turn, end } = queueOfTurns();
  for (const name of ["a", "b", "c"]) queue.add(turn(name));
  await settled();
  queue.interrupt(turn("urgent"));
  expect(did).toEqual(["a begins", "a yields"]);
  for (const name of ["a", "urgent", "b"]) await end(name);
  expect(did.slice(2)).toEqual(["urgent begins", "b begins", "c begins"]);
});

test("an urgent turn ends one that was added a moment before, which comes first all the same", async () => {
  const { queue, did, turn, end } = queueOfTurns();
  queue.add(turn("a"));
  queue.add(turn("b"));
  queue.interrupt(turn("urgent"));
  await settled();
  for (const name of ["a", "urgent"]) await end(name);
  expect(did).toEqual(["a yields", "a begins", "urgent begins", "b begins"]);
});

test("an urgent turn ends urgent ones that wait, and comes behind them", async () => {
  const { queue, did, turn, end } = queueOfTurns();
  queue.add(turn("a"));
  await settled();
  queue.interrupt(turn("first"));
  queue.interrupt(turn("second"));
  for (const name of ["a", "first", "second"]) await end(name);
  expect(did).toEqual([
    "a begins",
    "a yields",
    "a yields",
    "first yields",
    "first begins",
    "second begins",
  ]);
});

test("a turn that is put first comes before those that wait, and ends nothing", async () => {
  const { queue, did, turn, end } = queueOfTurns();
  for (const name of ["a", "b"]) queue.add(turn(name));
  await settled();
  queue.addFirst(turn("tidy"));
  for (const name of ["a", "tidy", "b"]) await end(name);
  expect(did).toEqual(["a begins", "tidy begins", "b begins"]);
});

test("a turn that throws or rejects doesn't keep the next one waiting", async () => {
  const { queue, did, turn } = queueOfTurns();
  queue.add({ run: () => Promise.reject(new Error("no")), yield: () => {} });
  queue.add({
    run: () => {
      throw new Error("no");
    },
    yield: () => {},
  });
  queue.add(turn("c"));
  await settled();
  expect(did).toEqual(["c begins"]);
});

test("a turn that is added from within one is taken", async () => {
  const { queue, did, turn, end } = queueOfTurns();
  queue.add({ run: async () => queue.add(turn("inner")), yield: () => {} });
  await settled();
  await end("inner");
  queue.add(turn("later"));
  await settled();
  expect(did).toEqual(["inner begins", "later begins"]);
});

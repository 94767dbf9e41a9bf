/** `memoryRunLog()`: order, bounds in bytes over all runs, and times by its own clock. */
import { memoryRunLog } from "ag-ui-lit/server";
import { expect, test } from "./test.js";

const limits = { keepFor: 1_000, maxBytes: 1_000_000 };
const keys = Object.fromEntries([..."abcdef"].map((digit) => [digit, digit.repeat(64)])) as Record<
  "a" | "b" | "c" | "d" | "e" | "f",
  string
>;
const text = (length: number): string => JSON.stringify({ text: "x".repeat(length - 11) });
const events = (from: number, ...texts: string[]) =>
  texts.map((each, index) => ({ number: from + index, text: each }));

test("numbers go on without a gap; whoever adds number 1 first has the run; nothing follows its end", async () => {
  const log = memoryRunLog();
  const claims = await Promise.allSettled(
    [1, 2, 3].map(() => log.append(keys.a, events(1, "{}"), limits)),
  );
  expect(claims.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(log.append(keys.a, events(3, "{}"), limits)).rejects.toThrow("number 2");
  await log.append(keys.a, events(2, "{}", "null"), limits);
  await log.end(keys.a);
  await log.end(keys.a);
  await expect(log.append(keys.a, events(4, "{}"), limits)).rejects.toThrow("over");
  expect(await log.read(keys.a, 1)).toEqual({
    events: events(2, "{}", "null"),
    ...{ isOver: true, isStopped: false, isAttended: false },
  });
  expect((await log.read(keys.a, 99))?.events).toEqual([]);
});

test("what is not known stays unknown, whatever is done to it", async () => {
  const log = memoryRunLog();
  await log.end(keys.a);
  await log.stop(keys.a);
  await log.attend(keys.a, 1_000);
  (await log.watch?.(keys.a, () => {}))?.();
  expect(await log.read(keys.a, 0)).toBe(undefined);
});

test("a run is read in pages, each with an event at least", async () => {
  const log = memoryRunLog();
  const large = text(300_000);
  await log.append(keys.a, events(1, large, "{}", "{}", text(100_000), text(100_000)), limits);
  const pages: number[][] = [];
  for (let after = 0; after < 5; ) {
    const numbers = (await log.read(keys.a, after))?.events.map(({ number }) => number) ?? [];
    pages.push(numbers);
    after = numbers.at(-1) ?? 5;
  }
  expect(pages).toEqual([[1], [2, 3, 4], [5]]);
});

test("a run may have so many bytes as they are sent, and what is more is not added", async () => {
  const log = memoryRunLog();
  const few = { keepFor: 1_000, maxBytes: 8 };
  await log.append(keys.a, events(1, '"€"'), few);
  await expect(log.append(keys.a, events(2, '"€"'), few)).rejects.toThrow("larger");
  expect((await log.read(keys.a, 0))?.events.length).toBe(1);
});

test("all runs together have a bound: those that are over go first, the oldest of them before the others", async () => {
  const log = memoryRunLog({ maxBytes: 10_000 });
  for (const key of [keys.a, keys.b, keys.c]) await log.append(key, events(1, text(1_400)), limits);
  await log.end(keys.b);
  await log.end(keys.a);
  await log.append(keys.d, events(1, text(1_400)), limits);
  expect(await log.read(keys.b, 0)).toBe(undefined);
  expect(await log.read(keys.a, 0)).not.toBe(undefined);
  await log.append(keys.e, events(1, text(1_400)), limits);
  // All that is left is under way.
  await expect(log.append(keys.f, events(1, text(1_400)), limits)).rejects.toThrow(
    "memory is full",
  );
  for (const key of [keys.c, keys.d, keys.e])
    expect((await log.read(key, 0))?.events.length).toBe(1);
});

test("a run is forgotten some time after its last event, and so is a client that attends", async () => {
  let time = 0;
  const log = memoryRunLog({ now: () => time });
  await log.append(keys.a, events(1, "{}"), limits);
  await log.attend(keys.a, 500);
  time = 499;
  expect(await log.read(keys.a, 0)).toMatchObject({ isAttended: true });
  time = 900;
  await log.append(keys.a, events(2, "{}"), limits);
  time = 1_899;
  expect(await log.read(keys.a, 0)).toMatchObject({ isAttended: false });
  time = 1_900;
  expect(await log.read(keys.a, 0)).toBe(undefined);
  // It may begin anew.
  await log.append(keys.a, events(1, "{}"), limits);
  expect((await log.read(keys.a, 0))?.events.length).toBe(1);
});

test("whoever watches is rung for an event, an end and a stop, until they leave", async () => {
  const log = memoryRunLog();
  await log.append(keys.a, events(1, "{}"), limits);
  let rung = 0;
  const leave = await log.watch?.(keys.a, () => {
    rung += 1;
  });
  await log.append(keys.a, events(2, "{}"), limits);
  await log.stop(keys.a);
  await log.end(keys.a);
  expect(rung).toBe(3);
  expect(await log.read(keys.a, 2)).toMatchObject({ isStopped: true, isOver: true });
  leave?.();
  await log.stop(keys.a);
  expect(rung).toBe(3);
});

test("a key that is not a hash is not taken: a stranger's text is never one", async () => {
  const log = memoryRunLog();
  for (const key of ["", "a", "A".repeat(64), "__proto__", `${keys.a}0`]) {
    await expect(log.append(key, events(1, "{}"), limits)).rejects.toThrow("64 hexadecimal digits");
    await expect(log.read(key, 0)).rejects.toThrow("64 hexadecimal digits");
  }
});

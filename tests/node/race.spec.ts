/** `race()` and `within()`: the one way in which somebody else's promise is waited for. */
import { getEventListeners } from "node:events";
import { aborted, late, race, within } from "../../pkg/dist/execution/race.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

test("work that is first: its value, also by a function, and what it throws", async () => {
  const { signal } = new AbortController();
  const limits = { signal, timeout: 60_000 };
  expect(await race(Promise.resolve(1), limits)).toBe(1);
  expect(await race(() => 2, limits)).toBe(2);
  await expect(race(() => Promise.reject(new Error("no")), limits)).rejects.toThrow("no");
  const throwing = (): never => {
    throw new Error("at once");
  };
  await expect(race(throwing, limits)).rejects.toThrow("at once");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a signal that is first, also one that is aborted before: then no function is called", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const never = race(new Promise(() => {}), { signal });
  const thrown = within(new Promise(() => {}), { signal });
  controller.abort("enough");
  expect(await never).toBe(aborted);
  await expect(thrown).rejects.toBe("enough");
  let calls = 0;
  const work = (): number => {
    calls += 1;
    return calls;
  };
  expect(await race(work, { signal })).toBe(aborted);
  expect(await race(Promise.resolve(1), { signal })).toBe(aborted);
  expect(calls).toBe(0);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a time that is first", async () => {
  const never = () => new Promise(() => {});
  expect(await race(never, { timeout: 1 })).toBe(late);
  await expect(within(never, { timeout: 1 }, "Asking")).rejects.toMatchObject({
    name: "TimeoutError",
    message: "Asking took longer than 1 ms.",
  });
});

test("a rejection after the end is nobody's: it ends no process", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const work = deferred<never>();
  const controller = new AbortController();
  const first = race(work.promise, { signal: controller.signal });
  controller.abort();
  await first;
  const second = race(work.promise, { signal: controller.signal });
  expect(await second).toBe(aborted);
  work.reject(new Error("late"));
  await new Promise((resolve) => setTimeout(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

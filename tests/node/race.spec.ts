/** One race of a promise, a signal and a deadline. */
import { aborted, late, race, raceOrThrow } from "../../pkg-template/src/execution/race.js";
import { expect, test } from "./test.js";

const never = new Promise<never>(() => {});

test("the first of promise, signal and deadline counts", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  expect(await race(Promise.resolve(1), { signal, timeout: 1_000 })).toBe(1);
  expect(await race(never, { signal, timeout: 5 })).toBe(late);
  const waiting = race(never, { signal });
  controller.abort();
  expect(await waiting).toBe(aborted);
});

test("work is not called once the signal is aborted, and what it throws is a rejection", async () => {
  let calls = 0;
  const work = (): never => {
    calls += 1;
    throw new Error("broken");
  };
  expect(await race(work, { signal: AbortSignal.abort() })).toBe(aborted);
  expect(calls).toBe(0);
  await expect(race(work, { timeout: Number.POSITIVE_INFINITY })).rejects.toThrow("broken");
});

test("raceOrThrow throws the signal's reason, or a TimeoutError that says what took too long", async () => {
  const reason = new Error("gone");
  await expect(raceOrThrow(never, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await expect(raceOrThrow(never, { timeout: 5 }, "The rule")).rejects.toMatchObject({
    name: "TimeoutError",
    message: "The rule took longer than 5 ms.",
  });
});

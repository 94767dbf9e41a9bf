/** What a chat loads after its first paint. */
import { LateModule } from "../../pkg/dist/chat/late-module.js";
import { ownTimers } from "./server/own-timers.js";
import { expect, test } from "./test.js";

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("is loaded once, and all who wait for it are called once", async () => {
  let loads = 0;
  const late = new LateModule(async () => ++loads);
  const called: string[] = [];
  const [one, other] = [() => called.push("one"), () => called.push("other")];
  late.load(one);
  late.load(one);
  late.load(other);
  expect(late.now).toBeUndefined();
  await settled();
  late.load(one);
  await settled();
  expect([late.now, loads, called]).toEqual([1, 1, ["one", "other"]]);
});

test("what could not be loaded is reported once, and tried again while somebody waits", async () => {
  const timers = ownTimers(10_000);
  const { reportError } = globalThis;
  const reported: unknown[] = [];
  globalThis.reportError = (fault) => void reported.push(fault);
  try {
    let loads = 0;
    let isOnline = false;
    const late = new LateModule(async () => {
      loads += 1;
      if (!isOnline) throw new TypeError("offline");
      return "module";
    });
    const called: string[] = [];
    const waiting = () => void called.push("there");
    late.load(waiting);
    for (let again = 0; again < 3; again += 1) {
      await settled();
      late.load(waiting);
      timers.tick(10_000);
    }
    await settled();
    expect([loads, reported.length, called]).toEqual([4, 1, []]);

    late.forget(waiting);
    timers.tick(10_000);
    await settled();
    expect(loads).toBe(4);

    isOnline = true;
    late.load(waiting);
    await settled();
    expect([loads, late.now, called]).toEqual([5, "module", ["there"]]);
  } finally {
    timers.restore();
    Object.assign(globalThis, { reportError });
  }
});

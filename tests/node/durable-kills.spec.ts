// In a process of its own: it puts simulated clocks, timers, locks and channels in the place of the machine's.
import { randomCases } from "../support/random.js";
import { live } from "./durable/schedule.js";
import { Tally } from "./durable/tally.js";
import { expect, test } from "./test.js";

test("whenever pages die, a call begins once, has one answer, and the answer is true", async ({
  mock,
}) => {
  mock.method(console, "warn", () => {});
  const tally = new Tally();
  for (let seed = 1; seed <= randomCases(300); seed += 1) {
    await live(seed, tally).catch((thrown: Error) => {
      throw new Error(`Seed ${seed}: ${thrown.message}`, { cause: thrown });
    });
  }
  expect(tally.missing(["told: a result"])).toEqual([]);
});

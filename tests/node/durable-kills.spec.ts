// In a process of its own: it puts simulated clocks, timers, locks and channels in the place of the machine's.
import { randomCases } from "../support/random.js";
import { boundaries } from "./durable/events.js";
import { live } from "./durable/schedule.js";
import { Tally } from "./durable/tally.js";
import { expect, test } from "./test.js";

test("whenever pages die, a call begins once, has one answer, and the answer is true", async ({
  mock,
}) => {
  mock.method(console, "warn", () => {});
  const tally = new Tally();
  for (let seed = 1; seed <= randomCases(400); seed += 1) {
    await live(seed, tally).catch((thrown: Error) => {
      throw new Error(`Seed ${seed}: ${thrown.message}`, { cause: thrown });
    });
  }
  // Pages have ended in every way. `npm run kills` counts each pair of a way and a boundary.
  const died = boundaries.filter((at) => !tally.counts.has(`a page died at: ${at}`));
  expect(died.length, `no page has died at ${died.join(", ")}`).toBeLessThan(4);
  expect(tally.missing(told)).toEqual([]);
});

/** The meanings of answers that a model was given. */
const told = [
  "told: a result",
  "told: that it is not known",
  "told: that it did not run",
  "told: that it was cancelled",
  "told: that it was left",
];

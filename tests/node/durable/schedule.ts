import { Chance } from "../../support/storm/chance.js";
import { SimulatedClock } from "./clock.js";
import { boundaries, eventNames, happen } from "./events.js";
import { judge } from "./judge.js";
import { UnreachableService } from "./page-tools.js";
import { type PlannedCall, toolNames } from "./planned-agent.js";
import { SimulatedPage } from "./simulated-page.js";
import { installTabs } from "./tabs.js";
import type { Tally } from "./tally.js";
import { faults, World } from "./world.js";

/** A few rounds of calls, whose ids are used again. */
function plan(chance: Chance): PlannedCall[][] {
  return Array.from({ length: 1 + chance.below(3) }, () =>
    Array.from({ length: 1 + chance.below(3) }, (_, at) => ({
      id: `call_${at}`,
      tool: chance.below(3) === 0 ? chance.one(toolNames) : chance.one(["once", "again"] as const),
    })),
  );
}

/** Sends what a person would, until the conversation has come to its end. */
async function toTheEnd(page: SimulatedPage, isLeft = () => false): Promise<void> {
  for (let tries = 0; tries < 12; tries += 1) {
    await page.idle();
    if (page.isDead || page.isDone || isLeft()) return;
    await Promise.race([page.send("Go on"), page.died]);
  }
}

/** Lets time pass when nothing else happens. Resolves when `work` is done. */
async function inTime<Value>(world: World, work: Promise<Value>): Promise<Value> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  for (let still = 0; !isDone; ) {
    const before = world.steps;
    await new Promise((resolve) => setImmediate(resolve));
    still = world.steps === before ? still + 1 : 0;
    if (world.isEndless) throw new Error("The pages go on without an end.");
    if (still < 2 || isDone) continue;
    if (!world.clock.toNextTimer() && still > 50) {
      throw new Error("Nothing happens any more.");
    }
  }
  return done;
}

/**
 * One life of a thread: pages that are disturbed, and a last one that comes to the end.
 *
 * @throws {Error} when a law does not hold.
 */
export async function live(seed: number, tally: Tally): Promise<void> {
  const chance = new Chance(seed);
  const clock = new SimulatedClock();
  const keepsRuns = chance.below(2) === 0;
  const makePage = (of: World, number: number) => new SimulatedPage(of, number);
  const world = new World({ chance, clock, tally, rounds: plan(chance), keepsRuns, makePage });
  installTabs(world.tabs, chance.below(2) === 0);
  clock.install();
  const { reportError } = globalThis;
  // The page's own failures are reported to it; others are faults of the package.
  globalThis.reportError = (thrown) => {
    if (!(thrown instanceof UnreachableService)) throw thrown;
  };
  try {
    await inTime(world, lives(world, chance, tally));
  } finally {
    clock.clear();
    clock.restore();
    globalThis.reportError = reportError;
    for (const page of world.pages) page.die();
  }
}

async function lives(world: World, chance: Chance, tally: Tally): Promise<void> {
  let page: SimulatedPage | undefined;
  if (chance.below(6) === 0) world.fault = chance.one(faults);
  for (let count = chance.below(5); count > 0; count -= 1) {
    page = page && !page.isDead && chance.below(2) === 0 ? page : world.open();
    const used = page;
    let isLeft = false;
    const struck = new Promise<void>((resolve) => {
      const only = chance.below(2) === 0 ? chance.one(boundaries) : undefined;
      const after = 1 + chance.below(only === undefined ? 60 : 3);
      world.strikeAfter({
        ...{ after, only },
        happen: (at, of) => {
          isLeft = happen(chance.one(eventNames), { world, page: of, at });
          resolve();
        },
      });
    });
    await Promise.race([struck, toTheEnd(used, () => isLeft)]);
  }
  world.calm();
  // The pages of before go on as long as they can.
  let last = world.open();
  for (let tries = 0; tries < 12 && !last.isDone; tries += 1) {
    await toTheEnd(last);
    if (last.isDead) last = world.open();
  }
  judge(world, last, tally);
}

import { toolNames } from "./planned-agent.js";
import type { SimulatedPage } from "./simulated-page.js";
import { faults, type World } from "./world.js";

/** Something that happens to the pages of a world. Returns true if the page that is used is gone or left. */
type Event = (world: World, page: SimulatedPage) => boolean;

const writes = [
  ...["announced", "approved", "begun", "ended"],
  ...["a thread", "a thread with its run", "a claim"],
];

/** The boundaries at which a page may end, by the names that pages give them. */
export const boundaries: readonly string[] = [
  ...["before a transaction", "before a read", "after a read", "a request"],
  ...writes.flatMap((name) => [`before ${name}`, `after ${name}`]),
  ...["RUN_STARTED", "TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "RUN_FINISHED"].map(
    (type) => `an event ${type}`,
  ),
  ...toolNames.flatMap((name) => [`before the handler of ${name}`, `in the handler of ${name}`]),
  ...["once", "again"].map((name) => `after the handler of ${name}`),
  ...["a question", "an answer", "in a search", "a run is taken up"],
];

const deaths = ["the pages die", "the machine dies", "the page dies, others live"];
const takeOvers = ["another tab takes over", "the page hangs and another tab takes over"];

/** The counts that a large run must have: a death and a take-over at each boundary, and each event. */
export function wanted(): string[] {
  return [
    ...boundaries.flatMap((at) => [`a page died at: ${at}`, `a tab took over at: ${at}`]),
    ...eventNames.map((name) => `event: ${name}`),
  ];
}

/** Makes an event happen, and counts it. Returns true if the page that is used is gone or left. */
export function happen(name: string, { world, page, at }: Place): boolean {
  world.tally.add(`event: ${name}`);
  if (deaths.includes(name)) world.tally.add(`a page died at: ${at}`);
  if (takeOvers.includes(name)) world.tally.add(`a tab took over at: ${at}`);
  return (events[name] as Event)(world, page);
}

/** A page of a world that has come to a boundary. */
export interface Place {
  readonly world: World;
  readonly page: SimulatedPage;
  readonly at: string;
}

const events: Readonly<Record<string, Event>> = {
  "the pages die": ({ pages }) => {
    for (const page of pages) page.die();
    return true;
  },
  "the machine dies": ({ pages, disk, chance }) => {
    for (const page of pages) page.die();
    disk.lose(chance);
    return true;
  },
  "the page dies, others live": (world, page) => {
    if (world.chance.below(2) === 0) world.open();
    page.die();
    return true;
  },
  "another tab is opened": (world) => {
    world.open();
    return true;
  },
  "another tab takes over": (world) => {
    const other = world.open();
    void other.kept.ready.then(() => (other.isDead ? undefined : other.kept.takeOver()));
    return true;
  },
  "the page hangs and another tab takes over": (world, page) => {
    page.hang(world.chance.one([1_000, 3_000, 60_000]));
    const other = world.open();
    void other.kept.ready.then(() => (other.isDead ? undefined : other.kept.takeOver()));
    return true;
  },
  "the thread is deleted": (world) => {
    // By a list in a page that shows another thread.
    const admin = world.open();
    void admin.store.delete("t").catch(() => {});
    return false;
  },
  "the thread is imported": (_world, page) => {
    void (async () => {
      const thread = await page.store.load("t");
      if (thread) await page.store.save({ ...thread, id: "copy" }, { removesOthers: false });
    })().catch(() => {});
    return false;
  },
  "the clock is set back": ({ clock, chance }) => {
    clock.setBack(chance.one([1_000, 3_600_000]));
    return false;
  },
  "the store fails": (world) => {
    world.fault = world.chance.one(faults);
    return false;
  },
  "the page keeps nothing more": (_world, page) => {
    page.isLeft = true;
    void page.kept.close().catch(() => {});
    return false;
  },
};

/** The names of the events. */
export const eventNames: readonly string[] = Object.keys(events);

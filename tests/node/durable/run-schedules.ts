/**
 * Runs schedules in a process of its own, and prints a line of JSON for each hundred: the work of `npm run kills`.
 *
 * node --import tsx tests/node/durable/run-schedules.ts <first seed> <count> <step>
 */
import { live } from "./schedule.js";
import { Tally } from "./tally.js";

const [first = 1, count = 100, step = 1] = process.argv.slice(2).map(Number);
const TOGETHER = 100;

console.warn = () => {};
console.error = () => {};
// A page that has died may leave a rejection behind; a page that lives reports it.
let tally = new Tally();
let done = 0;
const failures: string[] = [];

process.on("unhandledRejection", (reason) => {
  failures.push(`unhandled: ${String((reason as Error)?.stack ?? reason)}`);
});

function report(): void {
  process.stdout.write(`${JSON.stringify({ done, failures, counts: tally })}\n`);
  tally = new Tally();
  done = 0;
  failures.length = 0;
}

for (let at = 0; at < count; at += 1) {
  const seed = first + at * step;
  if (process.env.SEEDS) process.stderr.write(`${seed} `);
  await live(seed, tally).catch((thrown: Error) => {
    failures.push(`Seed ${seed}: ${thrown.stack}`);
  });
  done += 1;
  if (done === TOGETHER) report();
}
report();

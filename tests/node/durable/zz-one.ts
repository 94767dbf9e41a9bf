import { live } from "./schedule.ts";
import { Tally } from "./tally.ts";

console.warn = () => {};
for (const seed of process.argv.slice(2))
  await live(Number(seed), new Tally()).then(
    () => console.log(seed, "fine"),
    (e) => console.log(seed, e.message),
  );

import { live } from "/work/h/laws/tests/node/durable/schedule.ts";
import { Tally } from "/work/h/laws/tests/node/durable/tally.ts";
console.warn=()=>{};
await live(Number(process.argv[2]), new Tally()).then(()=>console.log("fine"),e=>console.log(e.message));

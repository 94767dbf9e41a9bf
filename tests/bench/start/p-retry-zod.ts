import { byHand } from "../contenders/p-retry.js";
import { run } from "./start.js";

await run(await byHand.prepare(false));

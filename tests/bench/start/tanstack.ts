import { tanstack } from "../contenders/tanstack.js";
import { run } from "./start.js";

await run(await tanstack.prepare(false));

import { reference } from "../contenders/reference.js";
import { run } from "./start.js";

await run(await reference.prepare(false));

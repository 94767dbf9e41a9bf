import { report } from "./start.js";

await report();

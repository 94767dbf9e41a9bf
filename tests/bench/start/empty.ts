import { report } from "./start.js";

report();

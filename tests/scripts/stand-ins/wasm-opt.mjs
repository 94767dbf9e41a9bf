/** Stands in for wasm-opt, which would not read what is no module. */
import { copyFileSync } from "node:fs";

const args = process.argv.slice(2);
const at = args.indexOf("-o");
copyFileSync(args[at - 1], args[at + 1]);

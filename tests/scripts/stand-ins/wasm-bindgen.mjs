/** Stands in for wasm-bindgen: the module as it is, with the script and the types that the tree has of it. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const args = process.argv.slice(2);
/** @param {string} name */
const option = (name) => args[args.indexOf(name) + 1];

const [name, folder, generated] = [
  option("--out-name"),
  option("--out-dir"),
  process.env.GENERATED,
];
copyFileSync(args.at(-1), join(folder, `${name}_bg.wasm`));
copyFileSync(join(generated, `${name}.d.ts`), join(folder, `${name}.d.ts`));
// The build adds imports from the package.
const script = readFileSync(join(generated, `${name}.js`), "utf8");
writeFileSync(
  join(folder, `${name}.js`),
  script.replace(/^(import \{.*\} from "\.\.\/.*";\n)+/, ""),
);

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "./paths.mjs";

/** The comment of a spec file that must not share its process: "// In a process of its own: it measures memory." */
const alone = /^\/\/ In a process of its own: \S/m;

/** Enough that starting Node and the package costs little, and few enough that the last process has not much left. */
const specsPerProcess = 8;

/**
 * The files that Node's runner is given for spec files, each of which it runs in a process: those that want to be alone,
 * and then lists that import several each. A test is still reported by the file it is in.
 * @param {string[]} specs
 */
export function processesOf(specs) {
  const own = specs.filter((path) => alone.test(readFileSync(path, "utf8")));
  const others = specs.filter((path) => !own.includes(path));
  mkdirSync(inRoot("target"), { recursive: true });
  // Of this run alone: another may be at work.
  const lists = mkdtempSync(inRoot("target", "node-specs-"));
  process.once("exit", () => rmSync(lists, { recursive: true, force: true }));
  const shared = [];
  for (let from = 0; from < others.length; from += specsPerProcess) {
    const imports = others
      .slice(from, from + specsPerProcess)
      .map((path) => `import ${JSON.stringify(pathToFileURL(path).href)};\n`);
    const list = join(lists, `${String(shared.length + 1).padStart(2, "0")}.mjs`);
    writeFileSync(list, imports.join(""));
    shared.push(list);
  }
  return [...own, ...shared];
}

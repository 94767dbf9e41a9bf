import { pathToFileURL } from "node:url";
import { linkPackage } from "./lib/link.mjs";
import { withLock } from "./lib/lock.mjs";
import { requireNpmPackages } from "./lib/node.mjs";
import { print } from "./lib/output.mjs";
import { buildPackage, pkg, shippedParts } from "./lib/package.mjs";
import { pageSizes, pagesTable } from "./lib/page-sizes.mjs";
import { inRoot } from "./lib/paths.mjs";
import { done, runMain, step } from "./lib/report.mjs";
import { sizeTable } from "./lib/sizes.mjs";
import { buildWasm } from "./lib/wasm.mjs";

/** @type {Promise<boolean> | undefined} */
let built;

/**
 * Brings pkg/ up to date, once in a process: several suites need it, and a broken build is a failure of each. Returns whether
 * something was made anew.
 */
export function build() {
  built ??= buildChanged();
  return built;
}

/** Does only what a change made necessary. */
async function buildChanged() {
  await requireNpmPackages();
  return withLock(inRoot("target", "build.lock"), async () => {
    const wasm = await buildWasm();
    const changed = (await buildPackage()) || wasm;
    linkPackage();
    done(changed ? "pkg/ is built" : "pkg/ is up to date");
    return changed;
  });
}

/** Prints the sizes of downloads. Only for `npm run build` itself, since compressing takes longer than building a small change. */
async function printSizes() {
  const [parts, pages] = await step("sizes", "5 s; 20 s after a change", () =>
    Promise.all([sizeTable(shippedParts()), pageSizes(pkg)]),
  );
  print(`\n${parts}\n\n${pagesTable(pages)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runMain(async () => {
    if (await build()) await printSizes();
  });
}

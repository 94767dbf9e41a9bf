import { pathToFileURL } from "node:url";
import { linkPackage } from "./lib/link.mjs";
import { withLock } from "./lib/lock.mjs";
import { requireNpmPackages } from "./lib/node.mjs";
import { buildPackage, shippedParts } from "./lib/package.mjs";
import { inRoot } from "./lib/paths.mjs";
import { done, runMain } from "./lib/report.mjs";
import { sizeTable } from "./lib/sizes.mjs";
import { buildWasm } from "./lib/wasm.mjs";

/** Brings pkg/ up to date, doing only what a change made necessary. */
export async function build() {
  await requireNpmPackages();
  await withLock(inRoot("target", "build.lock"), async () => {
    const wasm = await buildWasm();
    const changed = (await buildPackage()) || wasm;
    linkPackage();
    if (changed) console.log(`${sizeTable(shippedParts())}`);
    done(changed ? "pkg/ is built" : "pkg/ is up to date");
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await runMain(build);

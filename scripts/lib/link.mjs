import { existsSync, lstatSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** Makes `import "ag-ui-lit"` find the built package, so that the demo and the tests use it as anybody would. */
export function linkPackage() {
  const link = inRoot("node_modules", "ag-ui-lit");
  // A junction needs no privilege on Windows, but an absolute target.
  const isWindows = process.platform === "win32";
  const target = isWindows ? inRoot("pkg") : "../pkg";
  const present = lstatSync(link, { throwIfNoEntry: false });
  if (present?.isSymbolicLink() && (isWindows ? existsSync(link) : readlinkSync(link) === target))
    return;
  rmSync(link, { recursive: true, force: true });
  symlinkSync(target, link, isWindows ? "junction" : "dir");
}

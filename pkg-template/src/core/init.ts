import { core } from "./load.js";
import type { InitSource } from "./module-loader.js";

/** Where the core comes from when nobody says; unknown where an entry has the core in it. */
let findFile: (() => InitSource) | undefined;

/** What is done when the core begins to be loaded. */
const beginning: (() => void)[] = [];

/** For the entries of browsers: `find` gives the package's file, or throws. */
export function setCoreFile(find: () => InitSource): void {
  findFile = find;
}

/** Loads the core, from the package's file when nothing else is said. Further calls share the first one's load. */
export async function loadCore(source?: InitSource): Promise<void> {
  const loading =
    source !== undefined ? core.load(source, true) : findFile && core.loadFound(findFile);
  for (const begin of beginning.splice(0)) begin();
  await loading;
}

/** Whether somebody loads the core, or has. */
export function isCoreWanted(): boolean {
  return core.hasBegun;
}

/** Does something once the core is wanted, beside its loading. A page that wants none may not have said all yet. */
export function whenCoreIsWanted(work: () => void): void {
  if (core.hasBegun) work();
  else beginning.push(work);
}

import { core } from "./load.js";
import type { InitSource } from "./module-loader.js";

/** The default source of the core; `undefined` if the entry contains it. */
let findFile: (() => InitSource) | undefined;

/** The work to do when loading of the core starts. */
const beginning: (() => void)[] = [];

/** For the entries of browsers: `find` gives the package's file, or throws. */
export function setCoreFile(find: () => InitSource): void {
  findFile = find;
}

/** Loads the core, by default from the package's file. Further calls share the first load. */
export async function loadCore(source?: InitSource): Promise<void> {
  const loading =
    source !== undefined ? core.load(source, true) : findFile && core.loadFound(findFile);
  for (const begin of beginning.splice(0)) begin();
  await loading;
}

/** Returns true if the core is loading or loaded. */
export function isCoreWanted(): boolean {
  return core.hasBegun;
}

/** Runs a function once the core is requested, alongside its loading. Before that, the page may still set options. */
export function whenCoreIsWanted(work: () => void): void {
  if (core.hasBegun) work();
  else beginning.push(work);
}

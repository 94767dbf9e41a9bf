/** The harness for several tests of one file, one after the other: what a test does to the page can be undone. */
import { type Undoing, watchPage } from "./undoing.js";

const watch = watchPage();

declare global {
  /** Undoes what tests have done to the page, once the package is loaded and initialised. */
  var undoing: Promise<Undoing> | undefined;
}

// Only now, so that the package's listeners and timers are seen as well.
globalThis.undoing = import("./harness.js").then(async ({ globals }) => {
  await globals.agUi.init();
  // State that the package makes for the page with its first element stays.
  globals.openAgent("/nowhere").remove();
  return watch.start();
});

import { report } from "../events/report.js";

/** How long to wait before another attempt, in milliseconds. */
const AGAIN = 10_000;

let loading: Promise<void> | undefined;

/**
 * Loads the elements that show calls, activities and interrupts. They are files of their own, which a page that begins with words need
 * not wait for: until they are there their places are empty. What could not be loaded is tried again, but not at once.
 */
export function loadCards(): void {
  loading ??= Promise.all([import("../views.js"), import("../approvals.js")]).then(
    () => {},
    (failure) => {
      setTimeout(() => {
        loading = undefined;
      }, AGAIN);
      report(failure);
    },
  );
}

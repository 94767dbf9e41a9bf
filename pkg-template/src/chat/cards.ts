import { report } from "../events/report.js";

/** How long to wait before another attempt, in milliseconds. */
const AGAIN = 10_000;

let isLoading = false;

/**
 * Loads the elements that show calls, activities and interrupts. They are files of their own, which a page that begins with words need
 * not wait for: until they are there their places are empty. What could not be loaded is tried again, but not at once.
 */
export function loadCards(): void {
  if (isLoading) return;
  isLoading = true;
  Promise.all([
    import("../views/tool-card.js"),
    import("../views/activity-card.js"),
    import("../approvals/interrupt/interrupt-card.js"),
  ]).catch((failure) => {
    report(failure);
    setTimeout(() => {
      isLoading = false;
    }, AGAIN);
  });
}
